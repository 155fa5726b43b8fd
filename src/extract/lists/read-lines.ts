import type { Body } from '../../model/http.ts';
import { blanksEnd } from '../../text/json-grammar.ts';
import { isObject, parseJson } from '../../text/json.ts';
import { createPartFinder } from '../../text/text-position.ts';
import { charsetProblems, decodeJson } from '../character-decoding.ts';
import { outcomesOfReading } from '../direct.ts';
import { type ByteSource, openByteSource } from '../open-body.ts';
import { readJson } from '../read-json.ts';
import { type ExtractionOutcome, failedOutcome, type ResponseInput } from '../route.ts';

const lineFeed = 0x0a;
/** Bytes read at once. */
const chunkBytes = 1_048_576;

/** Whether a text begins with an object on a line of its own and another one below it. */
export function beginsJsonLines(start: string): boolean {
  const begin = blanksEnd(start, 0);
  const end = start.indexOf('\n', begin);
  if (end === -1 || !isObject(parseJson(start.slice(begin, end)))) return false;
  return start[blanksEnd(start, end)] === '{';
}

/**
 * Reads a body of JSON Lines line by line, in constant memory: each line is a document, with its
 * own context. A line without one is a problem with its number, and costs nothing else:
 * `json-malformed`, `json-too-complex`, `list-item-too-large` and, once per kind of value,
 * `json-not-metadata`; `json-too-complex` beyond `jsonValues` lines. The file is closed when the
 * generator ends.
 * @throws {FileChanged} when its file is modified meanwhile; errors of reading the file
 */
export function* readLines(input: ResponseInput, body: Body): Iterable<ExtractionOutcome> {
  const { url } = input.response.target;
  const { jsonValues: max, pieceBytes } = input.limits;
  const file = openByteSource(body);
  const reported = new Set<string>();
  try {
    let lines = 0;
    for (const line of walkLines(file, pieceBytes)) {
      lines += 1;
      if (lines > max) {
        yield failedOutcome({ kind: 'json-too-complex', url, limit: 'values', max });
        return;
      }
      for (const outcome of readLine(line, input)) {
        if (isNew(outcome, reported)) yield outcome;
      }
    }
  } finally {
    file.close();
  }
}

/** Whether an outcome is to be told: values that are no metadata are told once per kind. */
function isNew(outcome: ExtractionOutcome, reported: Set<string>): boolean {
  if (outcome.kind !== 'failed' || outcome.problem.kind !== 'json-not-metadata') return true;
  const { found } = outcome.problem;
  const isFirst = !reported.has(found);
  reported.add(found);
  return isFirst;
}

function* readLine(line: Line, input: ResponseInput): Iterable<ExtractionOutcome> {
  const { response, mediaType, limits } = input;
  const { url } = response.target;
  if (line.bytes === undefined) {
    const { pieceBytes: maxBytes } = limits;
    yield failedOutcome({ kind: 'list-item-too-large', url, maxBytes, item: line.number });
    return;
  }
  const decoded = decodeJson(line.bytes, mediaType.charset);
  const { text } = decoded;
  if (text.trim() === '') return;
  const positionOf = createPartFinder(text, () => ({ line: line.number, column: 1 }));
  const problems = charsetProblems(decoded, url, positionOf);
  const placed = { url, text, positionOf, problems };
  const piece = { sharesName: false };
  for (const reading of readJson(text, limits)) {
    yield* outcomesOfReading(reading, placed, { response, mediaType, isSeries: true, piece });
  }
}

/** A line of a file. */
interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its end; undefined for a line beyond the limit. */
  readonly bytes: Uint8Array | undefined;
}

function* walkLines(file: ByteSource, maxBytes: number): Generator<Line> {
  const chunk = new Uint8Array(chunkBytes);
  let number = 1;
  let open: Uint8Array[] = [];
  let length = 0;
  const add = (bytes: Uint8Array): void => {
    length += bytes.length;
    // The chunk is filled again.
    if (length <= maxBytes) open.push(bytes.slice());
    else open = [];
  };
  const close = (): Line => {
    const line = { number, bytes: length > maxBytes ? undefined : Buffer.concat(open) };
    number += 1;
    open = [];
    length = 0;
    return line;
  };
  let offset = 0;
  for (;;) {
    const count = file.readInto(chunk, offset);
    if (count === 0) break;
    offset += count;
    let start = 0;
    let end = chunk.indexOf(lineFeed);
    while (end !== -1 && end < count) {
      add(chunk.subarray(start, end));
      yield close();
      start = end + 1;
      end = chunk.indexOf(lineFeed, start);
    }
    add(chunk.subarray(start, count));
  }
  if (length > 0) yield close();
}
