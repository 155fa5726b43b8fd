import { normalizeUnit, unitCodeOfIri } from '../../facts/text/unit-name.ts';
import { foldText } from '../../facts/text/word-folding.ts';
import type { TermFacts, VariableFacts } from '../../model/search-facts.ts';
import { iriSpellings, isIri, repairIri } from '../../rdf/iri.ts';
import { BitSet, Relation } from '../number-tables.ts';
import {
  applyWordClauses,
  type LabelTable,
  NameTable,
  Spellings,
  type TextTable,
  type WordClause,
} from '../text-tables.ts';
import type { IndexColumn, IndexEntry } from './column.ts';

/** A condition on variables; all parts must match the same variable. */
export interface VariableQuery {
  /** Words in names, codes and descriptions; a complete name; or IRIs of the concept. */
  readonly by:
    | { readonly words: readonly WordClause[] }
    | { readonly name: string }
    | { readonly concepts: readonly string[] };
  /** Lookup keys of the unit, of which one must match: see `unitKeys`. */
  readonly units?: readonly string[];
  /** Lookup keys of the technique, of which one must match. */
  readonly techniques?: readonly string[];
}

/** The measured variables of entries; equal variables are stored once. */
export class VariableColumn implements IndexColumn {
  readonly entries = new Relation();
  /** The distinct variable names of each entry; counting through `names` takes too long. */
  readonly entryNames = new Relation();
  /** Labels for word search: names, codes, units and techniques; and texts of descriptions. */
  readonly labels = new Relation();
  readonly descriptions = new Relation();
  readonly names = new Relation();
  /** The original spellings of names. */
  readonly nameSpellings = new Spellings();
  readonly #nameCodes = new Relation();
  readonly #texts: TextTable;
  readonly #labels: LabelTable;
  /** The distinct variables by key. */
  readonly #variables = new NameTable();
  readonly #iris = new NameTable();
  readonly #concepts = new Relation();
  readonly #keys = new NameTable();
  readonly #units = new Relation();
  readonly #techniques = new Relation();

  constructor({ texts, labels }: { readonly texts: TextTable; readonly labels: LabelTable }) {
    this.#texts = texts;
    this.#labels = labels;
  }

