import { words } from '../facts/text/fold.ts';
import { isFunctionWord } from '../facts/text/function-words.ts';
import { BitSet } from './bit-set.ts';

/** Words that stand side by side in one text, in the spelling of `words`; one at least. */
export interface WordPattern {
  readonly words: readonly string[];
  /** Whether the last word may go on. */
  readonly isPrefix: boolean;
}

/** What a text must have one of, or must have none of. */
export interface WordClause {
  readonly alternatives: readonly WordPattern[];
  readonly isExcluded: boolean;
}

/** A part of what is typed, as it stands. */
interface Chunk {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly isExcluded: boolean;
  readonly isPrefix: boolean;
}

/** A minus, then a phrase in quotation marks or what stands between blanks, then an asterisk. */
const chunk = /(?<minus>-?)(?:"(?<phrase>[^"]*)"?|(?<plain>[^\s"]+))(?<star>\*?)/gu;
const quotationMarks = /[\u{201C}-\u{201F}\u{AB}\u{BB}]/gu;
const joining = 'OR';

/**
 * Reads words as they are typed into a search: all must be there. `"a phrase"` is words side by
 * side, `prefix*` any word that begins so, `-word` must not be there, and `OR` joins what stands
 * before and behind it: `ice OR snow sea` is sea and one of the two. What is written without a
 * blank is a phrase (`sea-ice`, `海氷`). Words such as `of` count in phrases only, unless there are
 * no others. Total: no text is wrong.
 */
export function parseWordQuery(text: string): readonly WordClause[] {
  const clauses: ReadClause[] = [];
  let isJoined = false;
  for (const each of chunksOf(text)) {
    const last = clauses.at(-1);
    if (isOr(each)) {
      isJoined = last?.isExcluded === false;
      continue;
    }
    const pattern = { words: words(each.text), isPrefix: each.isPrefix };
    if (pattern.words.length === 0) continue;
    if (isJoined && !each.isExcluded && last !== undefined) last.alternatives.push(pattern);
    else {
      const { isExcluded } = each;
      clauses.push({ alternatives: [pattern], isExcluded, isDemanded: isTelling(each, pattern) });
    }
    isJoined = false;
  }
  const demanded = clauses.filter((clause) => clause.isDemanded || clause.alternatives.length > 1);
  const asked = demanded.some(({ isExcluded }) => !isExcluded) ? demanded : clauses;
  // What is said twice is asked once.
  return [...new Map(asked.map((clause) => [JSON.stringify(clause), clause])).values()];
}

interface ReadClause extends WordClause {
  readonly alternatives: WordPattern[];
  /** Whether it counts beside others. */
  readonly isDemanded: boolean;
}

function* chunksOf(text: string): Generator<Chunk> {
  for (const { groups = {} } of text.replaceAll(quotationMarks, '"').matchAll(chunk)) {
    const { minus, phrase, plain = '', star } = groups;
    yield {
      text: phrase ?? plain,
      isQuoted: phrase !== undefined,
      isExcluded: minus === '-',
      isPrefix: star === '*' || (phrase === undefined && plain.endsWith('*')),
    };
  }
}

function isOr({ text, isQuoted, isExcluded }: Chunk): boolean {
  return text === joining && !isQuoted && !isExcluded;
}

/** Whether a text is to be found by it, rather than passed over as `of` is. */
function isTelling({ isQuoted, isExcluded }: Chunk, { words: own, isPrefix }: WordPattern) {
  const [first = ''] = own;
  return isQuoted || isExcluded || isPrefix || own.length > 1 || !isFunctionWord(first);
}

/**
 * What all clauses together find of some things: nothing where there is no clause.
 * @param count how many things there are
 * @param find those that have one of the alternatives of a clause
 */
export function foundByClauses(
  clauses: readonly WordClause[],
  count: number,
  find: (clause: WordClause) => BitSet,
): BitSet {
  if (clauses.length === 0) return new BitSet();
  const demanded = clauses.filter(({ isExcluded }) => !isExcluded);
  const found = demanded.length === 0 ? BitSet.full(count) : BitSet.inAll(demanded.map(find));
  for (const clause of clauses) if (clause.isExcluded) found.deleteAll(find(clause));
  return found;
}
