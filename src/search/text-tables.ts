import { foldedWords, foldText, isFunctionWord, testForWords } from '../facts/text/word-folding.ts';
import { memoize } from '../text/collections.ts';
import { BitSet, Relation } from './number-tables.ts';

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
  const counting = demanded.some(({ isExcluded }) => !isExcluded) ? demanded : clauses;
  // Removes duplicates.
  return [...new Map(counting.map((clause) => [JSON.stringify(clause), clause])).values()];
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

/** Texts as folded words, with word search. */
export class TextTable {
  readonly #words = new NameTable();
  /** The words of each text, in order and with repetitions. */
  readonly #texts = new Relation();
  readonly #mayBeFound: (text: string) => boolean;

  /**
   * @param words the words to be searched; texts without any of them are stored empty; default: all
   *   texts are searchable
   */
  constructor(words?: readonly string[]) {
    this.#mayBeFound = words === undefined ? () => true : testForWords(words);
  }

  get size(): number {
    return this.#texts.size;
  }

  /**
   * Adds a text, also a duplicate.
   * @returns its number
   */
  add(text: string): number {
    const number = this.size;
    const words = this.#mayBeFound(text) ? foldedWords(text) : [];
    this.#texts.add(words.map((word) => this.#numberOf(word)));
    return number;
  }

  /** The texts that contain one of the alternatives of a clause. */
  textsWith({ alternatives }: Pick<WordClause, 'alternatives'>): BitSet {
    const found = new BitSet(this.size);
    for (const pattern of alternatives) this.#addMatches(found, pattern);
    return found;
  }

  #numberOf(word: string): number {
    return this.#words.numberOf(word) ?? this.#words.add(detachText(word));
  }

  #addMatches(found: BitSet, { words, isPrefix }: WordPattern): void {
    const whole = isPrefix ? words.slice(0, -1) : words;
    const known = this.#words.numbersOf(whole);
    if (known.length < whole.length) return;
    const endings = isPrefix ? this.#wordsBeginning(words.at(-1) ?? '') : noEndings;
    if (words.length === 1) {
      for (const word of known) this.#addTextsWith(found, word);
      this.#texts.eachOwnerOf(endings, (text) => found.add(text));
      return;
    }
    for (const text of this.#candidatesFor(known)) {
      if (containsPhrase(this.#texts.valuesOf(text), known, isPrefix ? endings : undefined)) {
        found.add(text);
      }
    }
  }

  #addTextsWith(found: BitSet, word: number): void {
    for (const text of this.#texts.ownersOf(word)) found.add(text);
  }

  #wordsBeginning(beginning: string): BitSet {
    const found = new BitSet(this.#words.size);
    for (const [number, word] of this.#words.names.entries()) {
      if (word.startsWith(beginning)) found.add(number);
    }
    return found;
  }

  /** The texts with the rarest of the words. */
  #candidatesFor(words: readonly number[]): Int32Array {
    const [first, ...others] = words.map((word) => this.#texts.ownersOf(word));
    return others.reduce(
      (rarest, texts) => (texts.length < rarest.length ? texts : rarest),
      first ?? new Int32Array(0),
    );
  }
}

const noEndings = new BitSet();

/** @param endings words of which one must follow the phrase; undefined if none must */
function containsPhrase(
  text: Int32Array,
  phrase: readonly number[],
  endings: BitSet | undefined,
): boolean {
  const [first = -1] = phrase;
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1)) {
    const isThere = phrase.every((word, place) => text[at + place] === word);
    if (isThere && (endings === undefined || endings.has(text[at + phrase.length] ?? -1))) {
      return true;
    }
  }
  return false;
}

/** Substrings from this length on keep their parent string in memory (V8). */
const leastSliced = 13;

/** A copy that does not keep the text it was cut from in memory. */
function detachText(word: string): string {
  return word.length < leastSliced ? word : Buffer.from(word).toString();
}

/** Labels, such as keywords and names, without duplicates in any case or accents. */
export class LabelTable {
  readonly #texts = new TextTable();
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#texts.size;
  }

  /** The number of a label, which is added if it is new. */
  add(text: string): number {
    const name = foldedLabel(text);
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#texts.add(name);
    this.#numbers.set(name, number);
    return number;
  }

  /** The number of a label in any spelling; undefined if it is missing. */
  numberOf(text: string): number | undefined {
    return this.#numbers.get(foldText(text));
  }

  /** The labels that contain one of the alternatives of a clause. */
  labelsWith(clause: WordClause): BitSet {
    return this.#texts.textsWith(clause);
  }
}

/** Cached, since most labels are frequent. */
const foldedLabel = memoize(foldText);

/** Numbers texts from 0, without duplicates. */
export class NameTable {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];

  get size(): number {
    return this.#names.length;
  }

  /** The number of a name, which is added if it is new. */
  add(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    return number;
  }

  /** The number of a name; undefined if it is missing. */
  numberOf(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** The numbers of the names that exist. */
  numbersOf(names: readonly string[]): readonly number[] {
    return names.flatMap((name) => this.#numbers.get(name) ?? []);
  }

  /** The numbers of the names that start with a text. */
  numbersWithStart(start: string): readonly number[] {
    return this.names.flatMap((name, number) => (name.startsWith(start) ? [number] : []));
  }

  /** @throws RangeError for a number without name */
  nameOf(number: number): string {
    const name = this.#names[number];
    if (name === undefined) throw new RangeError(`no name has the number ${number}`);
    return name;
  }

  /** All names in the order of their numbers. */
  get names(): readonly string[] {
    return this.#names;
  }
}

/** Original spellings by number; of several the smallest. */
export class Spellings {
  readonly #least: (string | undefined)[] = [];

  note(number: number, spelling: string): void {
    const least = this.#least[number];
    if (least === undefined || spelling < least) this.#least[number] = spelling;
  }

  /** @returns empty for a number without spelling */
  of(number: number): string {
    return this.#least[number] ?? '';
  }
}
