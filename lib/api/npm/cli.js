#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// cli.js -- the tools as commands: `npx chessplane validate game.txt`, or each by its own name.
// They read and write files as the native ones do, by Node's own WASI.
import fs from 'node:fs';
import path from 'node:path';

const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => { // that WASI may still change is none of a player's business
  if (!String(warning).includes('WASI')) emitWarning.call(process, warning, ...rest);
};
const { WASI } = await import('node:wasi');

const called = path.basename(process.argv[1], '.js');
const [tool, ...words] = called.startsWith('cp-') ? [called, ...process.argv.slice(2)] : process.argv.slice(2);
if (!tool || tool === '--help' || tool === '-h') {
  console.log('usage: chessplane TOOL [OPTION]... [FILE]...\nTOOL is parse, validate, convert, render, annotate, select, solve or table; TOOL --help says more.');
  process.exit(tool ? 0 : 2);
}
const machine = new WASI({
  version: 'preview1', args: ['cp-' + tool.replace(/^cp-/, ''), ...words], env: { PWD: process.cwd() },
  preopens: { '/': '/' }, returnOnExit: true,
});
const module = await WebAssembly.compile(fs.readFileSync(new URL('chessplane.wasm', import.meta.url)));
process.exitCode = machine.start(await WebAssembly.instantiate(module, machine.getImportObject()));
