import type { ContextDefinition, Query, TermIri } from '@traqula/rules-sparql-1-1';
import { derivedGraphIri } from '../catalogue/derived/derived-terms.ts';
import { type DerivedGraph, derivedGraphs } from '../model/derived-graph.ts';
import { type GraphsRead, QueryFault, type StatedGraphs } from '../engine/engine-task.ts';
import { namespaceByPrefix, canonicalTerm, schemaOrgNamespace } from '../rdf/vocabularies.ts';
import { parseUrl } from '../text/parsed-url.ts';
import {
  decodeQuerySource,
  editText,
  parseQuery,
  type QuerySource,
  type TextEdit,
  undoEditsOfPlace,
} from './parse-query.ts';
import {
  checkVariableScopes,
  childNodes,
  isQueryNode,
  nodeExtent,
  nodesBelow,
  nodeStart,
  queryForm,
  queryNesting,
  type QueryForm,
  type QueryMistake,
  type QueryNode,
  refuseMistakes,
  variablesInScope,
} from './query-tree.ts';

/** The result of parsing a query. */
export interface ReadQuery {
  readonly form: QueryForm;
  /**
   * The query for the engine: declares the usual prefixes that the query uses without declaring
   * them, and lists the variables of `SELECT *`, which engines would sort by name.
   */
  readonly text: string;
  readonly reads: GraphsRead;
  /** The first schema.org IRI or namespace in another spelling than the catalogue's. */
  readonly otherSchemaOrg: string | undefined;
  /** Maps a fault of the engine in `text` to its place in the query as given. */
  readonly faultAsGiven: (fault: QueryFault) => QueryFault;
}

/** A read query as plain data, which can be sent between threads. */
export interface QueryReading extends Omit<ReadQuery, 'faultAsGiven'> {
  /** How the text for the engine was made. */
  readonly edits: readonly TextEdit[];
}

/** What a query means beside its text. */
export interface QuerySetting {
  /** The IRI that relative IRIs are resolved against; by default there are none. */
  readonly base?: string | undefined;
  /** The dataset, instead of the one that the query states (SPARQL 1.1 Protocol, 2.1.4). */
  readonly stated?: StatedGraphs | undefined;
  /** The most rows of SELECT; the engine computes one more, so that a longer answer is noticed. */
  readonly maxRows?: number | undefined;
  /** The deepest nesting (`queryNesting`), since engines overflow their stack; any by default. */
  readonly maxNesting?: number | undefined;
  /**
   * Whether an endpoint answers the query, which then decides about SERVICE, prefixes that are
   * neither declared nor usual, relative IRIs, and the order of the columns of `SELECT *`.
   */
  readonly isForEndpoint?: boolean;
}

/**
 * Reads a query (SPARQL 1.1).
 * @throws {QueryFault} for syntax errors and updates; unless it is for an endpoint, for a prefix
 * that is neither declared nor usual, a relative IRI without a base, and SERVICE
 */
export async function readQuery(text: string, setting: QuerySetting = {}): Promise<ReadQuery> {
  return restoreReadQuery(text, await readQueryAsData(text, setting));
}

/** Makes a read query of its plain data. @param text the query as given */
export function restoreReadQuery(text: string, { edits, ...reading }: QueryReading): ReadQuery {
  return {
    ...reading,
    faultAsGiven: ({ detail, place }) =>
      new QueryFault(ruleBroken(detail), text, place && undoEditsOfPlace(place, text, edits)),
  };
}

/** The same as `readQuery`, as plain data. @throws as `readQuery` */
export async function readQueryAsData(
  text: string,
  { base, stated, maxRows, maxNesting = Infinity, isForEndpoint = false }: QuerySetting,
): Promise<QueryReading> {
  const source = decodeQuerySource(text);
  const query = await parseQuery(source);
  if (queryNesting(query) > maxNesting) throw source.faultAt(tooDeep, 0);
  const nodes = [...nodesBelow(query)];
  const names = readQueryNames(query, nodes, { source, base });
  if (!isForEndpoint) refuseMistakes([...serviceMistakes(nodes), ...names.unknown], source);
  checkVariableScopes(nodes, source);
  const edits = [
    ...baseEdits(base),
    ...prefixEdits(names),
    ...(isForEndpoint ? [] : columnEdits(query, source)),
    ...limitEdits(query, source, maxRows),
  ];
  return {
    form: queryForm(query),
    text: editText(text, edits),
    reads: graphsRead(query, names.iriOf, stated),
    otherSchemaOrg: otherSchemaOrg(nodes, names.iriOf),
    edits,
  };
}

