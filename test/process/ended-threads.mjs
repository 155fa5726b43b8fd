// Ends as many threads as it is told, each in one of the states that a thread can be in: any could
// end the whole process. Then it ends itself as it is told, `alone` or by `exit`.
import { setImmediate } from 'node:timers/promises';
import { WorkerThread } from '../../dist/threads/worker-thread.js';

const rounds = Number(process.argv[2]);
const way = process.argv[3];
const answer = JSON.stringify(import.meta.resolve('../../dist/threads/answer-tasks.js'));
const text = `
  import { answerTasks } from ${answer};
  answerTasks(function* (kind) {
    yield kind;
    if (kind === 'throws') throw new Error('thrown');
    for (const all = []; kind !== 'ends'; ) if (kind === 'fills') all.push(all.map(String));
  });
`;
const answering = new URL(`data:text/javascript,${encodeURIComponent(text)}`);

/** @typedef {WorkerThread<unknown, unknown>} Thread */

/**
 * Each brings a thread into a state.
 * @type {readonly (readonly [URL, (thread: Thread) => unknown])[]}
 */
const states = [
  [answering, () => 'just started'],
  [answering, () => setImmediate()],
  [answering, (thread) => all(thread.run('ends'))],
  [answering, (thread) => all(thread.run('throws'))],
  [answering, (thread) => thread.run('waits').next()],
  [answering, (thread) => hang(thread, 'hangs')],
  [answering, (thread) => hang(thread, 'fills')],
  [answering, (thread) => void ['hangs', 'hangs'].map((kind) => all(thread.run(kind)))],
];

for (let round = 0; round < rounds; round += 1) {
  const [script, bring] = states[round % states.length] ?? [answering, () => undefined];
  const thread = start(script);
  await bring(thread);
  await thread.close();
}

await all(start(answering).run('ends'));
if (way === 'exit') {
  for (const [script, bring] of states) await bring(start(script));
  process.exit(7);
}
process.stdout.write('nothing is left to do\n');

/**
 * @param {URL} script
 * @returns {Thread}
 */
function start(script) {
  return new WorkerThread({ script, heapBytes: 32 * 2 ** 20 });
}

/**
 * Takes all parts, or as many as there are.
 * @param {AsyncGenerator} parts
 */
async function all(parts) {
  try {
    while ((await parts.next()).done !== true);
  } catch {
    // The thread ended, or the task failed.
  }
}

/**
 * Waits until the thread computes for ever.
 * @param {Thread} thread
 * @param {string} kind
 */
async function hang(thread, kind) {
  const parts = thread.run(kind);
  await parts.next();
  void all(parts);
  await setImmediate();
}
