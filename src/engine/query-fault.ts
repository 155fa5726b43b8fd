import { Fault } from '../model/fault.ts';

/** A query that is no SPARQL, or asks for what cannot be given. The message has its line, with a mark under the place. */
export class QueryFault extends Fault {
  override readonly name = 'QueryFault' as const;
  /** What is wrong, without the place. */
  readonly detail: string;
  readonly place: QueryPlace | undefined;

  constructor(detail: string, query: string, place?: QueryPlace) {
    super(
      `wrong query${place === undefined ? '' : ` at ${where(place)}`}: ${detail}${excerpt(query, place)}`,
    );
    this.detail = detail;
    this.place = place;
  }
}

/** Lines and columns count from 1; columns are characters. */
export interface QueryPlace {
  readonly line: number;
  readonly column: number;
}

/** A query computed longer than it may. */
export class QueryTimeoutFault extends Fault {
  override readonly name = 'QueryTimeoutFault' as const;
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(
      `the query was ended after ${timeoutMs / 1000} s; ask for less (LIMIT, a more exact pattern) or allow more time`,
    );
    this.timeoutMs = timeoutMs;
  }
}

/** What fits on a line of a terminal before and behind the place. */
const excerptCharacters = 70;

function where({ line, column }: QueryPlace): string {
  return `line ${line}, column ${column}`;
}

/** The line of the query, and below it a mark. */
function excerpt(query: string, place: QueryPlace | undefined): string {
  const line = place && query.split('\n')[place.line - 1];
  if (place === undefined || line === undefined) return '';
  const characters = Array.from(line.replace(/\r$/u, ''));
  const mark = Math.min(place.column - 1, characters.length);
  const start = Math.max(0, mark - excerptCharacters);
  const shown = characters.slice(start, mark + excerptCharacters).map(harmless);
  // A tab stays one, so that the mark keeps below its place.
  const indent = shown.slice(0, mark - start).map((character) => (character === '\t' ? '\t' : ' '));
  return `\n  ${shown.join('')}\n  ${indent.join('')}^`;
}

/** A query may be a stranger's file; its control characters must not act on the terminal. */
function harmless(character: string): string {
  return character !== '\t' && /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(character)
    ? '\u{FFFD}'
    : character;
}
