/**
 * Where the document of a record says what its graph says. Pointers are JSON Pointers (RFC 6901)
 * into the document as kept: for RDF in another syntax, OGC API Records and pieces of lists, into
 * the converted text. Plain data, so that it can be sent between threads.
 */
export interface RecordPlaces {
  /**
   * The objects and texts that stand for a node, by its name in the graph (its IRI, or its label
   * with `_:`): those that describe it first, then those that only refer to it, in document order.
   */
  readonly nodes: ReadonlyMap<string, readonly string[]>;
  /**
   * The values of a property of a node, by the node's name and the property's IRI as in the graph,
   * in document order. A value whose place is unknown is left out. Items of a list stand under the
   * property that has the list, after the list itself, and under `rdf:first` of its cells.
   */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, readonly PlacedValue[]>>;
  readonly keys: PropertyKeys;
}

/** A value of a property, and where it stands. */
export interface PlacedValue {
  /** The IRI, the label with `_:`, or the text of the literal, as in the graph. */
  readonly value: string;
  /**
   * The string, number or object; within a value object, its `@value`. For a reversed property, the
   * object or text that stands for the subject.
   */
  readonly pointer: string;
  /** The value object around it (`{"@value": …}`), where there is one. */
  readonly valueObject?: string;
}

/** How a document writes properties. See `findPropertyKey`. */
export interface PropertyKeys {
  /** By the pointer of an object and the IRI of a property. */
  readonly inObject: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The commonest key for a property, or the term that a context of the document declares. */
  readonly inDocument: ReadonlyMap<string, string>;
  /** What stands before the local names of a namespace: `schema:`, or nothing. */
  readonly beginnings: ReadonlyMap<string, string>;
  /** The terms that contexts of the document define. */
  readonly defined: ReadonlySet<string>;
}

/** What to look for in a document. */
interface Sought {
  /** Its name in the graph. */
  readonly node: string;
  /** Its IRI in the graph. */
  readonly property?: string | undefined;
  /** As in `PlacedValue`. */
  readonly value?: string | undefined;
}

/**
 * The pointers of a value of a property; of all its values where no value is given or its place is
 * unknown; of the node where the property has none; empty where the node is unknown, too.
 */
export function findRecordPlaces(
  { nodes, values }: RecordPlaces,
  { node, property, value }: Sought,
): readonly string[] {
  const all = property === undefined ? [] : (values.get(node)?.get(property) ?? []);
  const exact = all.filter((each) => each.value === value);
  const found = exact.length > 0 ? exact : value === undefined ? all : [];
  return found.length > 0 ? found.map(({ pointer }) => pointer) : (nodes.get(node) ?? []);
}

/**
 * The pointers of a literal, whichever node has it.
 * @param properties the IRIs of those whose value it may be; any if there are none
 */
export function findLiteralPlaces(
  { values }: RecordPlaces,
  text: string,
  properties: readonly string[],
): readonly string[] {
  return Array.from(values.values()).flatMap((ofNode) =>
    Array.from(ofNode).flatMap(([property, all]) =>
      properties.length === 0 || properties.includes(property)
        ? all.filter(({ value }) => value === text).map(({ pointer }) => pointer)
        : [],
    ),
  );
}

/** The values of some properties of any node, and those below them, at any depth. */
export function valuesBelow(
  { values }: RecordPlaces,
  properties: readonly string[],
): readonly PlacedValue[] {
  const found = Array.from(values.values()).flatMap((ofNode) =>
    properties.flatMap((property) => ofNode.get(property) ?? []),
  );
  const known = new Set<string>();
  // The list grows while it is iterated.
  for (const { value } of found) {
    if (known.has(value)) continue;
    known.add(value);
    for (const below of values.get(value)?.values() ?? []) found.push(...below);
  }
  return found;
}

/**
 * The key by which to write a property in an object of the document: its key there; else the key
 * that the document has for it elsewhere or declares for it; else its local name in the way in
 * which the document writes other names of the namespace. Best effort: contexts that hold in parts
 * of the document only are taken for contexts of the whole.
 * @param object its pointer
 * @param property its IRI as in the graph
 * @returns undefined where no key is known to work
 */
export function findPropertyKey(
  { keys }: RecordPlaces,
  object: string,
  property: string,
): string | undefined {
  const known = keys.inObject.get(object)?.get(property) ?? keys.inDocument.get(property);
  if (known !== undefined) return known;
  const { namespace, local } = splitIri(property);
  const beginning = keys.beginnings.get(namespace);
  const key = beginning === undefined ? undefined : beginning + local;
  return key === undefined || keys.defined.has(key) ? undefined : key;
}

/** The namespace of an IRI, up to its last `/` or `#`, and its local name. */
export function splitIri(iri: string): { readonly namespace: string; readonly local: string } {
  const end = Math.max(iri.lastIndexOf('/'), iri.lastIndexOf('#')) + 1;
  return { namespace: iri.slice(0, end), local: iri.slice(end) };
}
