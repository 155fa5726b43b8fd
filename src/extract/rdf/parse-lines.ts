import type { N3Parse } from './parse-n3.ts';
import type { Quad, QuadSink } from './quad.ts';
import { FirstOf, RdfFault, type RdfFaultFacts, type Told } from './rdf-fault.ts';
import { asPublished, mendLine } from './term-mending.ts';

/** Files with more bad lines are rejected; each costs as much as a hundred good ones. */
const maxBadLines = 10_000;
/** Characters parsed at a time; where there is a fault, line by line. */
const lineBatchCharacters = 65_536;

/**
 * Parses N-Quads, including N-Triples, in linear time. Lines are independent (RDF 1.1 N-Quads §2),
 * so a fault loses its line only. Invalid IRIs and language tags are passed on as published and
 * repaired together with those of JSON-LD.
 * @throws {RdfFault} the first, beyond 10,000 bad lines; errors of the sink
 */
export function parseLines(parse: N3Parse, text: string, sink: QuadSink): Told<RdfFaultFacts> {
  const faults = new FirstOf<RdfFaultFacts>();
  let line = 1;
  for (let start = 0; start < text.length;) {
    const end = endOfBatch(text, start);
    const lines = text.slice(start, end).split(/\r\n|\n|\r/u);
    const fault = parsePart(parse, text.slice(start, end), sink);
    if (fault !== undefined) {
      for (const [index, each] of lines.entries()) {
        const own = parseLine(parse, each, sink);
        if (own !== undefined) faults.add({ ...own, line: line + index });
      }
    }
    const [first] = faults.first;
    if (first !== undefined && faults.count > maxBadLines) throw new RdfFault(first);
    line += lines.length - 1;
    start = end;
  }
  return faults;
}

function parseLine(parse: N3Parse, line: string, sink: QuadSink): RdfFaultFacts | undefined {
  const fault = parsePart(parse, line, sink);
  if (fault === undefined) return undefined;
  const mended = mendLine(line.toWellFormed());
  return mended === line ? fault : parsePart(parse, mended, asPublished(sink));
}

/** Passes the statements of a sound part to the sink; else returns its fault and passes none. */
function parsePart(parse: N3Parse, part: string, sink: QuadSink): RdfFaultFacts | undefined {
  const quads: Quad[] = [];
  try {
    parse(part, { format: 'N-Quads', baseIri: '' }, (quad) => quads.push(quad));
  } catch (error) {
    if (error instanceof RdfFault) return error.facts;
    throw error;
  }
  for (const quad of quads) sink(quad);
  return undefined;
}

function endOfBatch(text: string, start: number): number {
  const end = text.indexOf('\n', start + lineBatchCharacters);
  return end === -1 ? text.length : end + 1;
}
