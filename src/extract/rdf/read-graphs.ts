import { TextDecoder } from 'node:util';
import type { Outcome } from '../../model/outcome.ts';
import type { Problem } from '../../model/problem.ts';
import type { Extracted } from '../../model/record.ts';
import type { BodyFile } from '../../model/response.ts';
import { headOf } from '../body-bytes.ts';
import { OpenFile } from '../open-file.ts';
import type { UnreadInput } from '../route.ts';
import { indexGraphs } from './graph-index.ts';
import type { GraphRuns } from './graph-runs.ts';
import { parseLines } from './parse-lines.ts';
import { loadN3, type N3Parse } from './parse-n3.ts';
import type { QuadSink } from './quad.ts';
import { FirstOf, noRemarks, type RdfFaultFacts, type RdfRemarks } from './rdf-fault.ts';
import { rdfLimits } from './rdf-limits.ts';
import { problemsBeside, rdfProblem } from './rdf-problems.ts';
import { rdfSyntaxAt } from './rdf-syntax-at.ts';
import { readStatements } from './read-rdf.ts';

const sniffedBytes = 16_384;
const utf8 = new TextDecoder();

/**
 * Reads an N-Quads file graph by graph, in memory for one graph of at most `pieceBytes` and the
 * index. The first pass indexes the lines of each graph, which need not be contiguous; then each
 * graph is read on demand. Blank nodes are shared by all graphs, but each document has only the
 * statements of its graph.
 *
 * Yields the documents and problems of `readRdf` per graph, documents as pieces;
 * `list-item-too-large` for graphs beyond `pieceBytes`, and last `json-too-complex` beyond
 * `jsonValues` runs of lines. The file is closed when the generator ends.
 * @returns false where the file is no N-Quads, or has no named graph, and nothing was yielded
 * @throws {FileChanged} when the file is modified meanwhile; errors of reading it
 */
export async function* readGraphs(
  input: UnreadInput,
  body: BodyFile,
): AsyncGenerator<Outcome<Extracted>, boolean> {
  const { limits, mediaType, response } = input;
  const start = Buffer.from(headOf(body, sniffedBytes)).toString('latin1');
  if (rdfSyntaxAt(mediaType.essence, start) !== 'n-quads') return false;
  const file = new OpenFile(body);
  try {
    const { jsonValues: maxRuns, pieceBytes: maxLineBytes } = limits;
    const { graphs, isCut } = indexGraphs(file, body.bytes, { maxRuns, maxLineBytes });
    if (graphs.size < 2 && graphs.has('')) return false;
    const parse = await loadN3();
    let item = 0;
    for (const runs of graphs.values()) {
      item += 1;
      yield* readGraph(runs, { ...input, file, parse, item });
    }
    if (isCut) {
      const { url } = response.target;
      const problem = { kind: 'json-too-complex', url, limit: 'values', max: maxRuns } as const;
      yield { kind: 'failed', problem };
    }
    return true;
  } finally {
    file.close();
  }
}

interface GraphInput extends UnreadInput {
  readonly file: OpenFile;
  readonly parse: N3Parse;
  /** Its number in the file, from 1. */
  readonly item: number;
}

async function* readGraph(
  runs: GraphRuns,
  { limits, response, file, parse, item }: GraphInput,
): AsyncIterable<Outcome<Extracted>> {
  const { url } = response.target;
  const { pieceBytes: maxBytes, jsonDepth } = limits;
  if (runs.bytes > maxBytes) {
    yield { kind: 'failed', problem: { kind: 'list-item-too-large', url, maxBytes, item } };
    return;
  }
  const reading = await readStatements((sink) => parseRuns(parse, file, runs, sink), {
    limits: rdfLimits(limits),
    jsonDepth,
  });
  if (reading.kind !== 'documents') {
    yield { kind: 'failed', problem: rdfProblem(reading, url, 'n-quads') };
    return;
  }
  const problems = problemsBeside(reading, url);
  const [json] = reading.documents;
  if (json !== undefined) {
    const { finalUrl: baseIri } = response.retrieval;
    const piece = { sharesName: false };
    const document = { documentUrl: url, route: 'rdf', json, baseIri, piece } as const;
    yield { kind: 'produced', value: { kind: 'document', document }, problems };
  } else yield* problems.map((problem: Problem) => ({ kind: 'failed', problem }) as const);
}

function parseRuns(parse: N3Parse, file: OpenFile, runs: GraphRuns, sink: QuadSink): RdfRemarks {
  const lines = new FirstOf<RdfFaultFacts>();
  let isFirst = true;
  for (const { start, end, line } of runs) {
    // Read-ahead helps where the file is sorted by graph: the next run is that of the next graph.
    const bytes = isFirst ? file.readOn(start, end - start) : file.pick(start, end - start);
    isFirst = false;
    const faults = parseLines(parse, utf8.decode(bytes), sink);
    for (const fault of faults.first) lines.add({ ...fault, line: fault.line + line - 1 });
    lines.omitted += faults.omitted;
  }
  return { ...noRemarks, lines };
}
