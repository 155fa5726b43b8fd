import type { RdfSyntax } from '../../model/media-type.ts';
import { graphJsonLd } from './graph-json-ld.ts';
import { parseLines, type LineFaults } from './parse-lines.ts';
import { loadN3 } from './parse-n3.ts';
import { parseRdfXml } from './parse-rdf-xml.ts';
import type { QuadSink } from './quad.ts';
import { RdfExcess, RdfFault, type RdfFaultFacts, type RdfLimits } from './rdf-fault.ts';
import { StatementGraphs } from './statement-graphs.ts';

export interface ReadRdfOptions {
  /** What relative IRIs are resolved against; N-Triples and N-Quads have none. */
  readonly baseIri: string;
  readonly limits: RdfLimits;
  /** How deep the JSON may be. */
  readonly jsonDepth: number;
}

/** What a text that should be RDF turned out to be. */
export type RdfReading =
  | RdfDocuments
  | { readonly kind: 'malformed'; readonly fault: RdfFaultFacts }
  | { readonly kind: 'too-large'; readonly limit: keyof RdfLimits; readonly max: number };

export interface RdfDocuments {
  readonly kind: 'documents';
  /** JSON-LD texts, one for each graph, written when they are asked for. */
  readonly documents: Iterable<string>;
  /** Whether there is one document only and it is a named graph, so that there may be others beside it tomorrow. */
  readonly isLoneGraph: boolean;
  /** The lines that cost only themselves; only N-Triples and N-Quads have such. */
  readonly lineFaults: LineFaults;
  /** The properties of what was left out since it is said about statements (RDF 1.2), for which JSON-LD has no place. */
  readonly tripleTerms: ReadonlySet<string>;
}

/** JSON-LD with objects in objects costs time and memory beyond their size, and nobody writes it so deep. */
const maxNesting = 32;

/**
 * Reads a text in an RDF syntax as JSON-LD documents: one for what stands in no named graph and one for each named graph,
 * in the order in which they begin, since in files of many records (Ocean InfoHub's release graphs, for one) each
 * graph is a record. Blank nodes are of the text as a whole (RDF 1.1 N-Quads §2): one that is used in two graphs
 * is in both documents, each with what its graph says. The names of graphs are not in the documents.
 *
 * A fault in Turtle, TriG or RDF/XML costs the whole text, also what comes before it: what is said of a node may go on
 * behind the fault, and a part of a record would pass for the whole. Parsers are loaded when the first such text comes.
 */
export async function readRdf(
  text: string,
  syntax: RdfSyntax,
  options: ReadRdfOptions,
): Promise<RdfReading> {
  return readStatements((sink) => parse(text, syntax, options, sink), options);
}

/** Reads what a parser gives to the sink; the rest as `readRdf` does. */
export async function readStatements(
  parseInto: (sink: QuadSink) => LineFaults | Promise<LineFaults>,
  { limits, jsonDepth }: Pick<ReadRdfOptions, 'limits' | 'jsonDepth'>,
): Promise<RdfReading> {
  const graphs = new StatementGraphs(limits);
  try {
    const lineFaults = await parseInto((quad) => graphs.add(quad));
    const { tripleTerms, isLoneGraph } = graphs;
    return {
      kind: 'documents',
      documents: documentsOf(graphs, jsonDepth),
      isLoneGraph,
      lineFaults,
      tripleTerms,
    };
  } catch (error) {
    if (error instanceof RdfFault) return { kind: 'malformed', fault: error.facts };
    if (!(error instanceof RdfExcess)) throw error;
    return { kind: 'too-large', limit: error.limit, max: error.max };
  }
}

function* documentsOf(graphs: StatementGraphs, jsonDepth: number): Iterable<string> {
  // A level is an object, and often an array of them.
  const maxDepth = Math.max(1, Math.min(maxNesting, Math.floor((jsonDepth - 1) / 2)));
  for (const graph of graphs.list()) yield graphJsonLd(graph, maxDepth);
}

/** Of a syntax in which a fault costs the whole, or none is looked for. */
export const noFaults: LineFaults = { first: [], omitted: 0 };

async function parse(
  text: string,
  syntax: RdfSyntax,
  { baseIri, limits }: ReadRdfOptions,
  sink: QuadSink,
): Promise<LineFaults> {
  switch (syntax) {
    case 'rdf-xml':
      await parseRdfXml(text, { baseIri, maxCharacters: limits.characters }, sink);
      return noFaults;
    case 'n-quads':
    case 'n-triples':
      return parseLines(await loadN3(), text, sink);
    case 'trig':
    case 'turtle': {
      const parseN3 = await loadN3();
      parseN3(text, { format: 'TriG', baseIri }, sink);
      return noFaults;
    }
  }
}
