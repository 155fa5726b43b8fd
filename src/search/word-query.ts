import { foldedWords, isFunctionWord } from '../facts/text/word-folding.ts';
import { BitSet } from './bit-set.ts';

/** One or more consecutive words of one text, folded. */
export interface WordPattern {
  readonly words: readonly string[];
  /** Whether the last word is a prefix. */
  readonly isPrefix: boolean;
}

/** Alternatives of which a text must contain one, or none if excluded. */
export interface WordClause {
  readonly alternatives: readonly WordPattern[];
  readonly isExcluded: boolean;
}

/** A token of a word query. */
interface QueryToken {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly isExcluded: boolean;
  readonly isPrefix: boolean;
}

/** A minus, then a quoted phrase or a run of other characters, then an asterisk. */
const tokenForm = /(?<minus>-?)(?:"(?<phrase>[^"]*)"?|(?<plain>[^\s"]+))(?<star>\*?)/gu;
const quotationMarks = /[\u{201C}-\u{201F}\u{AB}\u{BB}]/gu;
const orOperator = 'OR';

/**
 * Parses a word query. All words must match. `"a phrase"` matches consecutive words, `prefix*` a
 * prefix, `-word` excludes, and `OR` joins its neighbours: `ice OR snow sea` means sea and one of
 * ice and snow. Words joined without blank are a phrase (`sea-ice`, `海氷`). Function words such as
 * `of` only count in phrases, or if there are no other words. Every text is valid.
 */
export function parseWordQuery(text: string): readonly WordClause[] {
  const clauses: ReadClause[] = [];
  let isJoined = false;
  for (const each of tokenize(text)) {
    const last = clauses.at(-1);
    if (isOr(each)) {
      isJoined = last?.isExcluded === false;
      continue;
    }
    const pattern = { words: foldedWords(each.text), isPrefix: each.isPrefix };
    if (pattern.words.length === 0) continue;
    if (isJoined && !each.isExcluded && last !== undefined) last.alternatives.push(pattern);
    else {
      const { isExcluded } = each;
      clauses.push({
        alternatives: [pattern],
        isExcluded,
        isDemanded: isSignificant(each, pattern),
      });
    }
    isJoined = false;
  }
  const demanded = clauses.filter((clause) => clause.isDemanded || clause.alternatives.length > 1);
  const asked = demanded.some(({ isExcluded }) => !isExcluded) ? demanded : clauses;
  // Removes duplicates.
  return [...new Map(asked.map((clause) => [JSON.stringify(clause), clause])).values()];
}

interface ReadClause extends WordClause {
  readonly alternatives: WordPattern[];
  /** Whether it counts beside other clauses. */
  readonly isDemanded: boolean;
}

function* tokenize(text: string): Generator<QueryToken> {
  for (const { groups = {} } of text.replaceAll(quotationMarks, '"').matchAll(tokenForm)) {
    const { minus, phrase, plain = '', star } = groups;
    yield {
      text: phrase ?? plain,
      isQuoted: phrase !== undefined,
      isExcluded: minus === '-',
      isPrefix: star === '*' || (phrase === undefined && plain.endsWith('*')),
    };
  }
}

function isOr({ text, isQuoted, isExcluded }: QueryToken): boolean {
  return text === orOperator && !isQuoted && !isExcluded;
}

/** Whether a pattern is more than a function word. */
function isSignificant(
  { isQuoted, isExcluded }: QueryToken,
  { words: own, isPrefix }: WordPattern,
) {
  const [first = ''] = own;
  return isQuoted || isExcluded || isPrefix || own.length > 1 || !isFunctionWord(first);
}

/**
 * Combines the matches of all clauses; empty without clauses.
 * @param count number of things to search
 * @param find things with one of the alternatives of a clause
 */
export function applyWordClauses(
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
