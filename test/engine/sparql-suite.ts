import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DataFactory, Parser as TurtleParser, Store as N3Store, type NamedNode } from 'n3';
import { Store } from 'oxigraph';
import { SaxesParser } from 'saxes';
import type { GraphMemory } from '../../src/engine/graph-memory.ts';
import type { ResultFormat } from '../../src/engine/engine-task.ts';
import { derivedStatementBytes } from '../../src/engine/graph-thread.ts';
import { canonical } from '../support/canonical.ts';

const namedNode = (iri: string): NamedNode => DataFactory.namedNode(iri);
const mf = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#';
const qt = 'http://www.w3.org/2001/sw/DataAccess/tests/test-query#';
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** A test of a W3C suite for SPARQL 1.1 Query. Files are URLs. */
export interface SuiteTest {
  /** The folder and the name, as in `aggregates agg01`. */
  readonly name: string;
  readonly kind: 'evaluation' | 'positive-syntax' | 'negative-syntax';
  readonly query: string;
  /** What is in the default graph. */
  readonly data: readonly string[];
  /** Named graphs; each is named by its URL. */
  readonly graphData: readonly string[];
  readonly result: string | undefined;
}

const kinds: Readonly<Record<string, SuiteTest['kind']>> = {
  QueryEvaluationTest: 'evaluation',
  CSVResultFormatTest: 'evaluation',
  PositiveSyntaxTest11: 'positive-syntax',
  NegativeSyntaxTest11: 'negative-syntax',
};

/** The folder of the suite that `CDIF_CORPORA` names, where it is there. */
export function suiteFolder(): string | undefined {
  const folder = join(process.env['CDIF_CORPORA'] ?? '', 'suite-sparql11', 'data');
  return existsSync(folder) ? folder : undefined;
}

/** The tests of a manifest, in its order; those of other kinds (protocol, update) are left out. */
export function readManifest(file: string): readonly SuiteTest[] {
  const url = pathToFileURL(file).href;
  const store = new N3Store(new TurtleParser({ baseIRI: url }).parse(readFileSync(file, 'utf8')));
  const one = (subject: string, predicate: string): string | undefined =>
    store.getObjects(namedNode(subject), namedNode(predicate), null)[0]?.value;
  const folder = basename(dirname(file));
  return store.getSubjects(namedNode(`${mf}action`), null, null).flatMap(({ value: iri }) => {
    const types = store.getObjects(namedNode(iri), namedNode(`${rdf}type`), null);
    const kind = types.map(({ value }) => kinds[value.slice(mf.length)]).find(Boolean);
    const [action] = store.getObjects(namedNode(iri), namedNode(`${mf}action`), null);
    if (kind === undefined || action === undefined) return [];
    const all = (predicate: string): readonly string[] =>
      store.getObjects(action, namedNode(qt + predicate), null).map((node) => {
        const [graph] = store.getObjects(node, namedNode(`${qt}graph`), null);
        return (graph ?? node).value;
      });
    const [query = action.value] = all('query');
    return [
      {
        name: `${folder} ${iri.slice(iri.indexOf('#') + 1)}`,
        kind,
        query,
        data: all('data'),
        graphData: all('graphData'),
        result: one(iri, `${mf}result`),
      },
    ];
  });
}

/** Loads what a test is asked of, as the engine is filled: by tasks with N-Quads. */
export function loadFixture(memory: GraphMemory, { data, graphData }: SuiteTest): void {
  const graphs = [
    ...data.map((url) => ({ graph: url, nquads: nquadsOf(url) })),
    ...graphData.map((url) => ({ graph: url, nquads: nquadsOf(url, url) })),
  ].map(derivedStatementBytes);
  memory.run({ kind: 'add', graphs });
}

const formats: Readonly<Record<string, string>> = { '.rdf': 'rdf', '.nt': 'nt', '.ttl': 'ttl' };

/** A file as N-Quads, in a named graph or the default graph. */
export function nquadsOf(url: string, graph?: string): string {
  const store = new Store();
  const format = formats[url.slice(url.lastIndexOf('.'))] ?? 'ttl';
  const to = graph === undefined ? {} : { to_graph_name: namedNode(graph) as never };
  store.load(readFileSync(new URL(url)), { format, base_iri: url, ...to });
  return store.dump({ format: 'nq' });
}

/** In which format the answer to a test is compared. */
export function formatOf({ result = '' }: SuiteTest): ResultFormat {
  if (result.endsWith('.csv')) return 'csv';
  if (result.endsWith('.tsv')) return 'tsv';
  return result.endsWith('.ttl') && !isResultSet(result) ? 'nq' : 'json';
}

function isResultSet(result: string): boolean {
  return readFileSync(new URL(result), 'utf8').includes('ResultSet');
}

