import { repairIri } from '../../rdf/iri.ts';
import type { BitSet } from '../bit-set.ts';
import type { Column, Entry } from '../entry.ts';
import { NameTable } from '../name-table.ts';
import { Relation } from '../relation.ts';
import type { LabelTable } from '../label-table.ts';
import { foundByClauses, type WordClause } from '../word-query.ts';

/** A place that is asked for by what it is called. */
export interface AskedPlace {
  /** All of them stand in names and codes of places of an entry. */
  readonly words?: readonly WordClause[];
  /** A name or code as a whole. */
  readonly name?: string;
  /** Its IRI in the one spelling. */
  readonly iri?: string;
}

/** Names and identifiers of the places of entries. */
export class PlaceNames implements Column {
  /** Names and codes, as labels. */
  readonly entries = new Relation();
  /** The names alone, which are searched as words. */
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

/** Whether a text is an IRI as it stands. */
function isWholeIri(text: string): boolean {
  return repairIri(text) === text;
}
