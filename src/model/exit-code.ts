/** How a command ends, as the shell sees it. */
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

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * Every code with its meaning, the gravest first: where several apply, the first of them counts.
 */
const meanings: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.hungUp, 'interrupted by SIGHUP (the terminal was closed)'],
  [exitCodes.interrupted, 'interrupted by SIGINT (Ctrl-C)'],
  [exitCodes.terminated, 'interrupted by SIGTERM'],
  [exitCodes.locked, 'another process writes to the catalogue'],
  [exitCodes.usage, 'bad usage or configuration'],
  [exitCodes.failed, 'a fault, or nothing harvested or found'],
  [exitCodes.sourceFailed, 'a source failed, lost too many records, or had its removals held'],
  [exitCodes.problems, 'problems of severity error, with --strict'],
  [exitCodes.done, 'done'],
];

/** The code that counts where several apply; `done` where none does. */
export function gravestCode(codes: readonly ExitCode[]): ExitCode {
  return meanings.find(([code]) => codes.includes(code))?.[0] ?? exitCodes.done;
}

/** The codes with their meanings, for the help of a command. */
export function exitCodeHelp(): string {
  const lines = meanings
    .toSorted(([one], [other]) => one - other)
    .map(([code, meaning]) => `  ${String(code).padEnd(3)}  ${meaning}`);
  const order = meanings.map(([code]) => code).filter((code) => code !== exitCodes.done);
  return ['', `Exit codes; of several the first of ${order.join(', ')} counts:`, ...lines].join(
    '\n',
  );
}

/** A signal that ends a command in good order, with the exit code that a shell gives for it. */
export type InterruptingSignal = keyof typeof codesOfSignals;

const codesOfSignals = {
  SIGHUP: exitCodes.hungUp,
  SIGINT: exitCodes.interrupted,
  SIGTERM: exitCodes.terminated,
} as const;

/** All of them. */
export const interruptingSignals = Object.keys(codesOfSignals) as readonly InterruptingSignal[];

/**
 * Why a signal ended a command before it was done: the reason with which its `AbortSignal` is
 * aborted.
 */
export class Interruption extends Error {
  // By this name code that waits recognises that it is to stop.
  override readonly name = 'AbortError' as const;
  readonly exitCode: ExitCode;

  constructor(signal: InterruptingSignal) {
    super(`interrupted by ${signal}`);
    this.exitCode = codesOfSignals[signal];
  }
}

/**
 * The codes that apply to a command because of its signal: one where a process signal interrupted
 * it.
 */
export function codesOfInterruption({ reason }: AbortSignal): readonly ExitCode[] {
  return reason instanceof Interruption ? [reason.exitCode] : [];
}