/** What a test expects, in a form in which answers that say the same are the same text. */
export async function expectedAnswer(test: SuiteTest): Promise<string> {
  const { result = '' } = test;
  const text = readFileSync(new URL(result), 'utf8');
  if (result.endsWith('.srx')) return canonicalRows(readXml(text));
  if (!result.endsWith('.ttl')) return comparable(text, formatOf(test));
  if (isResultSet(result)) return canonicalRows(readTurtle(text, result));
  return (await canonical(nquadsOf(result))).join('\n');
}

/** The same of an answer. */
export async function comparable(answer: string, format: ResultFormat): Promise<string> {
  if (format === 'nq') return (await canonical(answer)).join('\n');
  if (format !== 'json') return sortedLines(answer);
  const { boolean, results } = JSON.parse(answer) as JsonAnswer;
  return canonicalRows({ boolean, rows: results?.bindings ?? [] });
}

interface JsonAnswer {
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Row[] };
}

type Row = Readonly<Record<string, ResultTerm>>;

interface ResultTerm {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

interface Result {
  readonly boolean: boolean | undefined;
  readonly rows: readonly Row[];
}

/** Rows as statements of blank nodes, so that blank nodes in them are compared as RDF does. */
async function canonicalRows({ boolean, rows }: Result): Promise<string> {
  if (boolean !== undefined) return String(boolean);
  const lines = rows.flatMap((row, index) => [
    `_:row${index} <urn:row> "row" .`,
    ...Object.entries(row).map(([name, term]) => `_:row${index} <urn:${name}> ${termText(term)} .`),
  ]);
  return (await canonical(rewritten(`${lines.join('\n')}\n`))).join('\n');
}

/** Oxigraph writes equal numbers alike: `1.0` and `1` of xsd:decimal are both `1`. */
function rewritten(nquads: string): string {
  const store = new Store();
  store.load(nquads, { format: 'nq', lenient: true });
  return store.dump({ format: 'nq' });
}

function termText({ type, value, datatype, 'xml:lang': language }: ResultTerm): string {
  if (type === 'uri') return `<${value}>`;
  if (type === 'bnode') return `_:b${value.replaceAll(/\W/gu, '')}`;
  const text = JSON.stringify(value);
  if (language !== undefined) return `${text}@${language.toLowerCase()}`;
  return datatype === undefined ? text : `${text}^^<${datatype}>`;
}

/** SPARQL Query Results XML. */
function readXml(xml: string): Result {
  const rows: Record<string, ResultTerm>[] = [];
  let boolean: boolean | undefined;
  let name = '';
  let text = '';
  let attributes: Readonly<Record<string, string>> = {};
  const parser = new SaxesParser({});
  parser.on('opentag', ({ name: element, attributes: found }) => {
    if (element === 'result') rows.push({});
    if (element === 'binding') name = found['name'] ?? '';
    attributes = found;
    text = '';
  });
  parser.on('text', (more) => (text += more));
  parser.on('closetag', ({ name: element }) => {
    const row = rows.at(-1);
    if (element === 'boolean') boolean = text.trim() === 'true';
    if (!['uri', 'bnode', 'literal'].includes(element) || row === undefined) return;
    const { datatype, 'xml:lang': language } = attributes;
    row[name] = {
      type: element,
      value: text,
      ...(datatype === undefined ? {} : { datatype }),
      ...(language === undefined ? {} : { 'xml:lang': language }),
    };
  });
  parser.write(xml).close();
  return { boolean, rows };
}

/** A result set as RDF. */
function readTurtle(turtle: string, url: string): Result {
  const rs = 'http://www.w3.org/2001/sw/DataAccess/tests/result-set#';
  const store = new N3Store(new TurtleParser({ baseIRI: url }).parse(turtle));
  const rows = store.getObjects(null, namedNode(`${rs}solution`), null).map((solution) => {
    const bindings = store.getObjects(solution, namedNode(`${rs}binding`), null);
    return Object.fromEntries(
      bindings.map((binding): [string, ResultTerm] => {
        const [name] = store.getObjects(binding, namedNode(`${rs}variable`), null);
        const [term] = store.getObjects(binding, namedNode(`${rs}value`), null);
        if (name === undefined || term === undefined) throw new TypeError('a binding of nothing');
        if (term.termType !== 'Literal') {
          return [
            name.value,
            { type: term.termType === 'NamedNode' ? 'uri' : 'bnode', value: term.value },
          ];
        }
        return [name.value, { type: 'literal', value: term.value, datatype: term.datatype.value }];
      }),
    );
  });
  return { boolean: undefined, rows };
}

/** Blank nodes are compared as such, and not by their names. */
function sortedLines(answer: string): string {
  const lines = answer.trimEnd().split(/\r?\n/u);
  return lines
    .map((line) => line.replaceAll(/_:\w+/gu, '_:b'))
    .toSorted()
    .join('\n');
}
