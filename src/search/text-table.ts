import { testForWords, words } from '../facts/text/fold.ts';
import { BitSet } from './bit-set.ts';
import { NameTable } from './name-table.ts';
import { Relation } from './relation.ts';
import type { WordClause, WordPattern } from './word-query.ts';

/** Texts as their words (`words`), by which they are found. */
export class TextTable {
  readonly #words = new NameTable();
  /** Of each text its words, in their order and with repetition. */
  readonly #texts = new Relation();
  readonly #mayBeFound: (text: string) => boolean;

  /**
   * @param asked words, one of which a text must hold to be found; by default all can be found
   */
  constructor(asked?: readonly string[]) {
    this.#mayBeFound = asked === undefined ? () => true : testForWords(asked);
  }

  get size(): number {
    return this.#texts.owners;
  }

  /** Adds a text, whether it is there or not. @returns its number */
  add(text: string): number {
    const number = this.size;
    const said = this.#mayBeFound(text) ? words(text) : [];
    this.#texts.add(said.map((word) => this.#numberOf(word)));
    return number;
  }

  /** The texts that hold one of the alternatives of a clause. */
  textsWith({ alternatives }: Pick<WordClause, 'alternatives'>): BitSet {
    const found = new BitSet(this.size);
    for (const pattern of alternatives) this.#addMatches(found, pattern);
    return found;
  }

  #numberOf(word: string): number {
    return this.#words.numberOf(word) ?? this.#words.add(ownText(word));
  }

  #addMatches(found: BitSet, { words: asked, isPrefix }: WordPattern): void {
    const whole = isPrefix ? asked.slice(0, -1) : asked;
    const known = this.#words.numbersOf(whole);
    if (known.length < whole.length) return;
    const endings = isPrefix ? this.#wordsBeginning(asked.at(-1) ?? '') : noEndings;
    if (asked.length === 1) {
      for (const word of known) this.#addTextsWith(found, word);
      this.#texts.eachOwnerOf(endings, (text) => found.add(text));
      return;
    }
    for (const text of this.#candidatesFor(known)) {
      if (holdsPhrase(this.#texts.valuesOf(text), known, isPrefix ? endings : undefined)) {
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

  /** The texts with the rarest of some words. */
  #candidatesFor(asked: readonly number[]): Int32Array {
    const [first, ...others] = asked.map((word) => this.#texts.ownersOf(word));
    return others.reduce(
      (rarest, texts) => (texts.length < rarest.length ? texts : rarest),
      first ?? new Int32Array(0),
    );
  }
}

const noEndings = new BitSet();

/** @param endings one of which must stand behind the words; undefined where nothing must */
function holdsPhrase(
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

/** V8 keeps a piece of so many characters as a reference to the text that it is from. */
const leastSliced = 13;

/** The same text without the longer one that it is a piece of, which would stay in memory. */
function ownText(word: string): string {
  return word.length < leastSliced ? word : Buffer.from(word).toString();
}
