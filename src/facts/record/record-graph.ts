import { mendAddress } from '../../rdf/iri.ts';
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
} from '../text/missing-values.ts';
import { readWrittenList } from '../text/written-list.ts';

/** A value of a property. */
export type FactValue = FactNode | FactLiteral;

/** A literal of a record graph. */
export interface FactLiteral {
  readonly kind: 'literal';
  /**
   * The lexical form; numbers as JSON writes them, addresses mended (`mendAddress`), the complete
   * text of JSON literals (`rdf:JSON`).
   */
  readonly text: string;
  /** In lower case. */
  readonly language?: string;
  /** Datatype IRI in the canonical namespace; absent for xsd:string. */
  readonly datatype?: string;
}

/** The items of a list, with the items of its inner lists. */
export type NestedItems = readonly (FactValue | NestedItems)[];

/** Lists of polygons are nested four levels deep. */
const maxNesting = 8;

/** The values of the properties of a node; none for a literal. */
export function valuesOf(value: FactValue, properties: readonly string[]): readonly FactValue[] {
  return value.kind === 'literal' ? [] : value.values(properties);
}

/** The nodes among the values of the properties. */
export function nodesUnder(node: FactNode, properties: readonly string[]): readonly FactNode[] {
  return node.values(properties).filter((value) => value.kind === 'node');
}

/** Whether a value is a node, and not a text published in place of an IRI. */
export function isOwnNode(value: FactValue): value is FactNode {
  return value.kind === 'node' && value.writtenAs === undefined;
}

/** A value with the property that it belongs to. */
export interface StatedValue {
  readonly value: FactValue;
  /** The IRI of the property. */
  readonly property: string;
  /** Whether it is in a list, so that its position has a meaning. */
  readonly isListed: boolean;
}

/** The values of the properties of a node, by property. */
export function valuesUnder(node: FactNode, properties: readonly string[]): readonly StatedValue[] {
  return properties.flatMap((property) => {
    const values = node.values([property]);
    const inLists = new Set(values.length === 0 ? [] : node.listed([property]));
    return values.map((value) => ({ value, property, isListed: inLists.has(value) }));
  });
}

/**
 * The text of a literal; of a node the text published in place of its IRI, else the IRI.
 * @returns undefined for a blank node
 */
export function factText(value: FactValue): string | undefined {
  return value.kind === 'literal' ? value.text : (value.writtenAs ?? value.iri);
}

/**
 * Memoises a reader for the lifetime of each node: thousands of nodes can refer to a node with
 * thousands of statements, and reading it each time would take quadratic time. A node that stands
 * alone is not memoised, because reading it costs less.
 */
export function memoizePerNode<Result>(
  read: (node: FactNode) => Result,
): (node: FactNode) => Result {
  return (node) => {
    const { known } = node;
    if (known === undefined) return read(node);
    if (!known.has(read)) known.set(read, read(node));
    return known.get(read) as Result; // what `read` returned
  };
}

/**
 * As `memoizePerNode`, for a reader of properties, by the identity of the list of properties. A
 * literal has none.
 */
export function memoizePerNodeAndProperties<Item>(
  read: (node: FactNode, properties: readonly string[]) => readonly Item[],
): (value: FactValue, properties: readonly string[]) => readonly Item[] {
  const readers = new WeakMap<readonly string[], (node: FactNode) => readonly Item[]>();
  return (value, properties) => {
    if (value.kind === 'literal') return [];
    const reader = readers.get(properties) ?? memoizePerNode((each) => read(each, properties));
    readers.set(properties, reader);
    return reader(value);
  };
}

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
 * Reads a record graph. Texts and lists are read lazily. A list that is written as a text
 * (`readWrittenList`) is read as a list.
 * @param budget limits the reading of referenced nodes, see `ReadingBudget`
 */
export function readRecordGraph(
  text: RecordText,
  budget = new ReadingBudget(text.nquads.length),
): ReadableRecordGraph {
  const nodes = new GraphNodes(text, budget);
  return { graph: text.graph, node: (name) => nodes.request(name) };
}

