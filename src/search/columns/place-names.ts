import { repairIri } from '../../rdf/iri.ts';
import type { BitSet } from '../bit-set.ts';
import type { Column, Entry } from '../entry.ts';
import { NameTable } from '../name-table.ts';
import { Relation } from '../relation.ts';
import type { LabelTable } from '../label-table.ts';
import { foundByClauses, type WordClause } from '../word-query.ts';

/** A condition on place names. */
export interface AskedPlace {
  /** Words in names and codes of places of an entry. */
  readonly words?: readonly WordClause[];
  /** A complete name or code. */
  readonly name?: string;
  /** Canonical IRI. */
  readonly iri?: string;
}

/** Names and identifiers of the places of entries. */
export class PlaceNames implements Column {
  /** Labels of names and codes. */
  readonly entries = new Relation();
  /** Labels of names only, for word search. */
  readonly named = new Relation();
  readonly #labels: LabelTable;
  readonly #iris = new NameTable();
  readonly #entryIris = new Relation();

  constructor(labels: LabelTable) {
    this.#labels = labels;
  }

  add({ facts }: Entry): void {
    const { names, identifiers } = facts.places;
    const named = names.map(({ text }) => this.#labels.add(text));
    const codes = identifiers.filter((each) => !isWholeIri(each));
    this.named.add(named);
    this.entries.add([...named, ...codes.map((code) => this.#labels.add(code))]);
    this.#entryIris.add(identifiers.filter(isWholeIri).map((iri) => this.#iris.add(iri)));
  }

  entriesWith({ words = [], name, iri }: AskedPlace): BitSet {
    const found = foundByClauses(words, this.entries.owners, (clause) =>
      this.entries.ownersOfAny(this.#labels.labelsWith(clause)),
    );
    const label = name === undefined ? undefined : this.#labels.numberOf(name);
    if (label !== undefined) found.addAll(this.entries.ownersOfAny([label]));
    if (iri !== undefined) found.addAll(this.#entryIris.ownersOfAny(this.#iris.numbersOf([iri])));
    return found;
  }
}

/** Whether a text is an IRI. */
function isWholeIri(text: string): boolean {
  return repairIri(text) === text;
}
