import { TextDecoder } from 'node:util';
import type { BodyFile } from '../../model/http.ts';
import { detectRdfSyntax } from '../body-formats.ts';
import { OpenFile, readBodyHead } from '../open-body.ts';
import {
  type ExtractionOutcome,
  type ExtractLimits,
  failedOutcome,
  producedDocument,
  type ResponseInput,
} from '../route.ts';
import { loadN3, type N3Parse, parseLines } from './parsers.ts';
import {
  BoundedList,
  noRemarks,
  type QuadSink,
  type RdfFaultFacts,
  type RdfRemarks,
} from './parse-results.ts';
import { deriveRdfLimits, listRdfProblems, readStatements, toRdfProblem } from './read-rdf.ts';

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
  input: ResponseInput,
  body: BodyFile,
): AsyncGenerator<ExtractionOutcome, boolean> {
  const { limits, mediaType, response } = input;
  const start = Buffer.from(readBodyHead(body, sniffedBytes)).toString('latin1');
  if (detectRdfSyntax(mediaType.essence, start) !== 'n-quads') return false;
  const file = new OpenFile(body);
  try {
    const { graphs, isCut } = indexGraphs(file, body.bytes, limits);
    if (graphs.size < 2 && graphs.has('')) return false;
    const parse = await loadN3();
    let item = 0;
    for (const runs of graphs.values()) {
      item += 1;
      yield* readGraph(runs, { ...input, file, parse, item });
    }
    if (isCut) {
      const { url } = response.target;
      const { jsonValues: max } = limits;
      yield failedOutcome({ kind: 'json-too-complex', url, limit: 'values', max });
    }
    return true;
  } finally {
    file.close();
  }
}

interface GraphInput extends ResponseInput {
  readonly file: OpenFile;
  readonly parse: N3Parse;
  /** Its number in the file, from 1. */
  readonly item: number;
}

async function* readGraph(
  runs: GraphRuns,
  { limits, response, file, parse, item }: GraphInput,
): AsyncIterable<ExtractionOutcome> {
  const { url } = response.target;
  const { pieceBytes: maxBytes } = limits;
  if (runs.bytes > maxBytes) {
    yield failedOutcome({ kind: 'list-item-too-large', url, maxBytes, item });
    return;
  }
  const parseInto = (sink: QuadSink): RdfRemarks => parseRuns(parse, file, runs, sink);
  const reading = await readStatements(parseInto, deriveRdfLimits(limits));
  if (reading.kind !== 'documents') {
    yield failedOutcome(toRdfProblem(reading, url, 'n-quads'));
    return;
  }
  const problems = listRdfProblems(reading, url);
  const [json] = reading.documents;
  if (json !== undefined) {
    const { finalUrl: baseIri } = response.retrieval;
    const piece = { sharesName: false };
    yield producedDocument({ documentUrl: url, route: 'rdf', json, baseIri, piece }, problems);
  } else for (const problem of problems) yield failedOutcome(problem);
}

