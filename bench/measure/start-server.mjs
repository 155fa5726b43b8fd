// Starts the generated sites in a process of their own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Server
 * @property {readonly string[]} origins one a host
 * @property {() => Promise<void>} stop resolves when the process has ended
 */

const program = fileURLToPath(new URL('../generate/server-process.mjs', import.meta.url));

/**
 * Resolves when the sites answer requests.
 * @param {import('../generate/server-process.mjs').ServerTask} task
 * @returns {Promise<Server>}
 * @throws {Error} when the process ends before
 */
export async function startServer(task) {
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    ended.then(() => undefined),
  ]);
  if (line === undefined)
    throw new Error('The server of the generated sites could not be started.');
  /** @type {unknown} */
  const parsed = JSON.parse(line);
  const { origins } = /** @type {{ origins: readonly string[] }} */ (parsed); // Printed by server-process.mjs.
  return {
    origins,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
