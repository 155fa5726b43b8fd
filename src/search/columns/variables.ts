import { unitCodeOf, unitName } from '../../facts/text/unit-name.ts';
import { folded } from '../../facts/text/fold.ts';
import type { VariableFacts } from '../../model/search-facts.ts';
import { iriSpellings } from '../../rdf/iri-spellings.ts';
import { repairIri } from '../../rdf/iri.ts';
import { BitSet } from '../bit-set.ts';
import type { Column, Entry } from '../entry.ts';
import { NameTable } from '../name-table.ts';
import { Relation } from '../relation.ts';
import { Spellings } from '../spellings.ts';
import type { LabelTable } from '../label-table.ts';
import type { TextTable } from '../text-table.ts';
import { foundByClauses, type WordClause } from '../word-query.ts';

/** What one variable is asked for; all of it must be true of the same one. */
export interface AskedVariable {
  /** Words of its names, codes and descriptions, or a name as a whole, or what it is by IRIs. */
  readonly by:
    | { readonly words: readonly WordClause[] }
    | { readonly name: string }
    | { readonly concepts: readonly string[] };
  /** Spellings of its unit, one of which it must have: see `unitKeys`. */
  readonly units?: readonly string[];
  /** Likewise of how it was measured. */
  readonly techniques?: readonly string[];
}

/** The measured variables of entries. Variables of which the same is said are one. */
export class Variables implements Column {
  readonly entries = new Relation();
  /** Of each entry the names of its variables, each once: to count them through `names` takes long. */
  readonly entryNames = new Relation();
  /** Names, codes, units and techniques, which are searched as words, and descriptions. */
  readonly labels = new Relation();
  readonly descriptions = new Relation();
  readonly names = new Relation();
  /** How names are written, by their labels. */
  readonly nameSpellings = new Spellings();
  readonly #nameCodes = new Relation();
  readonly #texts: TextTable;
  readonly #labels: LabelTable;
  readonly #numbers = new Map<string, number>();
  readonly #iris = new NameTable();
  readonly #concepts = new Relation();
  readonly #keys = new NameTable();
  readonly #units = new Relation();
  readonly #techniques = new Relation();

  constructor({ texts, labels }: { readonly texts: TextTable; readonly labels: LabelTable }) {
    this.#texts = texts;
    this.#labels = labels;
  }

  add({ facts }: Entry): void {
    const own = facts.variables.map((variable) => this.#numberOf(variable));
    this.entries.add(own);
    const names = new Set<number>();
    for (const each of own) for (const name of this.names.valuesOf(each)) names.add(name);
    this.entryNames.add(names);
  }

  /** The entries with a variable of which all that is asked is true. */
  entriesWith({ by, units, techniques }: AskedVariable): BitSet {
    const found = [this.#variablesBy(by)];
    if (units !== undefined) found.push(this.#units.ownersOfAny(this.#keys.numbersOf(units)));
    if (techniques !== undefined) {
      found.push(this.#techniques.ownersOfAny(this.#keys.numbersOf(techniques)));
    }
    return this.entries.ownersOfAny(BitSet.inAll(found));
  }

  #variablesBy(by: AskedVariable['by']): BitSet {
    if ('concepts' in by) return this.#concepts.ownersOfAny(this.#iris.numbersOf(by.concepts));
    if ('name' in by) {
      const label = this.#labels.numberOf(by.name);
      return this.names.ownersOfAny(label === undefined ? [] : [label]);
    }
    return foundByClauses(by.words, this.#numbers.size, (clause) => this.#variablesWith(clause));
  }

  #variablesWith(clause: WordClause): BitSet {
    const found = this.#nameCodes.ownersOfAny(this.#labels.labelsWith(clause));
    found.addAll(this.descriptions.ownersOfAny(this.#texts.textsWith(clause)));
    return found;
  }

  #numberOf(variable: VariableFacts): number {
    const key = keyOf(variable);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    this.#addVariable(variable);
    return number;
  }

  #addVariable(variable: VariableFacts): void {
    const { names, descriptions, concepts, codes, units, techniques } = variable;
    const label = (text: string): number => this.#labels.add(text);
    const named = names.map(({ text }) => label(text));
    for (const [at, { text }] of names.entries()) this.nameSpellings.note(named[at] ?? 0, text);
    this.names.add(named);
    this.#nameCodes.add([...named, ...codes.map(label)]);
    this.labels.add(labelsOfVariable(variable).map(label));
    this.descriptions.add(descriptions.map(({ text }) => this.#texts.add(text)));
    this.#concepts.add(concepts.flatMap(iriSpellings).map((iri) => this.#iris.add(iri)));
    this.#units.add(units.flatMap(unitKeys).map((key) => this.#keys.add(key)));
    this.#techniques.add(techniques.map((each) => this.#keys.add(nameKey(each))));
  }
}

/** What of a variable is searched as words, beside its descriptions. */
export function labelsOfVariable(variable: VariableFacts): readonly string[] {
  const { names, codes, units, techniques } = variable;
  return [
    ...names.map(({ text }) => text),
    ...codes,
    ...units.flatMap(unitText),
    ...techniques.filter((each) => repairIri(each) !== each),
  ];
}

/** No text of a publisher has it: `plainText` leaves out control characters. */
const [between, behind] = ['\u0001', '\u0002'];

/** All that is said of a variable in one text; `JSON.stringify` takes twice the time. */
function keyOf(variable: VariableFacts): string {
  const { names, descriptions, concepts, codes, units, techniques } = variable;
  let key = '';
  for (const texts of [names, descriptions]) {
    for (const { text, language = '' } of texts) key += text + between + language + between;
    key += behind;
  }
  for (const texts of [concepts, codes, units, techniques]) key += texts.join(between) + behind;
  return key;
}

/** What of a unit are words: its name, or its code where a register of units names it by an IRI. */
function unitText(unit: string): readonly string[] {
  if (repairIri(unit) !== unit) return [unit];
  const code = unitCodeOf(unit);
  return code === undefined ? [] : [code];
}

/** By what a unit is found: its IRI as published, the one spelling of its name or code. */
function unitKeys(unit: string): readonly string[] {
  return [...(repairIri(unit) === unit ? [unit] : []), ...unitText(unit).map(unitName)];
}

/** An IRI is its own name; a text is compared by its words. */
export function nameKey(name: string): string {
  return repairIri(name) === name ? name : folded(name);
}