function parseRuns(parse: N3Parse, file: OpenFile, runs: GraphRuns, sink: QuadSink): RdfRemarks {
  const lines = new BoundedList<RdfFaultFacts>();
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

const windowBytes = 1_048_576;
const iri = String.raw`<[^>\n]*>`;
const blank = String.raw`_:[^\s<"]+`;
const literal = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"(?:\^\^${iri}|@[\w-]+)?`;
/** A statement up to its graph (RDF 1.1 N-Quads §2). A label does not end with the final dot. */
const statement = new RegExp(
  String.raw`[ \t]*(?:${iri}|${blank})[ \t]*${iri}[ \t]*(?:${iri}|${blank}|${literal})[ \t]*(${iri}|_:[^\s<"]*[^\s<".])?`,
  'uy',
);

/** The key of overlong lines whose graph is unknown; no graph has this name. */
const unknownGraph = '\n';

/** Enough for a literal's type and a graph. */
const keptOfLongLines = 4096;
/** The end of an overlong statement, from the closing quote of its text. */
const endOfStatement = new RegExp(
  String.raw`"(?:\^\^${iri}|@[\w-]+)?[ \t]*(?:(<[^<>\n]*>|_:[^\s<"]*[^\s<".])[ \t]*)?\.`,
  'uy',
);

/**
 * Indexes the lines of each graph of an N-Quads file in one pass, in linear time and in memory
 * proportional to the number of graphs and runs. Comments and invalid lines belong to the graph
 * before them.
 * @returns the graphs by name as written (empty for the default graph), in order of their beginning,
 * and whether the limit of runs was exceeded, so that the rest was not read
 */
function indexGraphs(
  file: OpenFile,
  bytes: number,
  { jsonValues: maxRuns, pieceBytes: maxLineBytes }: ExtractLimits,
) {
  const graphs = new Map<string, GraphRuns>();
  let current: GraphRuns | undefined;
  let currentName = '';
  let runs = 0;
  let line = 0;
  for (const { text, isEnding, start, end } of readLines(file, bytes, maxLineBytes)) {
    line += 1;
    const name = isEnding
      ? (readGraphAtEnd(text) ?? unknownGraph)
      : (readGraphName(text) ?? currentName);
    if (current !== undefined && name === currentName) current.extend(end);
    else {
      runs += 1;
      if (runs > maxRuns) return { graphs, isCut: true };
      current = graphs.get(name) ?? new GraphRuns();
      graphs.set(name, current);
      current.begin({ start, end, line });
      currentName = name;
    }
  }
  return { graphs, isCut: false };
}

interface Line {
  /** One character per byte, with the line end. */
  readonly text: string;
  /** Whether the line is too long and the text only its end. */
  readonly isEnding: boolean;
  readonly start: number;
  readonly end: number;
}

function* readLines(file: OpenFile, bytes: number, maxBytes: number): Iterable<Line> {
  let before = '';
  let start = 0;
  const lineTo = (part: string, end: number): Line => {
    const line = { text: before + part, isEnding: end - start > maxBytes, start, end };
    before = '';
    start = end;
    return line;
  };
  for (let at = 0; at < bytes; at += windowBytes) {
    const window = file.readOn(at, Math.min(windowBytes, bytes - at));
    const text = Buffer.from(window.buffer, window.byteOffset, window.length).toString('latin1');
    let from = 0;
    for (let lineEnd = text.indexOf('\n'); lineEnd !== -1; lineEnd = text.indexOf('\n', from)) {
      yield lineTo(text.slice(from, lineEnd + 1), at + lineEnd + 1);
      from = lineEnd + 1;
    }
    before += text.slice(from);
    if (before.length > maxBytes) before = before.slice(-keptOfLongLines);
  }
  if (start < bytes) yield lineTo('', bytes);
}

/** The graph of a line; undefined where it is no statement. */
function readGraphName(line: string): string | undefined {
  statement.lastIndex = 0;
  const found = statement.exec(line);
  return found === null ? undefined : (found[1] ?? '');
}

/** The graph of a line of which only the end is known. */
function readGraphAtEnd(line: string): string | undefined {
  const end = line.slice(-keptOfLongLines);
  endOfStatement.lastIndex = Math.max(0, end.lastIndexOf('"'));
  const found = endOfStatement.exec(end);
  return found === null ? undefined : (found[1] ?? '');
}

/** Consecutive lines of one graph in a file: their bytes, and the number of the first, from 1. */
type GraphRun = Readonly<Record<'start' | 'end' | 'line', number>>;

/** The runs of one graph in a file: one if the file is sorted by graph, else any number. */
class GraphRuns implements Iterable<GraphRun> {
  /** Three numbers per run; there may be as many runs as lines. */
  readonly #numbers: number[] = [];
  /** The total bytes of its lines. */
  bytes = 0;

  *[Symbol.iterator](): Iterator<GraphRun> {
    for (let at = 0; at < this.#numbers.length; at += 3) {
      const [start = 0, end = 0, line = 0] = this.#numbers.slice(at, at + 3);
      yield { start, end, line };
    }
  }

  /** Begins a run with a line after one of another graph. */
  begin({ start, end, line }: GraphRun): void {
    this.#numbers.push(start, end, line);
    this.bytes += end - start;
  }

  /** Adds a line to the last run. */
  extend(end: number): void {
    const at = this.#numbers.length - 2;
    this.bytes += end - (this.#numbers[at] ?? end);
    this.#numbers[at] = end;
  }
}