const tooDeep =
  'it is nested too deeply, or has too many parts: split it, or list values with VALUES';

/** Rewords the engine's list of expected tokens: the syntax is valid, so a rule is broken. */
function ruleBroken(detail: string): string {
  if (!/^expected\b|^this cannot stand here$/u.test(detail)) return detail;
  const parts = detail.replace(/^expected (?:one of )?/u, '').split(', ');
  const rule = parts.find((part) => part.split(' ').length > 3);
  return `a rule of SPARQL is broken before this place${rule === undefined ? '' : `: ${rule}`}`;
}

function* serviceMistakes(nodes: readonly QueryNode[]): Generator<QueryMistake> {
  const detail = 'SERVICE would ask another endpoint, which is not done from here';
  for (const node of nodes) {
    if (node.type === 'pattern' && node.subType === 'service') {
      yield { detail, at: nodeStart(node) };
    }
  }
}

/** Declarations go before everything on the first line, so that no line moves. */
function baseEdits(base: string | undefined): readonly TextEdit[] {
  return base === undefined ? [] : [{ at: 0, removed: 0, added: `BASE <${base}> ` }];
}

function prefixEdits({ undeclared }: QueryNames): readonly TextEdit[] {
  return undeclared.map((prefix) => ({
    at: 0,
    removed: 0,
    added: `PREFIX ${prefix}: <${usualPrefixes.get(prefix)}> `,
  }));
}

function columnEdits(query: Query, { offsetInText }: QuerySource): readonly TextEdit[] {
  if (query.subType !== 'select') return [];
  const [asterisk] = query.variables;
  const extent = asterisk?.type === 'wildcard' ? nodeExtent(asterisk) : undefined;
  const names = extent === undefined ? [] : variablesInScope(query);
  if (extent === undefined || names.length === 0) return [];
  const added = ` ${names.map((name) => `?${name}`).join(' ')} `;
  return [{ at: offsetInText(extent.start), removed: 1, added }];
}

/** Lowers the limit of SELECT to one more row than there may be, or adds such a limit. */
function limitEdits(
  query: Query,
  source: QuerySource,
  maxRows: number | undefined,
): readonly TextEdit[] {
  if (query.subType !== 'select' || maxRows === undefined) return [];
  const { limitOffset } = query.solutionModifiers;
  const most = String(maxRows + 1);
  if (limitOffset?.limit !== undefined) {
    const written = writtenLimit(limitOffset, source);
    return written === undefined || limitOffset.limit <= maxRows
      ? []
      : [{ ...written, added: most }];
  }
  const before = query.values === undefined ? undefined : nodeExtent(query.values)?.start;
  const at = before ?? nodeExtent(query)?.end;
  return at === undefined
    ? []
    : [{ at: source.offsetInText(at), removed: 0, added: ` LIMIT ${most} ` }];
}

/** The place of the number in `LIMIT`, which may follow a comment. */
function writtenLimit(
  clause: QueryNode,
  { decoded, offsetInText }: QuerySource,
): Pick<TextEdit, 'at' | 'removed'> | undefined {
  const { start = 0, end = 0 } = nodeExtent(clause) ?? {};
  const tokens = decoded.slice(start, end).matchAll(/#[^\n\r]*|[A-Za-z]+|\d+/gu);
  let word = '';
  for (const { 0: token, index } of tokens) {
    if (token.startsWith('#')) continue;
    if (word.toUpperCase() === 'LIMIT') {
      const at = offsetInText(start + index);
      return { at, removed: offsetInText(start + index + token.length) - at };
    }
    word = token;
  }
  return undefined;
}

type IriOf = (term: TermIri) => string;

const ownByIri: ReadonlyMap<string, DerivedGraph> = new Map(
  derivedGraphs.map((graph) => [derivedGraphIri(graph), graph]),
);

/** A part of a query, and whether its patterns read the default graph. */
interface Part {
  readonly node: object;
  readonly ofDefault: boolean;
}

/** Finds out which graphs a query reads. @param given the dataset, instead of the query's own */
function graphsRead(query: Query, iriOf: IriOf, given: StatedGraphs | undefined): GraphsRead {
  const stated = given ?? statedGraphs(query, iriOf);
  let ofDefault = query.subType === 'describe';
  let byName = false;
  let byIri = false;
  const iris = stated === undefined ? [] : [...stated.from, ...stated.fromNamed];
  const own = new Set(iris.map((iri) => ownByIri.get(iri)));
  const pending: Part[] = [{ node: query, ofDefault: true }];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (isQueryNode(part.node)) {
      ofDefault ||= part.ofDefault && isPatternOfTriples(part.node);
      byName ||= isRecordGraph(part.node, iriOf);
      byIri ||= isGraphByIri(part.node);
      own.add(ownNamedBy(part.node, iriOf));
    }
    for (const each of partsOf(part)) pending.push(each);
  }
  const inOrder = derivedGraphs.filter((graph) => own.has(graph));
  const named = byIri && ({ byIri } as const);
  if (stated === undefined) return { union: ofDefault, records: byName, own: inOrder, ...named };
  const records = iris.some((iri) => !ownByIri.has(iri));
  return { union: false, records, own: inOrder, stated, ...named };
}

