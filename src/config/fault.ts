import { Fault } from '../model/fault.ts';
import type { Position } from '../model/problem.ts';

/** One thing that is wrong in a configuration. No value that came from the environment is in any of its texts. */
export interface ConfigMistake {
  /** Absent where the mistake is the file itself. */
  readonly position?: Position;
  /** The place in the configuration, such as `sources[0].site`; the empty string for the whole. */
  readonly key: string;
  readonly what: string;
  readonly remedy: string;
}

/** A configuration that cannot be used. Its message has a line for each mistake. */
export class ConfigFault extends Fault {
  override readonly name = 'ConfigFault' as const;
  override readonly exitCode = 3;
  /** As it was given. */
  readonly file: string;
  /** In the order of the file. */
  readonly mistakes: readonly ConfigMistake[];

  constructor(file: string, mistakes: readonly ConfigMistake[], options?: ErrorOptions) {
    const inOrder = mistakes.toSorted(byPosition);
    super(inOrder.map((mistake) => lineOf(file, mistake)).join('\n'), options);
    this.file = file;
    this.mistakes = inOrder;
  }
}

function lineOf(file: string, { position, key, what, remedy }: ConfigMistake): string {
  const place = position === undefined ? file : `${file}:${position.line}:${position.column}`;
  return `${place}${key === '' ? '' : ` ${key}`}: ${what}; ${remedy}`;
}

function byPosition({ position: one }: ConfigMistake, { position: other }: ConfigMistake): number {
  const lines = (one?.line ?? 0) - (other?.line ?? 0);
  return lines === 0 ? (one?.column ?? 0) - (other?.column ?? 0) : lines;
}
