import { isWrittenIri, withBlanks } from '../../rdf/iri.ts';
import {
  isBlankNode,
  iterateStatements,
  literalParts,
  type StatementText,
  unescapeLiteral,
} from '../../rdf/n-quads.ts';
import { rdf, xsd } from '../../rdf/vocabularies.ts';
import { memoize } from '../../text/collections.ts';
import {
  createNameTest,
  createRelativeReferenceReader,
  type NameTest,
  type RelativeReferenceReader,
} from '../text/relative-iris.ts';
import type { FactLiteral, FactNode, FactValue } from './fact-node.ts';

/** The nodes of one record graph. */
export interface ReadableRecordGraph {
  /** The IRI of the graph. */
  readonly graph: string;
  /**
   * A node of the graph.
   * @param name its IRI, or its label with `_:`
   * @returns a node without values if there are no statements about it
   */
  readonly node: (name: string) => FactNode;
}

interface RecordText extends StatementText {
  /** The base of relative IRIs; default: the document URL. */
  readonly base?: string | undefined;
}

/**
 * Reads a record graph. Texts and lists are read lazily.
 * @param budget limits the reading of referenced nodes, see `ReadingBudget`
 */
export function readRecordGraph(
  text: RecordText,
  budget = new ReadingBudget(text.nquads.length),
): ReadableRecordGraph {
  const nodes = new GraphNodes(text, budget);
  return { graph: text.graph, node: (name) => nodes.ask(name) };
}

/** Shares the strings of the few hundred properties that records have. */
const parseIri = memoize((term: string) => unescapeLiteral(term.slice(1, -1)));

/** All nodes of a record graph, by term. */
class GraphNodes {
  readonly budget: ReadingBudget;
  readonly isUsable: NameTest;
  readonly relativeText: RelativeReferenceReader;
  /** The node requested last; its own values are read whatever the budget. */
  asked: FactNode | undefined;
  readonly #nodes = new Map<string, GraphNode>();
  readonly #referring = new Map<string, NodesByValue>();

  constructor(text: RecordText, budget: ReadingBudget) {
    const { graph, base = graph.replace(/#.*/su, '') } = text;
    this.budget = budget;
    this.isUsable = createNameTest(base);
    this.relativeText = createRelativeReferenceReader(base);
    for (const { subject, predicate, object } of iterateStatements(text)) {
      this.nodeOf(subject).add(parseIri(predicate), object);
      if (isBlankNode(object)) this.nodeOf(object).references += 1;
    }
  }

  ask(name: string): FactNode {
    this.asked = this.nodeOf(isBlankNode(name) ? name : `<${name}>`);
    return this.asked;
  }

  nodeOf(term: string): GraphNode {
    const known = this.#nodes.get(term);
    if (known !== undefined) return known;
    const node = new GraphNode(term, this);
    this.#nodes.set(term, node);
    return node;
  }

  /** The nodes with each value of a property. */
  referringBy(property: string): NodesByValue {
    const known = this.#referring.get(property);
    if (known !== undefined) return known;
    const subjects = new Map<FactValue, GraphNode[]>();
    for (const subject of this.#nodes.values()) {
      for (const value of subject.read(property).values) {
        const others = subjects.get(value);
        if (others === undefined) subjects.set(value, [subject]);
        else others.push(subject);
      }
    }
    this.#referring.set(property, subjects);
    return subjects;
  }

  valueOf(term: string): FactValue {
    return term.startsWith('"') ? parseLiteral(term) : this.nodeOf(term);
  }

  /** The items of the list that starts at a term, perhaps an empty one; undefined if it is none. */
  listItems(term: string): readonly FactValue[] | undefined {
    const list = this.#findList(term);
    return list === undefined ? undefined : this.#readListItems(list);
  }

  #findList(term: string): GraphNode | undefined {
    if (term.startsWith('"')) return undefined;
    const node = this.nodeOf(term);
    const isCell = node.termsOf(rdf.first).length + node.termsOf(rdf.rest).length > 0;
    return isCell || node.name === rdf.nil ? node : undefined;
  }

  /** Flattens nested lists; a cyclic list ends at the cycle. */
  #readListItems(list: GraphNode): readonly FactValue[] {
    const met = new Set<GraphNode>();
    const items: FactValue[] = [];
    const waiting: GraphNode[] = [list];
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      if (met.has(cell) || cell.name === rdf.nil) continue;
      met.add(cell);
      for (const term of cell.termsOf(rdf.rest)) {
        if (!term.startsWith('"')) waiting.push(this.nodeOf(term));
      }
      for (const term of cell.termsOf(rdf.first)) {
        const inner = this.#findList(term);
        if (inner === undefined) items.push(this.valueOf(term));
        else waiting.push(inner);
      }
    }
    return items;
  }
}

/** By value: the nodes that have it, also in a list. */
type NodesByValue = ReadonlyMap<FactValue, readonly GraphNode[]>;

/** The values of a property, and their length. */
interface ReadValues {
  readonly values: readonly FactValue[];
  /** Those of the values that are in lists. */
  readonly listed: readonly FactValue[];
  readonly characters: number;
}

const emptyValues: readonly FactValue[] = [];
const noValues: ReadValues = { values: emptyValues, listed: emptyValues, characters: 0 };

