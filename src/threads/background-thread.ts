import { setPriority } from 'node:os';

/** Of 19 levels below the usual priority; the thread gets a tenth of a contended processor. */
const niceness = 10;

/**
 * Lets this worker thread compute with what the other threads of the process leave, where the
 * system can: in Linux, the priority of a process is that of the calling thread (setpriority(2),
 * "C library/kernel differences"). Elsewhere it would slow down the whole process.
 */
export function giveWayToOtherThreads(): void {
  if (process.platform === 'linux') setPriority(niceness);
}
