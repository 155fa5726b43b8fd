import { isWrittenIri, withBlanks } from '../../rdf/iri-spellings.ts';
import { literalParts, unescaped } from '../../rdf/literal-term.ts';
import { isBlank, statementsOf, type StatementText } from '../../rdf/statement.ts';
import { rdf, xsd } from '../../rdf/vocabularies.ts';
import { remembered } from '../../text/remembered.ts';
import { createRelativeText, type RelativeText } from '../text/relative-text.ts';
import { createNameTest, type NameTest } from '../text/usable-name.ts';
import type { FactLiteral, FactNode, FactValue } from './fact-node.ts';
import { ReadingBudget } from './reading-budget.ts';

/** The nodes of one record graph, to read facts from. */
export interface RecordGraph {
  /** The IRI of the graph. */
  readonly graph: string;
  /**
   * A node of the graph.
   * @param name its IRI, or its label with `_:` before it
   * @returns a node without values where the graph says nothing of it
   */
  readonly node: (name: string) => FactNode;
}

export interface RecordText extends StatementText {
  /** What relative IRIs were resolved against; the URL of the document where it is absent. */
  readonly base?: string | undefined;
}

/**
 * Reads a record graph: the statements at once, texts and lists when a reader asks for them.
 * @param budget limits what is read of nodes that others refer to, see `ReadingBudget`
 */
