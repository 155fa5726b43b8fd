import type { RdfSyntax } from '../../model/media-type.ts';
import type { Problem } from '../../model/problem.ts';
import type { ExtractLimits } from '../route.ts';
import { StatementGraphs, writeGraphJsonLd } from './graph-json-ld.ts';
import { parseElements } from './parse-elements.ts';
import { loadN3, parseLines } from './parse-n3.ts';
import { parseRdfXml } from './parse-rdf-xml.ts';
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

/** How a text is read as RDF. */
export interface ReadRdfOptions {
  /** The base of relative IRIs, which N-Triples and N-Quads do not have. */
  readonly baseIri: string;
  readonly limits: RdfLimits;
  /** The maximum depth of the JSON. */
  readonly jsonDepth: number;
}

/** The result of reading a text as RDF. */
export type RdfReading =
  | RdfDocuments
  | { readonly kind: 'malformed'; readonly fault: RdfFaultFacts }
  | { readonly kind: 'too-large'; readonly limit: keyof RdfLimits; readonly max: number };

/** The JSON-LD documents of an RDF text, and what was lost or repaired in it. */
export interface RdfDocuments {
  readonly kind: 'documents';
  /** JSON-LD texts, one per graph, written lazily. */
  readonly documents: Iterable<string>;
  /** Whether the only document is a named graph, so that others may be added later. */
  readonly isLoneGraph: boolean;
  readonly remarks: RdfRemarks;
  /**
   * The properties of dropped statements about statements (RDF 1.2), which JSON-LD cannot express.
   */
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
  { limits, jsonDepth }: Pick<ReadRdfOptions, 'limits' | 'jsonDepth'>,
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

/** The lost parts of a text, each perhaps with a record. */
export function listLostParts(
  { remarks: { parts } }: Pick<RdfDocuments, 'remarks'>,
  url: string,
  syntax: RdfSyntax,
): readonly Problem[] {
  return parts.first.map((fault) => ({ kind: 'rdf-part-malformed', url, syntax, ...fault }));
}

/**
 * The problems that accompany the documents of a text: lost lines, repairs, statements about
 * statements.
 */
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

/**
 * The maximum size, in pieces, of a document that cannot be read item by item: 64 MiB by default.
 */
export const maxWholePieces = 4;

/** The limits of a document that is read as a whole: as many statements as JSON may have values. */
export function deriveRdfLimits({ jsonValues, pieceBytes }: ExtractLimits): RdfLimits {
  return { statements: jsonValues, characters: pieceBytes * maxWholePieces };
}
