import type { RdfSyntax } from '../../model/media-type.ts';
import { graphJsonLd } from './graph-json-ld.ts';
import { parseElements } from './parse-elements.ts';
import { parseLines } from './parse-lines.ts';
import { loadN3 } from './parse-n3.ts';
import { parseRdfXml } from './parse-rdf-xml.ts';
import { parseStatements } from './parse-statements.ts';
import type { QuadSink } from './quad.ts';
import {
  noRemarks,
  RdfExcess,
  RdfFault,
  type RdfFaultFacts,
  type RdfLimits,
  type RdfRemarks,
} from './rdf-fault.ts';
import { StatementGraphs } from './statement-graphs.ts';

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
  const inParts = await readStatements((sink) => {
    const noting: QuadSink = (quad) => {
      isEmpty = false;
      sink(quad);
    };
    return parseInParts(text, syntax, { ...options, fault, sink: noting });
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
    return {
      kind: 'documents',
      documents: documentsOf(graphs, jsonDepth),
      isLoneGraph,
      remarks,
      tripleTerms,
    };
  } catch (error) {
    if (error instanceof RdfFault) return { kind: 'malformed', fault: error.facts };
    if (!(error instanceof RdfExcess)) throw error;
    return { kind: 'too-large', limit: error.limit, max: error.max };
  }
}

function* documentsOf(graphs: StatementGraphs, jsonDepth: number): Iterable<string> {
  // A level is an object, often within an array.
  const maxDepth = Math.max(1, Math.min(maxNesting, Math.floor((jsonDepth - 1) / 2)));
  for (const graph of graphs.list()) yield graphJsonLd(graph, maxDepth);
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
    case 'turtle': {
      const parseN3 = await loadN3();
      parseN3(text, { format: 'TriG', baseIri }, sink);
      return noRemarks;
    }
  }
}

/** Parses a text in parts after `fault` in the whole. */
async function parseInParts(
  text: string,
  syntax: RdfSyntax,
  { baseIri, limits, fault, sink }: ReadRdfOptions & { fault: RdfFaultFacts; sink: QuadSink },
): Promise<RdfRemarks> {
  const options = { baseIri, maxCharacters: limits.characters };
  if (syntax === 'rdf-xml') return parseElements(text, fault, { options, sink });
  return parseStatements(await loadN3(), text, { options, sink });
}
