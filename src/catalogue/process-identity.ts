import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process within its machine and PID namespace, also after its number is reused. */
export interface ProcessMark {
  readonly pid: number;
  /** Its start time, in a unit of the operating system; absent where it is not available. */
  readonly started?: string;
}

/** Identifies a process globally. */
export interface ProcessIdentity extends ProcessMark {
  readonly host: string;
  /**
   * Where the process number is valid: this machine since its boot and, on Linux, this PID
   * namespace (a container has its own).
   */
  readonly place: string;
}

let own: ProcessIdentity | undefined;

/** The identity of this process, which never changes. */
export function currentProcess(): ProcessIdentity {
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

/** Whether a process of this machine and namespace is alive. Meaningless for others. */
export function isAlive({ pid, started }: ProcessMark): boolean {
  if (started !== undefined) return startOf(pid) === started;
  try {
    // Signal 0 only tests whether a signal could be sent.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns undefined if there is no such process, it is a zombie, or this is not Linux */
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