  add({ facts }: IndexEntry): void {
    const own = facts.variables.map((variable) => this.#numberOf(variable));
    this.entries.add(own);
    const names = new Set<number>();
    for (const each of own) for (const name of this.names.valuesOf(each)) names.add(name);
    this.entryNames.add(names);
  }

  /** The entries with a variable that matches all parts of the condition. */
  entriesWith({ by, units, techniques }: VariableQuery): BitSet {
    const found = [this.#variablesBy(by)];
    if (units !== undefined) found.push(this.#units.ownersOfAny(this.#keys.numbersOf(units)));
    if (techniques !== undefined) {
      found.push(this.#techniques.ownersOfAny(this.#keys.numbersOf(techniques)));
    }
    return this.entries.ownersOfAny(BitSet.inAll(found));
  }

  /** The concepts of variables, with the number of entries in a set that have these. */
  countedConcepts(among: BitSet): Iterable<CountedTerm> {
    return countTerms(this.entries, among, (number) => {
      // The facts are the key.
      const { concepts, names } = JSON.parse(this.#variables.nameOf(number)) as VariableFacts;
      return { iris: concepts, label: names[0]?.text };
    });
  }

  #variablesBy(by: VariableQuery['by']): BitSet {
    if ('concepts' in by) return this.#concepts.ownersOfAny(this.#iris.numbersOf(by.concepts));
    if ('name' in by) {
      const label = this.#labels.numberOf(by.name);
      return this.names.ownersOfAny(label === undefined ? [] : [label]);
    }
    return applyWordClauses(by.words, this.#variables.size, (clause) =>
      this.#variablesWith(clause),
    );
  }

  #variablesWith(clause: WordClause): BitSet {
    const found = this.#nameCodes.ownersOfAny(this.#labels.labelsWith(clause));
    found.addAll(this.descriptions.ownersOfAny(this.#texts.textsWith(clause)));
    return found;
  }

  #numberOf(variable: VariableFacts): number {
    const { size } = this.#variables;
    const number = this.#variables.add(JSON.stringify(variable));
    if (number === size) this.#addVariable(variable);
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
    this.#techniques.add(techniques.map((each) => this.#keys.add(foldUnlessIri(each))));
  }
}

/** The texts of a variable for word search, except descriptions. */
export function labelsOfVariable(variable: VariableFacts): readonly string[] {
  const { names, codes, units, techniques } = variable;
  return [
    ...names.map(({ text }) => text),
    ...codes,
    ...units.flatMap(searchableUnitText),
    ...techniques.filter((each) => repairIri(each) !== each),
  ];
}

/** The searchable text of a unit: its name, or its code if a register names it by an IRI. */
function searchableUnitText(unit: string): readonly string[] {
  if (repairIri(unit) !== unit) return [unit];
  const code = unitCodeOfIri(unit);
  return code === undefined ? [] : [code];
}

/** Lookup keys of a unit: its IRI as published, its normalised name or code. */
function unitKeys(unit: string): readonly string[] {
  return [
    ...(repairIri(unit) === unit ? [unit] : []),
    ...searchableUnitText(unit).map(normalizeUnit),
  ];
}

/** Lookup key of a name: an IRI as it is, a text folded. */
export function foldUnlessIri(name: string): string {
  return repairIri(name) === name ? name : foldText(name);
}

/** What a value says about terms. */
interface SaidTerms {
  readonly iris: readonly string[];
  readonly label: string | undefined;
}

/** Reading the terms of all values would keep others waiting. */
const maxValues = 5000;

/** Counts the entries that have each term, by the most frequent values. */
function countTerms(
  entries: Relation,
  among: BitSet,
  read: (value: number) => SaidTerms,
): Iterable<CountedTerm> {
  const said = new Map(mostFrequentValues(entries, among).map((value) => [value, read(value)]));
  const found = new Map<string, { iri: string; label?: string; count: number; last: number }>();
  for (const entry of among.toArray()) {
    entries.eachValueOf(entry, (value) => {
      const { iris, label } = said.get(value) ?? { iris: [], label: undefined };
      for (const iri of iris) {
        const term = found.get(iri) ?? { iri, count: 0, last: -1 };
        if (term.last !== entry) term.count += 1;
        term.last = entry;
        if (label !== undefined) term.label ??= label;
        found.set(iri, term);
      }
    });
  }
  return found.values();
}

function mostFrequentValues(entries: Relation, among: BitSet): readonly number[] {
  const counts = new Map<number, number>();
  for (const entry of among.toArray()) {
    entries.eachValueOf(entry, (value) => {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    });
  }
  const values = [...counts].toSorted(([, one], [, other]) => other - one);
  return values.slice(0, maxValues).map(([value]) => value);
}

/** A condition on controlled terms, by lookup keys of which one must match. */
interface TermQuery {
  /** IRIs, a code as published, or a folded label. */
  readonly names: readonly string[];
  /** IRIs or names of the vocabulary; absent if any will do. */
  readonly schemes?: readonly string[];
}

/** A term of a vocabulary with the number of entries that have it. */
interface CountedTerm {
  /** As published. */
  readonly iri: string;
  readonly label?: string;
  readonly count: number;
}

/** The controlled terms of entries; equal terms are stored once. */
export class TermColumn implements IndexColumn {
  readonly entries = new Relation();
  /** The distinct terms by key. */
  readonly #terms = new NameTable();
  readonly #keys = new NameTable();
  readonly #names = new Relation();
  readonly #schemes = new Relation();

  add({ facts }: IndexEntry): void {
    this.entries.add(facts.texts.terms.map((term) => this.#numberOf(term)));
  }

  entriesWith({ names, schemes }: TermQuery): BitSet {
    const found = [this.#names.ownersOfAny(this.#keys.numbersOf(names))];
    if (schemes !== undefined) {
      found.push(this.#schemes.ownersOfAny(this.#keys.numbersOf(schemes)));
    }
    return this.entries.ownersOfAny(BitSet.inAll(found));
  }

  /** The IRIs of terms, with the number of entries in a set that have them. */
  countedIris(among: BitSet): Iterable<CountedTerm> {
    return countTerms(this.entries, among, (number) => {
      const { iri, label } = JSON.parse(this.#terms.nameOf(number)) as TermFacts; // its key
      return { iris: iri === undefined ? [] : [iri], label: label?.text };
    });
  }

  #numberOf(term: TermFacts): number {
    const { size } = this.#terms;
    const number = this.#terms.add(JSON.stringify(term));
    if (number < size) return number;
    const { label, iri, scheme, code } = term;
    const names = [
      ...(iri === undefined ? [] : iriSpellings(iri)),
      ...(code === undefined ? [] : [code]),
      ...(label === undefined ? [] : [foldText(label.text)]),
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
