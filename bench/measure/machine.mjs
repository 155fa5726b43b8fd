// The conditions of a measurement besides the program: figures are comparable only under equal
// conditions.
import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Machine
 * @property {string} commit `unknown` outside a checkout
 * @property {boolean} changed whether files differ from the commit
 * @property {string} node
 * @property {string} platform
 * @property {number} cpus
 * @property {string} cpuModel
 * @property {number} memoryMb
 * @property {boolean} inMemory whether the folder is kept in memory only, where making durable costs nothing
 */

/** `f_type` of tmpfs and ramfs on Linux. */
const memoryFileSystems = new Set([0x01021994, 0x858458f6]);

/**
 * @param {string} folder in which catalogues are written
 * @returns {Machine}
 */
export function describeMachine(folder) {
  const processors = cpus();
  return {
    commit: git('rev-parse', 'HEAD') ?? 'unknown',
    changed: git('status', '--porcelain') !== '',
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpus: processors.length,
    cpuModel: processors[0]?.model ?? 'unknown',
    memoryMb: Math.round(totalmem() / 2 ** 20),
    inMemory: memoryFileSystems.has(statfsSync(folder).type),
  };
}

/** @param {readonly string[]} args */
function git(...args) {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined; // A copy without history can be measured, too.
  }
}
