import { exitCodes, Fault } from '../model/fault.ts';
import type { Position } from '../model/problem.ts';
import { escapeControls } from '../text/printable.ts';

/** A mistake in a configuration. Its texts contain no value of an environment variable. */
export interface ConfigMistake {
  /** Absent if the file itself is wrong. */
  readonly position?: Position;
  /** As `keyText` gives it; empty for the whole configuration. */
  readonly key: string;
  readonly what: string;
  readonly remedy: string;
}

/** More lines would hide the first mistakes, which may cause the others. */
const maxLines = 100;

/** An unusable configuration. Its message has a line for each mistake, at most 100. */
export class ConfigFault extends Fault {
  override readonly name = 'ConfigFault' as const;
  override readonly exitCode = exitCodes.usage;
  /** The path as given. */
  readonly file: string;
  /** In the order of the file. */
  readonly mistakes: readonly ConfigMistake[];

  constructor(file: string, mistakes: readonly ConfigMistake[], options?: ErrorOptions) {
    const inOrder = mistakes.toSorted(byPosition);
    const lines = inOrder.slice(0, maxLines).map((mistake) => lineOf(file, mistake));
    const omitted = inOrder.length - lines.length;
    if (omitted > 0) lines.push(`${escapeControls(file)}: and ${omitted} more`);
    super(lines.join('\n'), options);
    this.file = file;
    this.mistakes = inOrder;
  }
}

function lineOf(file: string, { position, key, what, remedy }: ConfigMistake): string {
  const place = position === undefined ? file : `${file}:${position.line}:${position.column}`;
  return escapeControls(`${place}${key === '' ? '' : ` ${key}`}: ${what}; ${remedy}`);
}

function byPosition({ position: one }: ConfigMistake, { position: other }: ConfigMistake): number {
  const lines = (one?.line ?? 0) - (other?.line ?? 0);
  return lines === 0 ? (one?.column ?? 0) - (other?.column ?? 0) : lines;
}

/** A place in a configuration: keys of mappings and indexes of lists, the outermost first. */
export type KeyPath = readonly (string | number)[];

/** Formats a place, such as `sources[0].site`; the empty string for the whole configuration. */
export function keyText(path: KeyPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./u, '');
}