/** Shares the strings of the few hundred properties that records have. */
const parseIri = memoize((term: string) => unescapeLiteral(term.slice(1, -1)));

/** All nodes of a record graph, by term. */
class GraphNodes {
  readonly budget: ReadingBudget;
  readonly isUsable: NameTest;
  readonly relativeText: RelativeReferenceReader;
  /** The node requested last; its own values are read whatever the budget. */
  requested: FactNode | undefined;
  readonly #nodes = new Map<string, FactNode>();
  readonly #referring = new Map<string, ReadonlyMap<FactValue, readonly FactNode[]>>();

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

  request(name: string): FactNode {
    this.requested = this.nodeOf(isBlankNode(name) ? name : `<${name}>`);
    return this.requested;
  }

  nodeOf(term: string): FactNode {
    const known = this.#nodes.get(term);
    if (known !== undefined) return known;
    const node = new FactNode(term, this);
    this.#nodes.set(term, node);
    return node;
  }

  /** The nodes by the values that they have for a property, also in a list. */
  referringBy(property: string): ReadonlyMap<FactValue, readonly FactNode[]> {
    const known = this.#referring.get(property);
    if (known !== undefined) return known;
    const subjects = new Map<FactValue, FactNode[]>();
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

  /**
   * The items of the list that starts at a term, or is written in a literal; undefined if it is no
   * list. Flattens nested lists; a cyclic list ends at the cycle.
   */
  listItems(term: string): readonly FactValue[] | undefined {
    if (term.startsWith('"')) return writtenItems(term);
    const list = this.#findList(term);
    if (list === undefined) return undefined;
    const seen = new Set<FactNode>();
    const items: FactValue[] = [];
    const waiting = [list];
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      if (seen.has(cell) || cell.name === rdf.nil) continue;
      seen.add(cell);
      for (const rest of cell.termsOf(rdf.rest)) {
        if (!rest.startsWith('"')) waiting.push(this.nodeOf(rest));
      }
      for (const item of cell.termsOf(rdf.first)) {
        const inner = this.#findList(item);
        if (inner === undefined) items.push(this.valueOf(item));
        else waiting.push(inner);
      }
    }
    return items;
  }

  /**
   * The items of the list that starts at a term, nested; undefined if it is no list. Each cell is
   * read once, so that a list in itself ends, and lists that share others take linear time.
   */
  nestedItems(
    term: string,
    depth = maxNesting,
    seen = new Set<FactNode>(),
  ): NestedItems | undefined {
    let cell = this.#findList(term);
    if (cell === undefined) return undefined;
    const items: (FactValue | NestedItems)[] = [];
    while (cell !== undefined && cell.name !== rdf.nil && !seen.has(cell)) {
      seen.add(cell);
      const [item, ...others] = cell.termsOf(rdf.first);
      if (item !== undefined && others.length === 0) {
        const inner = depth === 0 ? undefined : this.nestedItems(item, depth - 1, seen);
        items.push(inner ?? this.valueOf(item));
      }
      const [rest] = cell.termsOf(rdf.rest);
      cell = rest === undefined ? undefined : this.#findList(rest);
    }
    return items;
  }

  #findList(term: string): FactNode | undefined {
    if (term.startsWith('"')) return undefined;
    const node = this.nodeOf(term);
    const isCell = node.termsOf(rdf.first).length + node.termsOf(rdf.rest).length > 0;
    return isCell || node.name === rdf.nil ? node : undefined;
  }
}

/** The values of a property, and their length. */
interface ReadValues {
  readonly values: readonly FactValue[];
  /** Those of the values that are in lists. */
  readonly listed: readonly FactValue[];
  readonly characters: number;
}

const noValues: ReadValues = { values: [], listed: [], characters: 0 };

/** A node of a record graph, with all statements about it. */
export class FactNode {
  readonly kind = 'node';
  /** The IRI, or the blank node label with `_:`. */
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

  /** The IRI; absent for blank nodes, and if the IRI is a placeholder (`nan`, a nil). */
  get iri(): string | undefined {
    if (this.#iri === null) {
      const isName = !isBlankNode(this.name) && this.#graph.isUsable(this.name);
      this.#iri = isName ? this.name : undefined;
    }
    return this.#iri;
  }

