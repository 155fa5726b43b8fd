import { dcat, foaf, rdf, schema } from './vocabularies.ts';

/** Part of the statements of a graph: what is said of some nodes, and of what they refer to. */
export interface GraphExcerpt {
  /** N-Quads, in whole lines. */
  readonly nquads: string;
  /** What was left out of these nodes, by property. */
  readonly omitted: readonly OmittedValues[];
}

/** Values of a property that an excerpt does not have. */
export interface OmittedValues {
  /** Whose they are: an IRI, or the label of a blank node. */
  readonly subject: string;
  /** The IRI of the property. */
  readonly property: string;
  readonly values: number;
}

interface ExcerptBounds {
  /** A graph that is no larger is taken as a whole. */
  readonly wholeBytes: number;
  /** Of each property of a node, and of each list, so many values are taken. */
  readonly valuesPerProperty: number;
  readonly statements: number;
}

export interface ExcerptOptions extends Partial<Omit<ExcerptBounds, 'valuesPerProperty'>> {
  readonly valuesPerProperty: ExcerptBounds['valuesPerProperty'];
  /** The IRIs of the nodes; absent for all that nothing refers to. */
  readonly roots?: readonly string[] | undefined;
}

/** What a graph of this size and less says is shown in less than a second. */
const wholeBytes = 2 ** 20;
/** So many are shown in a second or two. */
const maxStatements = 50_000;

const lineFeed = 0x0a;
const blank = 0x20;

/**
 * What a graph says of some nodes, of all that they refer to, and so on, the nearest first, within
 * bounds. It is read once, as the bytes that it is kept in, so that a graph of a million statements
 * takes little more than these.
 * @param bytes the graph as N-Quads, a line a statement, with one blank between terms
 */
export function graphExcerpt(bytes: Buffer, { roots, ...given }: ExcerptOptions): GraphExcerpt {
  const bounds = { wholeBytes, statements: maxStatements, ...given };
  if (bytes.length <= bounds.wholeBytes) return { nquads: bytes.toString(), omitted: [] };
  const places = placesOfNodes(bytes);
  const wanted = roots?.map((iri) => `<${iri}>`) ?? unlinkedNodes(bytes, places);
  return new Excerpt(bytes, places, bounds).of(wanted);
}

/**
 * Of each node the parts of the text in which it is the subject: beginning and end, one pair behind
 * the other.
 */
type NodePlaces = ReadonlyMap<string, readonly number[]>;

function placesOfNodes(bytes: Buffer): NodePlaces {
  const places = new Map<string, number[]>();
  let start = 0;
  while (start < bytes.length) {
    const length = bytes.indexOf(blank, start) + 1 - start;
    let end = endOfLine(bytes, start);
    while (end < bytes.length && isSame(bytes, start, end, length)) end = endOfLine(bytes, end);
    const subject = bytes.toString('utf8', start, start + length - 1);
    const known = places.get(subject);
    if (known === undefined) places.set(subject, [start, end]);
    else known.push(start, end);
    start = end;
  }
  return places;
}

function endOfLine(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(lineFeed, start);
  return end === -1 ? bytes.length : end + 1;
}

/** Whether the same bytes stand in two places. */
function isSame(bytes: Buffer, one: number, other: number, length: number): boolean {
  for (let at = length - 1; at >= 0; at -= 1) {
    if (bytes[one + at] !== bytes[other + at]) return false;
  }
  return true;
}

/** A statement of a node, and where it stands. */
interface PlacedStatement {
  readonly predicate: string;
  readonly start: number;
  readonly end: number;
  /** Where its object begins. */
  readonly object: number;
}

/** The statements of a node. */
function* statementsAt(bytes: Buffer, places: readonly number[]): Generator<PlacedStatement> {
  let predicate = '';
  let known = 0;
  for (let at = 0; at < places.length; at += 2) {
    const [from = 0, to = 0] = places.slice(at, at + 2);
    for (let start = from, end = from; start < to; start = end) {
      end = endOfLine(bytes, start);
      const place = bytes.indexOf(blank, start) + 1;
      // Those of one predicate lie side by side, and may be hundreds of thousands.
      if (predicate === '' || !isSame(bytes, known, place, predicateBytes(predicate))) {
        predicate = bytes.toString('utf8', place, bytes.indexOf(blank, place));
        known = place;
      }
      yield { predicate, start, end, object: place + predicateBytes(predicate) };
    }
  }
}

/** With the blank behind it. */
function predicateBytes(predicate: string): number {
  return Buffer.byteLength(predicate) + 1;
}

