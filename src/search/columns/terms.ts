import { folded } from '../../facts/text/fold.ts';
import type { TermFacts } from '../../model/search-facts.ts';
import { iriSpellings } from '../../rdf/iri-spellings.ts';
import { isIri } from '../../rdf/iri.ts';
import { BitSet } from '../bit-set.ts';
import type { Column, Entry } from '../entry.ts';
import { NameTable } from '../name-table.ts';
import { Relation } from '../relation.ts';

/** A condition on controlled terms, by lookup keys of which one must match. */
export interface AskedTerm {
  /** IRIs, a code as published, or a folded label. */
  readonly names: readonly string[];
  /** IRIs or names of the vocabulary; absent if any will do. */
  readonly schemes?: readonly string[];
}

/** The controlled terms of entries; equal terms are stored once. */
export class Terms implements Column {
  readonly entries = new Relation();
  readonly #numbers = new Map<string, number>();
  readonly #keys = new NameTable();
  readonly #names = new Relation();
  readonly #schemes = new Relation();

  add({ facts }: Entry): void {
    this.entries.add(facts.texts.terms.map((term) => this.#numberOf(term)));
  }

  entriesWith({ names, schemes }: AskedTerm): BitSet {
    const found = [this.#names.ownersOfAny(this.#keys.numbersOf(names))];
    if (schemes !== undefined) {
      found.push(this.#schemes.ownersOfAny(this.#keys.numbersOf(schemes)));
    }
    return this.entries.ownersOfAny(BitSet.inAll(found));
  }

  #numberOf(term: TermFacts): number {
    const key = JSON.stringify(term);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    const { label, iri, scheme, code } = term;
    const names = [
      ...(iri === undefined ? [] : iriSpellings(iri)),
      ...(code === undefined ? [] : [code]),
      ...(label === undefined ? [] : [folded(label.text)]),
    ];
    this.#names.add(names.map((each) => this.#keys.add(each)));
    this.#schemes.add(schemeKeys(scheme).map((each) => this.#keys.add(each)));
    return number;
  }
}

function schemeKeys(scheme: string | undefined): readonly string[] {
  if (scheme === undefined) return [];
  return isIri(scheme) ? iriSpellings(scheme) : [scheme];
}
