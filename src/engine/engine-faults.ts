import { Fault } from '../model/fault.ts';

/** Why the engine cannot run a query. */
export type EngineFaultReason =
  /** The catalogue does not fit into the engine's memory. */
  | 'catalogue-too-large'
  /** One record has more statements than can be loaded at once. */
  | 'record-too-large'
  /** The query, or a record, needed more memory or depth than there is. */
  | 'out-of-memory'
  /** The answer is longer than a string can be. */
  | 'answer-too-long';

/** The engine cannot run a query, whatever its text. */
export class EngineFault extends Fault {
  override readonly name = 'EngineFault' as const;
  readonly trouble: EngineFaultReason;

  constructor(trouble: EngineFaultReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** An invalid or unsupported query. The message shows its line with a mark under the place. */
export class QueryFault extends Fault {
  override readonly name = 'QueryFault' as const;
  /** The message without the place. */
  readonly detail: string;
  readonly place: QueryPlace | undefined;

  constructor(detail: string, query: string, place?: QueryPlace) {
    const at = place === undefined ? '' : ` at line ${place.line}, column ${place.column}`;
    super(`invalid query${at}: ${detail}${excerpt(query, place)}`);
    this.detail = detail;
    this.place = place;
  }
}

/** A place in a query: lines and columns count from 1; columns are characters. */
export interface QueryPlace {
  readonly line: number;
  readonly column: number;
}

/** A query exceeded its time limit. */
export class QueryTimeoutFault extends Fault {
  override readonly name = 'QueryTimeoutFault' as const;
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(
      `the query was stopped after ${timeoutMs / 1000} s; make it smaller (LIMIT, a more exact pattern) or allow more time`,
    );
    this.timeoutMs = timeoutMs;
  }
}

/** Characters shown before and behind the place. */
const excerptCharacters = 70;

/** The line of the query, with a mark below. */
function excerpt(query: string, place: QueryPlace | undefined): string {
  const line = place && query.split('\n')[place.line - 1];
  if (place === undefined || line === undefined) return '';
  const characters = Array.from(line.replace(/\r$/u, ''));
  const mark = Math.min(place.column - 1, characters.length);
  const start = Math.max(0, mark - excerptCharacters);
  const shown = characters.slice(start, mark + excerptCharacters).map(harmless);
  // Tabs stay, so that the mark is below its place.
  const indent = shown.slice(0, mark - start).map((character) => (character === '\t' ? '\t' : ' '));
  return `\n  ${shown.join('')}\n  ${indent.join('')}^`;
}

/** A query may be a stranger's file; its control characters must not act on the terminal. */
function harmless(character: string): string {
  return character !== '\t' && /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(character)
    ? '\u{FFFD}'
    : character;
}
