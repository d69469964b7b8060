// SPDX-License-Identifier: MIT
// index.js -- the tools as functions. Each takes a text and the options of its tool by their
// names: `{ toFrame: 'classical', strict: true, has: ['check', 'castling'] }` is
// --to-frame=classical --strict --has=check --has=castling. So a new option of a tool needs no
// line here; index.d.ts is made of the tools' own tables.
import { Machine } from './host.js';

const place = new URL('chessplane.wasm', import.meta.url);
const bytes = place.protocol === 'file:' ?
  await (await import('node:fs/promises')).readFile(place) : await (await fetch(place)).arrayBuffer();
const machine = new Machine(await WebAssembly.compile(bytes));

/** Asked wrongly (status 2), the machine failed (3), or some game was bad (1) and nobody takes the
 * messages: they say what is wrong and where, and `text` is what was written nevertheless. */
export class ChessplaneError extends Error {
  constructor(status, messages, text) {
    super(messages.map((message) => message.text).join('\n'));
    this.name = 'ChessplaneError';
    this.status = status;
    this.messages = messages;
    this.text = text;
  }
}

const lines = (text) => text.split('\n').filter(Boolean);
const objects = (text) => lines(text).map((line) => JSON.parse(line));

const argument = ([name, value]) => {
  if (value === false || value === undefined || value === null) return [];
  const option = '--' + name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase());
  return [value].flat().map((one) => one === true ? option : `${option}=${one}`);
};

/** Any tool by its name: what it writes, its messages, and the status that it ends with. */
export const run = (tool, text, { files = {}, operands = [], ...options } = {}) => {
  const words = [tool, '--diagnostics=jsonl', ...Object.entries(options).flatMap(argument), '--', ...operands];
  const { status, output, errors } = machine.run(words, text, files);
  const messages = lines(errors).map((line) => line.startsWith('{') ? JSON.parse(line) : { level: 'error', text: line });
  if (status >= 2) throw new ChessplaneError(status, messages, output);
  return { status, text: output, messages };
};

const records = (tool) => (text, options) => {
  const done = run(tool, text, options);
  return { isGood: done.status === 0, records: objects(done.text), messages: done.messages };
};

// what is written, as a string; the messages go to an array of the caller's, if there is one
const written = (tool, fixed) => (text, { messages, ...options } = {}) => {
  const done = run(tool, text, { ...fixed, ...options });
  messages?.push(...done.messages);
  if (done.status && !messages) throw new ChessplaneError(done.status, done.messages, done.text);
  return done.text;
};

export const parse = records('cp-parse');
export const validate = records('cp-validate');
export const annotate = records('cp-annotate');
export const select = records('cp-select');
/** What is to be done may be said as `operands: ['#2']`. */
export const solve = records('cp-solve');
export const convert = written('cp-convert');
export const render = written('cp-render', { svg: true });
export const page = written('cp-render', { html: true });
export const table = written('cp-table');

/** The legal moves of the last position of each game, or of the one that `ply` says. */
export const legal = (text, options) => lines(written('cp-validate', { legal: true })(text, options)).filter((line) => !line.startsWith('#'));