/** The object of a statement where it is a node; of a literal its beginning. */
function objectAt(bytes: Buffer, { object }: PlacedStatement): string {
  return bytes.toString('utf8', object, bytes.indexOf(blank, object));
}

/** By these a list or page refers to what it is about, which is no part of it. */
const referring: ReadonlySet<string> = new Set(
  [
    schema.about,
    schema.dataFeedElement,
    schema.dataset,
    schema.item,
    schema.itemListElement,
    schema.mainEntity,
    schema.subjectOf,
    foaf.primaryTopic,
    dcat.dataset,
  ].map((iri) => `<${iri}>`),
);

function unlinkedNodes(bytes: Buffer, places: NodePlaces): readonly string[] {
  const linked = new Set<string>();
  for (const own of places.values()) {
    for (const statement of statementsAt(bytes, own)) {
      const object = objectAt(bytes, statement);
      if (places.has(object) && !referring.has(statement.predicate)) linked.add(object);
    }
  }
  return [...places.keys()].filter((node) => !linked.has(node));
}

/** Where a node was met: under which property of which root, and how far down a list. */
interface Met {
  readonly node: string;
  readonly root: string;
  readonly property: string;
  readonly depth: number;
  /** Whether it is itself a value of that property, perhaps in a list. */
  readonly isValue: boolean;
}

const first = `<${rdf.first}>`;
const rest = `<${rdf.rest}>`;

class Excerpt {
  readonly #bytes: Buffer;
  readonly #places: NodePlaces;
  readonly #bounds: ExcerptBounds;
  readonly #lines: string[] = [];
  readonly #met = new Set<string>();
  readonly #queue: Met[] = [];
  readonly #omitted = new Map<string, OmittedValues>();

  constructor(bytes: Buffer, places: NodePlaces, bounds: ExcerptBounds) {
    this.#bytes = bytes;
    this.#places = places;
    this.#bounds = bounds;
  }

  of(roots: readonly string[]): GraphExcerpt {
    for (const node of roots)
      this.#meet({ node, root: node, property: '', depth: 0, isValue: false });
    for (const met of this.#queue) {
      if (this.#lines.length < this.#bounds.statements) this.#take(met);
      else if (met.isValue) this.#omit(met, 1);
    }
    return { nquads: this.#lines.join(''), omitted: [...this.#omitted.values()] };
  }

  #meet(met: Met): void {
    if (this.#met.has(met.node) || !this.#places.has(met.node)) return;
    this.#met.add(met.node);
    this.#queue.push(met);
  }

  #take(met: Met): void {
    const { node, root } = met;
    const counts = new Map<string, number>();
    for (const statement of this.#statementsOf(node)) {
      const { predicate, start, end } = statement;
      const count = (counts.get(predicate) ?? 0) + 1;
      counts.set(predicate, count);
      const property = met.property === '' ? predicate : met.property;
      if (count > this.#bounds.valuesPerProperty) continue;
      this.#lines.push(this.#bytes.toString('utf8', start, end));
      const object = objectAt(this.#bytes, statement);
      const depth = predicate === rest ? met.depth + 1 : 0;
      const isValue = node === root || predicate === first;
      if (depth < this.#bounds.valuesPerProperty) {
        this.#meet({ node: object, root, property, depth, isValue });
      } else this.#omit({ root, property }, this.#lengthOfList(object));
    }
    if (node !== root) return;
    for (const [property, count] of counts) {
      this.#omit({ root, property }, count - this.#bounds.valuesPerProperty);
    }
  }

  #statementsOf(node: string): Generator<PlacedStatement> {
    return statementsAt(this.#bytes, this.#places.get(node) ?? []);
  }

  #lengthOfList(head: string): number {
    const cells = new Set<string>();
    for (let cell: string | undefined = head; cell !== undefined && this.#places.has(cell);) {
      if (cells.has(cell)) break;
      cells.add(cell);
      const next: PlacedStatement | undefined = [...this.#statementsOf(cell)].find(
        ({ predicate }) => predicate === rest,
      );
      cell = next && objectAt(this.#bytes, next);
    }
    return cells.size;
  }

  #omit({ root, property }: Pick<Met, 'root' | 'property'>, more: number): void {
    if (more <= 0) return;
    const key = `${root} ${property}`;
    const values = (this.#omitted.get(key)?.values ?? 0) + more;
    this.#omitted.set(key, { subject: bare(root), property: bare(property), values });
  }
}

/** A node without the brackets of an IRI. */
function bare(term: string): string {
  return term.startsWith('<') ? term.slice(1, -1) : term;
}
