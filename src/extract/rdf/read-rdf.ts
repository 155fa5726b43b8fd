import type { RdfSyntax } from '../../model/media-type.ts';
import type { Problem } from '../../model/problem.ts';
import { detectRdfSyntax } from '../body-formats.ts';
import { declaredCharset, decodeJson } from '../character-decoding.ts';
import {
  type ExtractLimits,
  type ExtractRoute,
  failedOutcome,
  producedDocument,
} from '../route.ts';
import { StatementGraphs, writeGraphJsonLd } from './graph-json-ld.ts';
import { parseElements } from './parse-elements.ts';
import {
  noRemarks,
  type QuadSink,
  RdfExcess,
  RdfFault,
  type RdfFaultFacts,
  type RdfLimits,
  type RdfRemarks,
} from './parse-results.ts';
import { parseStatements } from './parse-statements.ts';
import { loadN3, parseLines, parseRdfXml } from './parsers.ts';

/** Characters used to detect the syntax. */
const sniffedCharacters = 16_384;

/**
 * Extracts RDF in a syntax other than JSON-LD, converted to one JSON-LD document per graph. It is
 * UTF-8 as JSON is, except for XML with another declaration. Parsers are loaded for the first such
 * response.
 */
export const rdfRoute: ExtractRoute = {
  decode: (body, charset) => decodeJson(body, charset ?? declaredCharset(body)),

  async *extract({ response: { target, retrieval }, mediaType, decoded: { text }, limits }) {
    const { url } = target;
    const { finalUrl: baseIri } = retrieval;
    const syntax = detectRdfSyntax(mediaType.essence, text.slice(0, sniffedCharacters)) ?? 'turtle';
    const reading = await readRdf(text, syntax, { baseIri, ...deriveRdfLimits(limits) });
    if (reading.kind !== 'documents') {
      yield failedOutcome(toRdfProblem(reading, url, syntax));
      return;
    }
    // A single named graph is a list of one.
    const item = reading.isLoneGraph ? { piece: { sharesName: false } } : {};
    let problems = listRdfProblems(reading, url);
    let isEmpty = true;
    for (const json of reading.documents) {
      yield producedDocument({ documentUrl: url, route: 'rdf', json, baseIri, ...item }, problems);
      problems = [];
      isEmpty = false;
    }
    if (isEmpty) yield failedOutcome(emptyProblem(reading, url, syntax), problems);
    // Each lost part perhaps has a record.
    else
      for (const fault of reading.remarks.parts.first) {
        yield failedOutcome({ kind: 'rdf-part-malformed', url, syntax, ...fault });
      }
  },
};

/** If every line or part is bad, the first fault is the reason. */
function emptyProblem({ remarks }: RdfDocuments, url: string, syntax: RdfSyntax): Problem {
  const [fault] = [...remarks.lines.first, ...remarks.parts.first];
  return fault === undefined
    ? { kind: 'no-triples', url }
    : toRdfProblem({ kind: 'malformed', fault }, url, syntax);
}

/** The limits of reading a text as RDF. */
export interface RdfReadingLimits {
  readonly limits: RdfLimits;
  /** The maximum depth of the JSON. */
  readonly jsonDepth: number;
}

interface ReadRdfOptions extends RdfReadingLimits {
  /** The base of relative IRIs, which N-Triples and N-Quads do not have. */
  readonly baseIri: string;
}

/** The result of reading a text as RDF. */
export type RdfReading =
  | RdfDocuments
  | { readonly kind: 'malformed'; readonly fault: RdfFaultFacts }
  | { readonly kind: 'too-large'; readonly limit: keyof RdfLimits; readonly max: number };

/** The JSON-LD documents of an RDF text, and what was lost or repaired in it. */
interface RdfDocuments {
  readonly kind: 'documents';
  /** JSON-LD texts, one per graph, written lazily. */
  readonly documents: Iterable<string>;
  /** Whether the only document is a named graph, so that others may be added later. */
  readonly isLoneGraph: boolean;
  readonly remarks: RdfRemarks;
  /** Properties of dropped statements about statements (RDF 1.2): JSON-LD cannot express them. */
  readonly tripleTerms: ReadonlySet<string>;
}

/** Deeply nested JSON-LD is slow, and nobody writes it so deep. */
const maxNesting = 32;

/**
 * Reads RDF as JSON-LD documents: one for the default graph and one per named graph, in order of
 * their beginning, since in files of many records (Ocean InfoHub's release graphs, for one) each
 * graph is a record. Blank nodes are shared by the whole text (RDF 1.1 N-Quads §2): one used in two
 * graphs is in both documents, each with the statements of its graph. Names of graphs are not in
 * the documents.
 *
 * A fault loses its line, statement or element only. A sound text is parsed at once; if that fails,
 * it is read again in parts. Parsers are loaded on demand.
 */
