// SPDX-License-Identifier: MIT
// browser.mjs -- headless Chromium for browse.mjs and play.mjs, by puppeteer-core from build/npm:
// pages that say what goes wrong on them, and what is counted as wrong.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';

export const top = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');
export const load = createRequire(path.join(top, 'build/npm/package.json'));
const puppeteer = load('puppeteer-core'), { HtmlValidate } = load('html-validate');
const axe = fs.readFileSync(load.resolve('axe-core/axe.min.js'), 'utf8');
export const valid = new HtmlValidate({ extends: ['html-validate:standard'], root: true });
let faults = 0;

export const check = (is, ...what) => {
  if (is) return;
  faults++;
  console.log('not ok:', ...what);
};

export const browser = await (puppeteer.default ?? puppeteer).launch({
  executablePath: execFileSync('sh', ['-c', 'command -v chromium']).toString().trim(), headless: true, args: ['--no-sandbox', '--disable-gpu'],
});

/** A page of a file; `allows` says which addresses it may ask for. What it copies is in window.copied. */
export const opened = async (file, allows, { scheme = 'light', scripts = true, calm = true, width = 1200, height = 1000, hash = '' } = {}) => {
  const page = await browser.newPage(), name = path.basename(file, '.html');
  page.on('pageerror', (e) => check(false, name, e.message));
  page.on('console', (m) => check(false, name, m.text()));
  page.on('dialog', (d) => { check(false, name, 'a dialog'); d.dismiss(); });
  page.on('request', (r) => check(allows(r.url()), name, 'asks for', r.url().slice(0, 200)));
  await page.setJavaScriptEnabled(scripts);
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: calm ? 'reduce' : 'no-preference' }]);
  await page.evaluateOnNewDocument(() => {
    window.copied = [];
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied.push(text); } } });
  });
  await page.goto('file://' + file + hash);
  return page;
};

export const judge = async (page, what) => {
  await page.evaluate(axe);
  // (a frame of its own origin answers no questions)
  for (const fault of (await page.evaluate(() => axe.run({ iframes: false }))).violations)
    check(false, what, 'axe:', fault.id, fault.nodes.map((node) => node.html).join(' '));
};

export const end = async (all) => {
  await browser.close();
  console.log(faults ? `${faults} faults` : all);
  process.exit(faults ? 1 : 0);
};
