import type { OpenFile } from '../open-file.ts';
import { GraphRuns } from './graph-runs.ts';

/** Where the graphs of a file are. */
export interface GraphIndex {
  /** By the graph as it is written; the empty string stands for none. In the order in which they begin. */
  readonly graphs: ReadonlyMap<string, GraphRuns>;
  /** Whether there are more runs of lines than were asked for, so that the rest was not read. */
  readonly isCut: boolean;
}

const windowBytes = 1_048_576;

const iri = String.raw`<[^>\n]*>`;
const blank = String.raw`_:[^\s<"]+`;
const literal = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"(?:\^\^${iri}|@[\w-]+)?`;
/** A statement as far as its graph (RDF 1.1 N-Quads §2). A label does not end with the dot that ends the statement. */
const statement = new RegExp(
  String.raw`[ \t]*(?:${iri}|${blank})[ \t]*${iri}[ \t]*(?:${iri}|${blank}|${literal})[ \t]*(${iri}|_:[^\s<"]*[^\s<".])?`,
  'uy',
);

/** Under which lines go that are too long and end in no graph that could be told; none is called so. */
const tooLong = '\n';

/** It has room for a literal's type and a graph. */
const keptOfLongLines = 4096;
/** What follows upon the text that makes a line too long, from the quote at its end. */
const endOfStatement = new RegExp(
  String.raw`"(?:\^\^${iri}|@[\w-]+)?[ \t]*(?:(<[^<>\n]*>|_:[^\s<"]*[^\s<".])[ \t]*)?\.`,
  'uy',
);

/** How much is remembered of a file, and of one line. */
export interface GraphIndexLimits {
  readonly maxRuns: number;
  readonly maxLineBytes: number;
}

/**
 * Finds out where the lines of each graph of an N-Quads file stand, in one pass, in memory that depends on the number of
 * graphs and of their runs, and in time linear in the size of the file. Comments, and lines that are no statements, go
 * with the graph before them.
 */
export function indexGraphs(file: OpenFile, bytes: number, limits: GraphIndexLimits): GraphIndex {
  const graphs = new Map<string, GraphRuns>();
  let current: GraphRuns | undefined;
  let currentName = '';
  let runs = 0;
  let line = 0;
  for (const { text, isEnding, start, end } of linesOf(file, bytes, limits.maxLineBytes)) {
    line += 1;
    const name = isEnding ? (graphAtEndOf(text) ?? tooLong) : (graphOf(text) ?? currentName);
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
  /** A character a byte, with what ends it. */
  readonly text: string;
  /** Whether the text is only its end, since it is too long. */
  readonly isEnding: boolean;
  readonly start: number;
  readonly end: number;
}

function* linesOf(file: OpenFile, bytes: number, maxBytes: number): Iterable<Line> {
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
function graphOf(line: string): string | undefined {
  statement.lastIndex = 0;
  const found = statement.exec(line);
  return found === null ? undefined : (found[1] ?? '');
}

/** The graph of a line of which only the end is there. */
function graphAtEndOf(line: string): string | undefined {
  const end = line.slice(-keptOfLongLines);
  endOfStatement.lastIndex = Math.max(0, end.lastIndexOf('"'));
  const found = endOfStatement.exec(end);
  return found === null ? undefined : (found[1] ?? '');
}