  /**
   * The text that may have been published in place of the IRI: one that JSON-LD took for a relative
   * IRI (schema.org's context makes an IRI of the licence `CC0`), or one with blanks that is no
   * URL. Only for nodes without other statements than their types.
   */
  get writtenAs(): string | undefined {
    const isDescribed = this.#terms.size > (this.#terms.has(rdf.type) ? 1 : 0);
    if (isBlankNode(this.name) || isDescribed) return undefined;
    const relative = this.#graph.relativeText(this.name);
    if (relative !== undefined) return withBlanks(relative);
    const text = withBlanks(this.name);
    return text === this.name || isWrittenIri(this.name) ? undefined : text;
  }

  /** Whether the record says anything about it. */
  get isDescribed(): boolean {
    return this.#terms.size > 0;
  }

  /** Whether it is a blank node with at most one reference. */
  get standsAlone(): boolean {
    return isBlankNode(this.name) && this.references <= 1;
  }

  /** Memoised results, by reader (`memoizePerNode`); absent if it stands alone. */
  get known(): Map<object, unknown> | undefined {
    if (!this.standsAlone) this.#known ??= new Map();
    return this.#known;
  }

  /** IRIs in the canonical namespace, sorted. */
  get types(): readonly string[] {
    this.#types ??= this.termsOf(rdf.type).map(parseIri).toSorted();
    return this.#types;
  }

  /** IRIs of all its properties, including rdf:type. */
  get properties(): readonly string[] {
    return [...this.#terms.keys()];
  }

  /**
   * The values of properties (IRIs in the canonical namespace), by property. Lists are opened in
   * their order; otherwise the order has no meaning.
   */
  values(properties: readonly string[]): readonly FactValue[] {
    const { budget } = this.#graph;
    const isFree = this.standsAlone || this.#graph.requested === this;
    if (!isFree && budget.refuses()) return noValues.values;
    budget.spend(1);
    // Avoids allocation: readers pass a hundred properties to nodes with ten.
    let found = noValues.values;
    for (const property of properties) {
      const { values, characters } = this.read(property);
      if (values.length === 0) continue;
      budget.spend(characters);
      found = found.length === 0 ? values : [...found, ...values];
    }
    return found;
  }

  /** Those of the values that are in lists, in list order. */
  listed(properties: readonly string[]): readonly FactValue[] {
    return properties.flatMap((property) => this.read(property).listed);
  }

  /** The lists among the values, with their inner lists. */
  nestedLists(properties: readonly string[]): readonly NestedItems[] {
    // Counts the characters of the items.
    if (this.values(properties).length === 0) return [];
    return properties
      .flatMap((property) => this.termsOf(property))
      .flatMap((term) => {
        const items = this.#graph.nestedItems(term);
        return items === undefined ? [] : [items];
      });
  }

  /** The distinct nodes that have it as a value of one of the properties, also in a list. */
  referrers(properties: readonly string[]): readonly FactNode[] {
    return [
      ...new Set(
        properties.flatMap((property) => this.#graph.referringBy(property).get(this) ?? []),
      ),
    ];
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
  const text = mendAddress(unescapeLiteral(escaped));
  if (language !== undefined) return { kind: 'literal', text, language: language.toLowerCase() };
  if (datatype === undefined) return { kind: 'literal', text };
  const type = parseIri(datatype);
  const isNumber = type === xsd.double && canonicalDouble.test(text);
  return { kind: 'literal', text: isNumber ? formatNumber(Number(text)) : text, datatype: type };
}

/** As an escaped text, a list begins with the same characters. */
const perhapsList = /^"(?:\s|\\[nrt])*(?:c\(|[[({])/u;

/** The items of a list that is written as a text; undefined for other literals. */
function writtenItems(term: string): readonly FactLiteral[] | undefined {
  if (!perhapsList.test(term)) return undefined;
  const literal = parseLiteral(term);
  const items = literal.datatype === undefined ? readWrittenList(literal.text) : undefined;
  return items?.map((text): FactLiteral => Object.assign({}, literal, { text }));
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