function statedGraphs({ datasets }: Query, iriOf: IriOf): StatedGraphs | undefined {
  const { clauses } = datasets;
  if (clauses.length === 0) return undefined;
  const irisOf = (type: 'default' | 'named'): readonly string[] =>
    clauses.flatMap(({ clauseType, value }) => (clauseType === type ? [iriOf(value)] : []));
  return { from: irisOf('default'), fromNamed: irisOf('named') };
}

/** Triples and paths, those of length zero among them: they find each node of the graph. */
function isPatternOfTriples(node: QueryNode): boolean {
  return node.type === 'pattern' && node.subType === 'bgp' && node.triples.length > 0;
}

function isGraphByIri(node: QueryNode): boolean {
  return node.type === 'pattern' && node.subType === 'graph' && node.name.subType !== 'variable';
}

/** Whether a node is `GRAPH` with a variable or the IRI of a record graph. */
function isRecordGraph(node: QueryNode, iriOf: IriOf): boolean {
  if (node.type !== 'pattern' || node.subType !== 'graph') return false;
  return node.name.subType === 'variable' || !ownByIri.has(iriOf(node.name));
}

/**
 * The derived graph that a term names, as an IRI or as a text that the query may convert to an IRI
 * or compare with one.
 */
function ownNamedBy(node: QueryNode, iriOf: IriOf): DerivedGraph | undefined {
  if (node.type !== 'term') return undefined;
  if (node.subType === 'namedNode') return ownByIri.get(iriOf(node));
  return node.subType === 'literal' ? ownByIri.get(node.value) : undefined;
}

/** The parts of a part, without declarations; a template reads no graph. */
function partsOf({ node, ofDefault }: Part): readonly Part[] {
  if (!isQueryNode(node)) return childNodes(node).map((child) => ({ node: child, ofDefault }));
  if (node.type === 'contextDef') return [];
  const isGraph = node.type === 'pattern' && node.subType === 'graph';
  const template =
    node.type === 'query' && node.subType === 'construct' ? node.template : undefined;
  return childNodes(node).map((child) => ({
    node: child,
    ofDefault: ofDefault && !isGraph && child !== template,
  }));
}

/** The IRIs of a query. */
interface QueryNames {
  readonly iriOf: IriOf;
  /** The usual prefixes that the query uses and does not declare. */
  readonly undeclared: readonly string[];
  /** Prefixes that are neither declared nor usual, and relative IRIs without a base. */
  readonly unknown: readonly QueryMistake[];
}

/**
 * Reads the prefixes of a query.
 * @param nodes all of its nodes
 */
function readQueryNames(
  { context }: Query,
  nodes: readonly QueryNode[],
  { source, base: given }: { readonly source: QuerySource; readonly base: string | undefined },
): QueryNames {
  const { base, namespaces } = declared(context, given);
  const undeclared = new Set<string>();
  const unknown: QueryMistake[] = [];
  for (const node of nodes) {
    const at = nodeStart(node);
    if (!isPrefixed(node)) {
      if (base === undefined && isRelative(node)) unknown.push({ detail: notAbsolute, at });
    } else if (namespaces.has(node.prefix)) continue;
    else if (usualPrefixes.has(node.prefix)) undeclared.add(node.prefix);
    else unknown.push({ detail: notDeclared(node.prefix), at });
  }
  const namespaceOf = (prefix: string): string =>
    namespaces.get(prefix) ?? usualPrefixes.get(prefix) ?? '';
  const iriOf = (term: TermIri): string =>
    isPrefixed(term)
      ? namespaceOf(term.prefix) + localName(term, source)
      : absolute(term.value, base);
  return { iriOf, undeclared: [...undeclared].toSorted(), unknown };
}

