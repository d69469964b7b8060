// SPDX-License-Identifier: MIT
// worker.js -- runs the tools beside the page, which therefore never waits: the first message is
// the module, each further one a command. Stands behind host.js in one script (scripts/playground).
const TOLD = 500, ROWS = 100; // messages and games at most that a page is to show
let machine;

// the verdicts in records: a page shows the first ones, and counts the others
const verdictsIn = (output) => {
  const found = { games: 0, bad: 0, rows: [] };
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue;
    const { tags = {}, verdict } = JSON.parse(line);
    found.games++;
    if (!verdict?.valid) found.bad++;
    if (found.rows.length < ROWS) found.rows.push({ tags, verdict });
  }
  return found;
};

const messagesIn = (errors) => {
  const lines = errors.split('\n').filter(Boolean), count = {};
  const messages = lines.map((line) => line.startsWith('{') ? JSON.parse(line) : { level: 'error', text: line });
  for (const { level } of messages) count[level] = (count[level] ?? 0) + 1;
  return { messages: messages.slice(0, TOLD), count, more: Math.max(messages.length - TOLD, 0) };
};

onmessage = ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    machine = new Machine(data);
    return;
  }
  const { id, words, files, judges } = data;
  let told = 0;
  const read = (at, length) => {
    if (length < DATA || Date.now() < told + 50) return;
    told = Date.now();
    postMessage({ id, part: at / length });
  };
  try {
    const { status, output, errors } = machine.run(words, '', files, read);
    postMessage({ id, status, output, ...messagesIn(errors), found: judges && verdictsIn(output) });
  } catch (e) {
    postMessage({ id, status: 3, output: '', messages: [{ level: 'error', text: `the machine failed: ${e.message}` }], count: { error: 1 }, more: 0 });
  }
};