export function readRecordGraph(
  text: RecordText,
  budget = new ReadingBudget(text.nquads.length),
): RecordGraph {
  const { graph, base = graph.replace(/#.*/su, '') } = text;
  const statements = new Map<string, GraphNode>();
  const names = { isUsable: createNameTest(base), relativeText: createRelativeText(base) };
  const referring = new Map<string, Referring>();
  const reading: Reading = { budget, names, asked: undefined, nodeOf, referringBy };
  for (const { subject, predicate, object } of statementsOf(text)) {
    nodeOf(subject).add(iriIn(predicate), object);
    if (isBlank(object)) nodeOf(object).references += 1;
  }

  function nodeOf(term: string): GraphNode {
    const known = statements.get(term);
    if (known !== undefined) return known;
    const node = new GraphNode(term, reading);
    statements.set(term, node);
    return node;
  }

  function referringBy(property: string): Referring {
    const known = referring.get(property);
    if (known !== undefined) return known;
    const subjects = new Map<FactValue, GraphNode[]>();
    for (const subject of statements.values()) {
      for (const value of subject.read(property).values) {
        const others = subjects.get(value);
        if (others === undefined) subjects.set(value, [subject]);
        else others.push(subject);
      }
    }
    referring.set(property, subjects);
    return subjects;
  }

  return {
    graph,
    node(name) {
      const node = nodeOf(isBlank(name) ? name : `<${name}>`);
      reading.asked = node;
      return node;
    },
  };
}

/** The IRI of a term, one text for each; records have the same few hundred properties. */
const iriIn = remembered((term: string) => unescaped(term.slice(1, -1)));

interface Reading {
  readonly budget: ReadingBudget;
  readonly names: { readonly isUsable: NameTest; readonly relativeText: RelativeText };
  /** The node that was asked for last: its own values are read whatever the budget is. */
  asked: FactNode | undefined;
  readonly nodeOf: (term: string) => GraphNode;
  /** What has each value of a property. */
  readonly referringBy: (property: string) => Referring;
}

/** By value: the nodes that have it, perhaps in a list. */
type Referring = ReadonlyMap<FactValue, readonly GraphNode[]>;

/** The values of a property, and how much text they are. */
interface ReadValues {
  readonly values: readonly FactValue[];
  /** Those of them that stand in lists. */
  readonly listed: readonly FactValue[];
  readonly characters: number;
}

const nothing: readonly FactValue[] = [];
const noValues: ReadValues = { values: nothing, listed: nothing, characters: 0 };

/** A node with the statements in which it is subject or object. */
class GraphNode implements FactNode {
  readonly kind = 'node';
  readonly name: string;
  /** How often it is an object; counted of blank nodes only. */
  references = 0;
  readonly #reading: Reading;
  /** By property: the terms that stand there, until they are read. */
  readonly #terms = new Map<string, string[]>();
  #read: Map<string, ReadValues> | undefined;
  #known: Map<object, unknown> | undefined;
  #iri: string | undefined | null = null;
  #types: readonly string[] | undefined;

  constructor(term: string, reading: Reading) {
    this.name = isBlank(term) ? term : unescaped(term.slice(1, -1));
    this.#reading = reading;
  }

  add(property: string, term: string): void {
    const terms = this.#terms.get(property);
    if (terms === undefined) this.#terms.set(property, [term]);
    else terms.push(term);
  }

  get iri(): string | undefined {
    if (this.#iri !== null) return this.#iri;
    const isName = !isBlank(this.name) && this.#reading.names.isUsable(this.name);
    this.#iri = isName ? this.name : undefined;
    return this.#iri;
  }

  get writtenAs(): string | undefined {
    const isDescribed = this.#terms.size > (this.#terms.has(rdf.type) ? 1 : 0);
    if (isBlank(this.name) || isDescribed) return undefined;
    const relative = this.#reading.names.relativeText(this.name);
    if (relative !== undefined) return withBlanks(relative);
    const text = withBlanks(this.name);
    return text === this.name || isWrittenIri(this.name) ? undefined : text;
  }

  get isDescribed(): boolean {
    return this.#terms.size > 0;
  }

  get standsAlone(): boolean {
    return isBlank(this.name) && this.references <= 1;
  }

  get known(): Map<object, unknown> | undefined {
    if (this.standsAlone) return undefined;
    this.#known ??= new Map();
    return this.#known;
  }

  get types(): readonly string[] {
    this.#types ??= (this.#terms.get(rdf.type) ?? []).map(iriIn).toSorted();
    return this.#types;
  }

  get properties(): readonly string[] {
    return [...this.#terms.keys()];
  }

  values(properties: readonly string[]): readonly FactValue[] {
    const { budget } = this.#reading;
    const isFree = this.standsAlone || this.#reading.asked === this;
    if (!isFree && budget.refuses()) return nothing;
    budget.spend(1);
    // Asked for a hundred properties of a node that has ten.
    let found: readonly FactValue[] = nothing;
    for (const property of properties) {
      const { values, characters } = this.read(property);
      if (values.length === 0) continue;
      budget.spend(characters);
      found = found.length === 0 ? values : [...found, ...values];
    }
    return found;
  }

  listed(properties: readonly string[]): readonly FactValue[] {
    return properties.flatMap((property) => this.read(property).listed);
  }

  referrers(properties: readonly string[]): readonly FactNode[] {
    const subjects = properties.flatMap((property) => {
      return this.#reading.referringBy(property).get(this) ?? [];
    });
    return subjects.length < 2 ? subjects : [...new Set(subjects)];
  }

  termsOf(property: string): readonly string[] {
    return this.#terms.get(property) ?? [];
  }

  /** The values of a property, read once, whatever the budget is. */
  read(property: string): ReadValues {
    const terms = this.#terms.get(property);
    if (terms === undefined) return noValues;
    const before = this.#read?.get(property);
    if (before !== undefined) return before;
    const values: FactValue[] = [];
    const listed: FactValue[] = [];
    for (const term of terms) {
      const list = listAt(term, this.#reading);
      const items = list === undefined ? [] : itemsOf(list, this.#reading);
      if (list === undefined) values.push(valueOf(term, this.#reading));
      for (const item of items) {
        values.push(item);
        listed.push(item);
      }
    }
    let characters = 0;
    for (const value of values) if (value.kind === 'literal') characters += value.text.length;
    const read = { values, listed, characters };
    this.#read ??= new Map();
    this.#read.set(property, read);
    return read;
  }
}

function valueOf(term: string, reading: Reading): FactValue {
  return term.startsWith('"') ? literalOf(term) : reading.nodeOf(term);
}

/** The list that a term is, perhaps an empty one. */
function listAt(term: string, reading: Reading): GraphNode | undefined {
  if (term.startsWith('"')) return undefined;
  const node = reading.nodeOf(term);
  const isCell = node.termsOf(rdf.first).length + node.termsOf(rdf.rest).length > 0;
  return isCell || node.name === rdf.nil ? node : undefined;
}

/** Of a list in a list, the items of both; a list that leads back into itself ends there. */
function itemsOf(list: GraphNode, reading: Reading): readonly FactValue[] {
  const met = new Set<GraphNode>();
  const items: FactValue[] = [];
  const waiting: GraphNode[] = [list];
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    if (met.has(cell) || cell.name === rdf.nil) continue;
    met.add(cell);
    for (const term of cell.termsOf(rdf.rest)) {
      if (!term.startsWith('"')) waiting.push(reading.nodeOf(term));
    }
    for (const term of cell.termsOf(rdf.first)) {
      const inner = listAt(term, reading);
      if (inner === undefined) items.push(valueOf(term, reading));
      else waiting.push(inner);
    }
  }
  return items;
}

/** How JSON-LD writes a number that is no integer (JSON-LD 1.1 API §8.6): with 16 digits. */
const canonicalDouble = /^-?\d\.\d+E-?\d+$/u;

function literalOf(term: string): FactLiteral {
  const { escaped, language, datatype } = literalParts(term);
  const text = unescaped(escaped);
  if (language !== undefined) return { kind: 'literal', text, language: language.toLowerCase() };
  if (datatype === undefined) return { kind: 'literal', text };
  const type = iriIn(datatype);
  const isNumber = type === xsd.double && canonicalDouble.test(text);
  return { kind: 'literal', text: isNumber ? numberText(Number(text)) : text, datatype: type };
}

/** As JSON has it: `9.699999999999999E0` is what JSON-LD makes of 9.7. */
function numberText(written: number): string {
  const short = Number(written.toPrecision(15));
  return String(short.toExponential(15) === written.toExponential(15) ? short : written);
}