export async function readRdf(
  text: string,
  syntax: RdfSyntax,
  options: ReadRdfOptions,
): Promise<RdfReading> {
  const reading = await readStatements((sink) => parse(text, syntax, options, sink), options);
  if (reading.kind !== 'malformed' || lineSyntaxes.has(syntax)) return reading;
  const { fault } = reading;
  let isEmpty = true;
  // Parsed in parts after a fault in the whole.
  const inParts = await readStatements(async (sink) => {
    const partOptions = { baseIri: options.baseIri, maxCharacters: options.limits.characters };
    const partSink: QuadSink = (quad) => {
      isEmpty = false;
      sink(quad);
    };
    if (syntax === 'rdf-xml') return parseElements(text, fault, partOptions, partSink);
    return parseStatements(await loadN3(), text, partOptions, partSink);
  }, options);
  return isEmpty && inParts.kind === 'documents' ? reading : inParts;
}

/** Reads the statements that a parser passes to the sink, as `readRdf` does. */
export async function readStatements(
  parseInto: (sink: QuadSink) => RdfRemarks | Promise<RdfRemarks>,
  { limits, jsonDepth }: RdfReadingLimits,
): Promise<RdfReading> {
  const graphs = new StatementGraphs(limits);
  try {
    const remarks = await parseInto((quad) => graphs.add(quad));
    const { tripleTerms, isLoneGraph } = graphs;
    const documents = documentsOf(graphs, jsonDepth);
    return { kind: 'documents', documents, isLoneGraph, remarks, tripleTerms };
  } catch (error) {
    if (error instanceof RdfFault) return { kind: 'malformed', fault: error.facts };
    if (!(error instanceof RdfExcess)) throw error;
    return { kind: 'too-large', limit: error.limit, max: error.max };
  }
}

function* documentsOf(graphs: StatementGraphs, jsonDepth: number): Iterable<string> {
  // A level is an object, often within an array.
  const maxDepth = Math.max(1, Math.min(maxNesting, Math.floor((jsonDepth - 1) / 2)));
  for (const graph of graphs.list()) yield writeGraphJsonLd(graph, maxDepth);
}

/** Syntaxes in which the first pass already loses single lines. */
const lineSyntaxes: ReadonlySet<RdfSyntax> = new Set(['n-quads', 'n-triples']);

async function parse(
  text: string,
  syntax: RdfSyntax,
  { baseIri, limits }: ReadRdfOptions,
  sink: QuadSink,
): Promise<RdfRemarks> {
  switch (syntax) {
    case 'rdf-xml':
      await parseRdfXml(text, { baseIri, maxCharacters: limits.characters }, sink);
      return noRemarks;
    case 'n-quads':
    case 'n-triples':
      return { ...noRemarks, lines: parseLines(await loadN3(), text, sink) };
    case 'trig':
    case 'turtle':
      (await loadN3())(text, { format: 'TriG', baseIri }, sink);
      return noRemarks;
  }
}

/** The problem of a text without documents. */
export function toRdfProblem(
  refusal: Exclude<RdfReading, RdfDocuments>,
  url: string,
  syntax: RdfSyntax,
): Problem {
  if (refusal.kind === 'malformed') return { kind: 'rdf-malformed', url, syntax, ...refusal.fault };
  const { limit, max } = refusal;
  return limit === 'statements'
    ? { kind: 'json-too-complex', url, limit, max }
    : { kind: 'graph-too-large', url, maxCharacters: max };
}

/** The problems of documents: lost lines, repairs, statements about statements. */
export function listRdfProblems(
  { remarks: { lines, parts, mends }, tripleTerms }: Pick<RdfDocuments, 'remarks' | 'tripleTerms'>,
  url: string,
): readonly Problem[] {
  const omitted = [
    ['rdf-line-malformed', lines.omitted],
    ['rdf-part-malformed', parts.omitted],
    ['rdf-mended', mends.omitted],
  ] as const;
  return [
    ...lines.first.map((fault) => ({ kind: 'rdf-line-malformed', url, ...fault }) as const),
    ...mends.first.map((mend) => ({ kind: 'rdf-mended', url, ...mend }) as const),
    ...Array.from(tripleTerms, (value) => {
      return { kind: 'value-dropped', url, value, reason: 'triple-term' } as const;
    }),
    ...omitted
      .filter(([, count]) => count > 0)
      .map(([of, count]) => ({ kind: 'problems-omitted', url, of, count }) as const),
  ];
}

/** The maximum size, in pieces, of a document that is read as a whole: 64 MiB by default. */
export const maxWholePieces = 4;

/** The limits of a document that is read as a whole: as many statements as JSON may have values. */
export function deriveRdfLimits(limits: ExtractLimits): RdfReadingLimits {
  const { jsonDepth, jsonValues: statements, pieceBytes } = limits;
  return { limits: { statements, characters: pieceBytes * maxWholePieces }, jsonDepth };
}