const notAbsolute =
  'this IRI is relative to nothing; write it in full, or begin the query with BASE <…>';

function notDeclared(prefix: string): string {
  return `the prefix ${prefix}: is not declared; begin the query with PREFIX ${prefix}: <…>`;
}

function isRelative(node: QueryNode): boolean {
  return node.type === 'term' && node.subType === 'namedNode' && !scheme.test(node.value);
}

const scheme = /^[A-Za-z][\w+.-]*:/u;

/** Base and namespaces of a query. Each declaration is relative to the base before it. */
function declared(context: readonly ContextDefinition[], given: string | undefined) {
  const namespaces = new Map<string, string>();
  let base = given;
  for (const definition of context) {
    const iri = absolute(definition.value.value, base);
    if (definition.subType === 'base') base = iri;
    else namespaces.set(definition.key, iri);
  }
  return { base, namespaces };
}

type Prefixed = { readonly prefix: string; readonly loc: TermIri['loc'] };

function isPrefixed(node: object): node is Prefixed {
  return 'prefix' in node && typeof node.prefix === 'string';
}

/** From the text, since the parser loses what follows a second colon. */
function localName({ loc }: Prefixed, { decoded }: QuerySource): string {
  if (loc.sourceLocationType !== 'source') return '';
  const name = decoded.slice(loc.start, loc.end);
  return name.slice(name.indexOf(':') + 1).replaceAll(/\\(.)/gu, '$1');
}

function absolute(iri: string, base: string | undefined): string {
  if (base === undefined || scheme.test(iri)) return iri;
  return iri === '' ? base : (parseUrl(iri, base)?.href ?? iri);
}

/**
 * The first IRI of a query, or namespace that it declares, that is of schema.org in another
 * spelling than the catalogue's.
 */
function otherSchemaOrg(nodes: readonly QueryNode[], iriOf: IriOf): string | undefined {
  const found = nodes.flatMap((node) => {
    if (node.type !== 'term' || node.subType !== 'namedNode') return [];
    const iri = iriOf(node);
    const { start } = nodeExtent(node) ?? {};
    return start === undefined || canonicalTerm(iri) === iri ? [] : [{ iri, start }];
  });
  return found.toSorted((one, other) => one.start - other.start)[0]?.iri;
}

/** The hint for a query with such an IRI that finds nothing. */
export function schemaOrgHint(iri: string): string {
  const use = `PREFIX schema: <${schemaOrgNamespace}>`;
  return (
    `nothing was found, and the query has ${iri}: ` +
    `a catalogue has ${canonicalTerm(iri)} for that, so write ${use}`
  );
}

/**
 * The prefixes that a query may use without declaring them, with their namespaces: those of the
 * Turtle that the program writes, and others that are usual in queries of research metadata.
 * `docs/queries.md` lists them.
 */
export const usualPrefixes: ReadonlyMap<string, string> = new Map([
  ...namespaceByPrefix,
  ['adms', 'http://www.w3.org/ns/adms#'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dct', 'http://purl.org/dc/terms/'],
  ['dctype', 'http://purl.org/dc/dcmitype/'],
  ['geo', 'http://www.opengis.net/ont/geosparql#'],
  ['geof', 'http://www.opengis.net/def/function/geosparql/'],
  ['locn', 'http://www.w3.org/ns/locn#'],
  ['owl', 'http://www.w3.org/2002/07/owl#'],
  ['qb', 'http://purl.org/linked-data/cube#'],
  ['qudt', 'http://qudt.org/schema/qudt/'],
  ['sdo', schemaOrgNamespace],
  ['sf', 'http://www.opengis.net/ont/sf#'],
  ['sosa', 'http://www.w3.org/ns/sosa/'],
  ['ssn', 'http://www.w3.org/ns/ssn/'],
  ['vcard', 'http://www.w3.org/2006/vcard/ns#'],
  ['void', 'http://rdfs.org/ns/void#'],
]);
