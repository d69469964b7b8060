// SPDX-License-Identifier: MIT
// host.js -- what chessplane.wasm asks of the machine that it runs on (WASI, preview 1), answered
// from memory: a text is standard input, what is written comes back as text, and files are those
// that are handed in, by name. Nothing of the machine is seen but the time of day and chance.

const OK = 0, BADF = 8, INVAL = 28, NOENT = 44, NOSYS = 52, SPIPE = 70;
const CHARACTERS = 2, FOLDER = 3, FILE = 4;
const ROOT = 3; // the one folder there is; 0, 1 and 2 are streams, and files come behind
const DATA = 65536; // how much at most is handed over at once

class Ended extends Error {
  constructor(status) {
    super(`ended with status ${status}`);
    this.status = status;
  }
}

/** One machine: it runs one tool after another, each in memory as it was at first. */
export class Machine {
  #memory;
  #start;
  #stack;
  #first; // the memory, and where the stack was, before anything ran
  #top;
  #open;
  #written;
  #files;
  #words;
  #read;

  constructor(module) {
    const asked = {};
    for (const { name } of WebAssembly.Module.imports(module))
      asked[name] = this[name]?.bind(this) ?? (() => NOSYS);
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: asked });
    this.#memory = exports.memory;
    this.#start = exports._start;
    this.#stack = exports.__stack_pointer;
    this.#top = this.#stack.value;
    this.#first = new Uint8Array(this.#memory.buffer.slice(0, exports.__heap_base.value));
  }

  /** Runs a tool; `words` are its name and arguments, `input` and `files` texts or bytes. `read` is
   * told how many bytes of what length were read, each time. */
  run(words, input = '', files = {}, read = () => {}) {
    const bytes = (text) => typeof text === 'string' ? new TextEncoder().encode(text) : text;
    this.#bytes().set(this.#first);
    this.#stack.value = this.#top;
    this.#words = words.map((word) => bytes(word + '\0'));
    this.#read = read;
    this.#files = new Map(Object.entries(files).map(([name, text]) => [name, bytes(text)]));
    this.#open = [{ bytes: bytes(input), at: 0 }, null, null, null];
    this.#written = [new TextDecoder(), new TextDecoder()].map((decoder) => ({ decoder, parts: [] }));
    let status = 0;
    try {
      this.#start();
    } catch (e) {
      if (!(e instanceof Ended)) throw e;
      status = e.status;
    }
    const [output, errors] = this.#written.map(({ decoder, parts }) => parts.join('') + decoder.decode());
    return { status, output, errors };
  }

  #bytes() { return new Uint8Array(this.#memory.buffer); }
  #view() { return new DataView(this.#memory.buffer); }
  #text(at, length) { return new TextDecoder().decode(this.#bytes().subarray(at, at + length)); }

  #spans(at, count) {
    const view = this.#view();
    return Array.from({ length: count }, (_, i) => [view.getUint32(at + 8 * i, true), view.getUint32(at + 8 * i + 4, true)]);
  }

  // ---- the process ----

  proc_exit(status) { throw new Ended(status); }

  args_sizes_get(count, size) {
    this.#view().setUint32(count, this.#words.length, true);
    this.#view().setUint32(size, this.#words.reduce((sum, word) => sum + word.length, 0), true);
    return OK;
  }

  args_get(list, at) {
    for (const word of this.#words) {
      this.#view().setUint32(list, at, true);
      this.#bytes().set(word, at);
      list += 4;
      at += word.length;
    }
    return OK;
  }

  environ_sizes_get(count, size) {
    this.#view().setUint32(count, 0, true);
    this.#view().setUint32(size, 0, true);
    return OK;
  }

  environ_get() { return OK; }

  clock_time_get(_clock, _precision, at) {
    this.#view().setBigUint64(at, BigInt(Date.now()) * 1000000n, true);
    return OK;
  }

  random_get(at, size) {
    for (let end = at + size; at < end; at += DATA)
      crypto.getRandomValues(this.#bytes().subarray(at, Math.min(end, at + DATA)));
    return OK;
  }

  // ---- what is open ----

  fd_read(fd, spans, count, read) {
    const file = this.#open[fd];
    if (!file) return BADF;
    let sum = 0;
    for (const [at, size] of this.#spans(spans, count)) {
      const part = file.bytes.subarray(file.at, file.at + size);
      this.#bytes().set(part, at);
      file.at += part.length;
      sum += part.length;
    }
    this.#read(file.at, file.bytes.length);
    this.#view().setUint32(read, sum, true);
    return OK;
  }

  fd_write(fd, spans, count, written) {
    const to = this.#written[fd - 1];
    if (!to) return BADF;
    let sum = 0;
    for (const [at, size] of this.#spans(spans, count)) {
      to.parts.push(to.decoder.decode(this.#bytes().subarray(at, at + size), { stream: true }));
      sum += size;
    }
    this.#view().setUint32(written, sum, true);
    return OK;
  }

  fd_seek(fd, by, whence, now) {
    const file = this.#open[fd];
    if (fd < ROOT) return SPIPE;
    if (!file) return BADF;
    const from = [0, file.at, file.bytes.length][whence];
    const at = from + Number(by);
    if (!(at >= 0)) return INVAL;
    file.at = at;
    this.#view().setBigUint64(now, BigInt(at), true);
    return OK;
  }

  fd_close(fd) {
    if (!this.#is_open(fd)) return BADF;
    this.#open[fd] = undefined;
    return OK;
  }

  #is_open(fd) { return this.#open[fd] !== undefined; }
  #kind(fd) { return fd < ROOT ? CHARACTERS : fd === ROOT ? FOLDER : FILE; }

  fd_fdstat_get(fd, at) {
    if (!this.#is_open(fd)) return BADF;
    this.#bytes().fill(0, at, at + 24);
    this.#view().setUint8(at, this.#kind(fd));
    this.#view().setBigUint64(at + 8, 0xffffffffn, true); // what may be done with it
    this.#view().setBigUint64(at + 16, 0xffffffffn, true);
    return OK;
  }

  fd_fdstat_set_flags(fd) { return this.#is_open(fd) ? OK : BADF; }

  #tell(at, kind, size, number) {
    this.#bytes().fill(0, at, at + 64);
    this.#view().setBigUint64(at + 8, BigInt(number), true);
    this.#view().setUint8(at + 16, kind);
    this.#view().setBigUint64(at + 32, BigInt(size), true);
    return OK;
  }

  fd_filestat_get(fd, at) {
    return this.#is_open(fd) ? this.#tell(at, this.#kind(fd), this.#open[fd]?.bytes.length ?? 0, fd + 1) : BADF;
  }

  // ---- files, by name ----

  fd_prestat_get(fd, at) {
    if (fd !== ROOT) return BADF;
    this.#view().setUint32(at, 0, true);
    this.#view().setUint32(at + 4, 1, true);
    return OK;
  }

  fd_prestat_dir_name(fd, at) {
    if (fd !== ROOT) return BADF;
    this.#bytes()[at] = '/'.charCodeAt(0);
    return OK;
  }

  path_open(_folder, _how, name, length, _flags, _rights, _inherited, _now, opened) {
    const bytes = this.#files.get(this.#text(name, length));
    if (!bytes) return NOENT;
    this.#view().setUint32(opened, this.#open.push({ bytes, at: 0 }) - 1, true);
    return OK;
  }

  path_filestat_get(_folder, _how, name, length, at) {
    const names = [...this.#files.keys()], text = this.#text(name, length);
    const bytes = this.#files.get(text);
    return bytes ? this.#tell(at, FILE, bytes.length, 1000 + names.indexOf(text)) : NOENT;
  }
}
