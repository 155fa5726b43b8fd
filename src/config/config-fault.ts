import { exitCodes, Fault } from '../model/fault.ts';
import type { Position } from '../model/problem.ts';
import { escapeControls } from '../text/printable.ts';

/** One thing that is wrong in a configuration. No value that came from the environment is in any of its texts. */
export interface ConfigMistake {
  /** Absent where the mistake is the file itself. */
  readonly position?: Position;
  /** The place in the configuration, such as `sources[0].site`; the empty string for the whole. */
  readonly key: string;
  readonly what: string;
  readonly remedy: string;
}

/** More would hide the first ones, which may be what the others come from. */
const maxLines = 100;

/** A configuration that cannot be used. Its message has a line for each mistake, and says how many more than 100 there are. */
export class ConfigFault extends Fault {
  override readonly name = 'ConfigFault' as const;
  override readonly exitCode = exitCodes.usage;
  /** As it was given. */
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

/** One line, whatever control characters a key or a value has. */
function lineOf(file: string, { position, key, what, remedy }: ConfigMistake): string {
  const place = position === undefined ? file : `${file}:${position.line}:${position.column}`;
  return escapeControls(`${place}${key === '' ? '' : ` ${key}`}: ${what}; ${remedy}`);
}

function byPosition({ position: one }: ConfigMistake, { position: other }: ConfigMistake): number {
  const lines = (one?.line ?? 0) - (other?.line ?? 0);
  return lines === 0 ? (one?.column ?? 0) - (other?.column ?? 0) : lines;
}

/** A place in a configuration: keys of mappings and indexes of lists, from the outside in. */
export type KeyPath = readonly (string | number)[];

/** A place as it is shown, such as `sources[0].site`; the empty string for the whole. */
export function keyText(path: KeyPath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./u, '');
}
