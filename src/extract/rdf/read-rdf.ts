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
  /** What was lost, and what was mended. */
  readonly remarks: RdfRemarks;
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
 * A fault costs its line, statement or element, and reading goes on behind it. Text that is sound
 * is parsed in one go; only where that fails is it read once more, in parts. Parsers are loaded
 * when the first such text comes.
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

/** Reads what a parser gives to the sink; the rest as `readRdf` does. */
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
  // A level is an object, and often an array of them.
  const maxDepth = Math.max(1, Math.min(maxNesting, Math.floor((jsonDepth - 1) / 2)));
  for (const graph of graphs.list()) yield graphJsonLd(graph, maxDepth);
}

/** In which a fault costs its line from the beginning. */
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

/** Parses a text that is not sound as a whole, for `fault`. */
async function parseInParts(
  text: string,
  syntax: RdfSyntax,
  { baseIri, limits, fault, sink }: ReadRdfOptions & { fault: RdfFaultFacts; sink: QuadSink },
): Promise<RdfRemarks> {
  const options = { baseIri, maxCharacters: limits.characters };
  if (syntax === 'rdf-xml') return parseElements(text, fault, { options, sink });
  return parseStatements(await loadN3(), text, { options, sink });
}