/** A node with the statements that have it as subject or object. */
class GraphNode implements FactNode {
  readonly kind = 'node';
  readonly name: string;
  /** Number of references; only counted for blank nodes. */
  references = 0;
  readonly #graph: GraphNodes;
  /** Unread terms by property. */
  readonly #terms = new Map<string, string[]>();
  #read: Map<string, ReadValues> | undefined;
  #known: Map<object, unknown> | undefined;
  #iri: string | undefined | null = null;
  #types: readonly string[] | undefined;

  constructor(term: string, graph: GraphNodes) {
    this.name = isBlankNode(term) ? term : unescapeLiteral(term.slice(1, -1));
    this.#graph = graph;
  }

  add(property: string, term: string): void {
    const terms = this.#terms.get(property);
    if (terms === undefined) this.#terms.set(property, [term]);
    else terms.push(term);
  }

  get iri(): string | undefined {
    if (this.#iri !== null) return this.#iri;
    const isName = !isBlankNode(this.name) && this.#graph.isUsable(this.name);
    this.#iri = isName ? this.name : undefined;
    return this.#iri;
  }

  get writtenAs(): string | undefined {
    const isDescribed = this.#terms.size > (this.#terms.has(rdf.type) ? 1 : 0);
    if (isBlankNode(this.name) || isDescribed) return undefined;
    const relative = this.#graph.relativeText(this.name);
    if (relative !== undefined) return withBlanks(relative);
    const text = withBlanks(this.name);
    return text === this.name || isWrittenIri(this.name) ? undefined : text;
  }

  get isDescribed(): boolean {
    return this.#terms.size > 0;
  }

  get standsAlone(): boolean {
    return isBlankNode(this.name) && this.references <= 1;
  }

  get known(): Map<object, unknown> | undefined {
    if (this.standsAlone) return undefined;
    this.#known ??= new Map();
    return this.#known;
  }

  get types(): readonly string[] {
    this.#types ??= (this.#terms.get(rdf.type) ?? []).map(parseIri).toSorted();
    return this.#types;
  }

  get properties(): readonly string[] {
    return [...this.#terms.keys()];
  }

  values(properties: readonly string[]): readonly FactValue[] {
    const { budget } = this.#graph;
    const isFree = this.standsAlone || this.#graph.asked === this;
    if (!isFree && budget.refuses()) return emptyValues;
    budget.spend(1);
    // Avoids allocation: readers pass a hundred properties to nodes with ten.
    let found: readonly FactValue[] = emptyValues;
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
    const subjects = properties.flatMap(
      (property) => this.#graph.referringBy(property).get(this) ?? [],
    );
    return subjects.length < 2 ? subjects : [...new Set(subjects)];
  }

  termsOf(property: string): readonly string[] {
    return this.#terms.get(property) ?? [];
  }

  /** The values of a property, read once, whatever the budget. */
  read(property: string): ReadValues {
    const terms = this.#terms.get(property);
    if (terms === undefined) return noValues;
    const before = this.#read?.get(property);
    if (before !== undefined) return before;
    const values: FactValue[] = [];
    const listed: FactValue[] = [];
    for (const term of terms) {
      const items = this.#graph.listItems(term);
      if (items === undefined) values.push(this.#graph.valueOf(term));
      for (const item of items ?? []) {
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

/** JSON-LD's form of numbers that are no integers, with 16 digits (JSON-LD 1.1 API §8.6). */
const canonicalDouble = /^-?\d\.\d+E-?\d+$/u;

function parseLiteral(term: string): FactLiteral {
  const { escaped, language, datatype } = literalParts(term);
  const text = unescapeLiteral(escaped);
  if (language !== undefined) return { kind: 'literal', text, language: language.toLowerCase() };
  if (datatype === undefined) return { kind: 'literal', text };
  const type = parseIri(datatype);
  const isNumber = type === xsd.double && canonicalDouble.test(text);
  return { kind: 'literal', text: isNumber ? formatNumber(Number(text)) : text, datatype: type };
}

/** The JSON form: JSON-LD turns 9.7 into `9.699999999999999E0`. */
function formatNumber(written: number): string {
  const short = Number(written.toPrecision(15));
  return String(short.toExponential(15) === written.toExponential(15) ? short : written);
}

/** Far more than the record with the most files, stations and authors needs. */
const leastCharacters = 5_000_000;
/** A text may be read several times, by different readers. */
const timesDocument = 10;

/**
 * Limits the text that is read for the search facts of all records of a document. Readers are
 * linear, but thousands of resources can refer to one place with a long outline, which is read for
 * each. When the budget is spent, only statements of the resource itself are read. Counting
 * characters instead of time makes the facts deterministic.
 */
export class ReadingBudget {
  #left: number;
  /** How often a value was not read. */
  refusals = 0;

  /** @param documentCharacters length of the document */
  constructor(documentCharacters: number) {
    this.#left = leastCharacters + timesDocument * documentCharacters;
  }

  spend(characters: number): void {
    this.#left -= characters;
  }

  /** Whether the budget is spent; counts refusals. */
  refuses(): boolean {
    if (this.#left >= 0) return false;
    this.refusals += 1;
    return true;
  }
}
