import type { N3Parse } from './parse-n3.ts';
import type { Quad, QuadSink } from './quad.ts';
import { FirstOf, RdfFault, type RdfFaultFacts, type Told } from './rdf-fault.ts';
import { asPublished, mendLine } from './term-mending.ts';

/** What has more is no such file, and each costs as much as a hundred good ones. */
const maxBadLines = 10_000;
/** So much is parsed at a time; where it has a fault, line by line. */
const batchCharacters = 65_536;

/**
 * Parses N-Quads, of which N-Triples is a part, in time linear in its length. A line stands for itself (RDF 1.1 N-Quads
 * §2), so that a fault costs its line alone. IRIs and language tags that are none are given as
 * published, since they are repaired where those of JSON-LD are.
 * @throws {RdfFault} the first, where more than 10,000 lines have one; what the sink throws
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

/**
 * Takes the statements of a part of N-Quads if all of it is sound; else says what is wrong with it.
 * The statements before the fault are not taken.
 */
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
  const end = text.indexOf('\n', start + batchCharacters);
  return end === -1 ? text.length : end + 1;
}
