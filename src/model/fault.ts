/**
 * An error of the program or its operator: a wrong configuration, a store that cannot be written, a
 * wrong query. It is thrown, ends the command, and its message says what and where. A fact about
 * somebody else's resource is a `Problem` instead.
 */
export abstract class Fault extends Error {
  /** The exit code of a command that ends with this fault. */
  readonly exitCode: ExitCode = exitCodes.failed;
}

/** A wrong call of a command: a bad option value, an unknown name. */
export class UsageFault extends Fault {
  override readonly name = 'UsageFault' as const;
  override readonly exitCode = exitCodes.usage;
}

/** Exit codes of commands. */
export const exitCodes = {
  done: 0,
  failed: 1,
  problems: 2,
  usage: 3,
  sourceFailed: 4,
  locked: 5,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** One of `exitCodes`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Every code with its meaning, most severe first: where several apply, the first one is used. */
const meanings: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.hungUp, 'interrupted by SIGHUP (the terminal was closed)'],
  [exitCodes.interrupted, 'interrupted by SIGINT (Ctrl-C)'],
  [exitCodes.terminated, 'interrupted by SIGTERM'],
  [exitCodes.locked, 'another process writes to the catalogue, or pushes to the store'],
  [exitCodes.usage, 'bad usage or configuration'],
  [exitCodes.failed, 'a fault, or nothing harvested or found'],
  [exitCodes.sourceFailed, 'a source failed, lost too many records, or had its removals held'],
  [
    exitCodes.problems,
    'problems of severity error: with --strict, or of check, validate, explain --live',
  ],
  [exitCodes.done, 'done'],
];

/** The most severe of several codes; `done` if there is none. */
export function gravestCode(codes: readonly ExitCode[]): ExitCode {
  return meanings.find(([code]) => codes.includes(code))?.[0] ?? exitCodes.done;
}

/** The list of exit codes for the help text of a command. */
export function exitCodeHelp(): string {
  const lines = meanings
    .toSorted(([one], [other]) => one - other)
    .map(([code, meaning]) => `  ${String(code).padEnd(3)}  ${meaning}`);
  const order = meanings.map(([code]) => code).filter((code) => code !== exitCodes.done);
  return [
    '',
    `Exit codes; if several apply, the first of ${order.join(', ')} is used:`,
    ...lines,
  ].join('\n');
}

/** A signal that ends a command cleanly, with the exit code of a shell for it. */
export type InterruptingSignal = keyof typeof codesOfSignals;

const codesOfSignals = {
  SIGHUP: exitCodes.hungUp,
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
} as const;

/** All signals that end a command cleanly. */
export const interruptingSignals = Object.keys(codesOfSignals) as readonly InterruptingSignal[];

/** The reason of an `AbortSignal` when a process signal interrupts a command. */
export class Interruption extends Error {
  // Waiting code recognises an abort by this name.
  override readonly name = 'AbortError' as const;
  readonly exitCode: ExitCode;

  constructor(signal: InterruptingSignal) {
    super(`interrupted by ${signal}`);
    this.exitCode = codesOfSignals[signal];
  }
}

/** The exit code of the signal that interrupted a command; empty if it was not interrupted. */
export function exitCodesOfInterruption({ reason }: AbortSignal): readonly ExitCode[] {
  return reason instanceof Interruption ? [reason.exitCode] : [];
}
