import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Tells a process from all others of its place, also from a later one with the same number. */
export interface ProcessMark {
  readonly pid: number;
  /** When it was started, in a unit of the operating system's; absent where that cannot be told. */
  readonly started?: string;
}

/** Tells a process from all others. */
export interface ProcessIdentity extends ProcessMark {
  readonly host: string;
  /**
   * Where the number means something: this machine since it was started and, on Linux, this namespace of processes (a
   * container has its own).
   */
  readonly place: string;
}

let own: ProcessIdentity | undefined;

/** Of this process, which stays what it is. */
export function ownIdentity(): ProcessIdentity {
  return (own ??= readOwnIdentity());
}

function readOwnIdentity(): ProcessIdentity {
  const started = startOf(process.pid);
  const place = [
    hostname(),
    read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    read(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ');
  return {
    pid: process.pid,
    host: hostname(),
    place,
    ...(started === undefined ? {} : { started }),
  };
}

/** Whether a process of this place lives. Meaningless for one of another place. */
export function isAlive({ pid, started }: ProcessMark): boolean {
  if (started !== undefined) return startOf(pid) === started;
  try {
    // Signal 0 asks whether a signal could be sent.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns undefined when there is no such process, it has ended and only waits to be noticed, or this is not Linux */
function startOf(pid: number): string | undefined {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // proc(5): the second field is a name in brackets, which may hold anything; state is the third, starttime the 22nd.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' || fields?.[0] === 'X' ? undefined : fields?.[19];
}

function read(from: () => string): string | undefined {
  try {
    return from();
  } catch {
    // Not Linux, or no such process: the caller has a second way.
    return undefined;
  }
}
