import type { OpenFile } from '../open-file.ts';
import { GraphRuns } from './graph-runs.ts';

/** The index of the graphs in a file. */
export interface GraphIndex {
  /** By graph name as written; empty for the default graph. In order of their beginning. */
  readonly graphs: ReadonlyMap<string, GraphRuns>;
  /** Whether the limit of runs was exceeded, so that the rest was not read. */
  readonly isCut: boolean;
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

/** Limits for the index and for one line. */
export interface GraphIndexLimits {
  readonly maxRuns: number;
  readonly maxLineBytes: number;
}

/**
 * Indexes the lines of each graph of an N-Quads file in one pass, in linear time and in memory
 * proportional to the number of graphs and runs. Comments and invalid lines belong to the graph
 * before them.
 */
export function indexGraphs(file: OpenFile, bytes: number, limits: GraphIndexLimits): GraphIndex {
  const graphs = new Map<string, GraphRuns>();
  let current: GraphRuns | undefined;
  let currentName = '';
  let runs = 0;
  let line = 0;
  for (const { text, isEnding, start, end } of readLines(file, bytes, limits.maxLineBytes)) {
    line += 1;
    const name = isEnding
      ? (readGraphAtEnd(text) ?? unknownGraph)
      : (readGraphName(text) ?? currentName);
    if (current !== undefined && name === currentName) current.extend(end);
    else {
      runs += 1;
      if (runs > limits.maxRuns) return { graphs, isCut: true };
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
