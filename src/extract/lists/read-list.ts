import { encodingByMark } from '../../text/encoding.ts';
import { createPartFinder, type Position } from '../../text/text-position.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Problem } from '../../model/problem.ts';
import type { Extracted } from '../../model/record.ts';
import type { Body } from '../../model/response.ts';
import { decodeJson, type DecodedText } from '../character-decoding.ts';
import { charsetProblems } from '../charset-problems.ts';
import { problemOf, problemsOfNotes } from '../json-problems.ts';
import { openBody, type ByteSource } from '../open-file.ts';
import { readJson, type JsonReading } from '../read-json.ts';
import type { UnreadInput } from '../route.ts';
import type { ScannedValue } from './byte-cursor.ts';
import { createFilePositions, excerptIn, faultInPart, type FileFault } from './file-fault.ts';
import { surveyRoot, type RootSurvey } from './survey-root.ts';
import { walkRoot } from './walk-root.ts';

/**
 * Reads a JSON body item by item if it is a list, feed or catalogue, or an array of documents with
 * their own contexts, in constant memory. The first pass finds what surrounds the items, since the
 * context may follow them. The second reads each item on demand, as `readJson` does.
 *
 * Yields a document per item, in a copy of the list with its keywords only, and one for the list
 * itself; for items without a document: `json-malformed`, `json-too-complex`, `list-item-too-large`
 * and, once per kind of value, `list-item-invalid`; `json-too-complex` beyond `jsonValues` items;
 * and last `list-malformed` where the rest is unreadable. The file is closed when the generator
 * ends.
 * @returns false where the body is no such list, and nothing was yielded
 * @throws {FileChanged} when its file is modified meanwhile; errors of reading the file
 */
export async function* readList(
  input: UnreadInput,
  body: Body,
): AsyncGenerator<Outcome<Extracted>, boolean> {
  const file = openBody(body);
  try {
    const reader = new ListReader(file, input);
    if (isUtf16(file)) {
      yield reader.malformed({ offset: 0, detail: 'UTF-16, where JSON must be UTF-8' });
      return true;
    }
    const survey = await surveyRoot(file, input);
    if (survey === undefined) return false;
    yield* reader.outcomes(survey);
    return true;
  } finally {
    file.close();
  }
}

/** JSON is UTF-8 (RFC 8259 §8.1). Small UTF-16 bodies are still read; large ones are reported. */
function isUtf16(file: ByteSource): boolean {
  const head = file.pick(0, 3);
  const isMarked = encodingByMark(head)?.startsWith('utf-16') === true;
  // The first two characters of JSON are ASCII and not U+0000.
  return isMarked || head.subarray(0, 2).includes(0);
}

class ListReader {
  readonly #file: ByteSource;
  readonly #input: UnreadInput;
  readonly #url: string;
  readonly #positionIn: (offset: number) => Position;
  /** Reported once: kinds of invalid values, and charset problems. */
  readonly #told = new Set<string>();

  /** @param file stays open while outcomes are read */
  constructor(file: ByteSource, input: UnreadInput) {
    this.#file = file;
    this.#input = input;
    this.#url = input.response.target.url;
    this.#positionIn = createFilePositions(file);
  }

  *outcomes({ itemKeys, holding, head, isHeadTooLarge }: RootSurvey): Iterable<Outcome<Extracted>> {
    const { jsonValues: max, pieceBytes } = this.#input.limits;
    const parts = walkRoot(this.#file, pieceBytes);
    let items = 0;
    let next = parts.next();
    for (; next.done !== true; next = parts.next()) {
      const { kind, name, value } = next.value;
      // A single item may be no array, and a JSON-LD list is read as one item.
      if (kind === 'array' || !itemKeys.has(name)) continue;
      items += 1;
      if (items > max) {
        yield failedOutcome({ kind: 'json-too-complex', url: this.#url, limit: 'values', max });
        return;
      }
      yield* this.#item(value, items, (json) =>
        holding(name, kind === 'item' ? `[${json}]` : json),
      );
    }
    // After a fault, the description of the list may be incomplete.
    if (next.value === undefined && isHeadTooLarge) {
      yield failedOutcome({ kind: 'document-too-large', url: this.#url, maxBytes: pieceBytes });
    } else if (next.value === undefined) yield* this.#head(head());
    else {
      const { offset, detail } = next.value;
      const place = { ...this.#positionIn(offset), detail, itemsRead: items };
      yield failedOutcome({ kind: 'list-malformed', url: this.#url, ...place });
    }
  }

  malformed({ offset, detail }: FileFault): Outcome<Extracted> {
    const position = this.#positionIn(offset);
    const excerpt = excerptIn(this.#file, offset);
    return failedOutcome({ kind: 'json-malformed', url: this.#url, ...position, detail, excerpt });
  }

  *#item(
    { bytes, offset, length }: ScannedValue,
    item: number,
    documentOf: (json: string) => string,
  ): Iterable<Outcome<Extracted>> {
    const { limits, mediaType } = this.#input;
    const decoded = decodeJson(bytes, mediaType.charset);
    const { text } = decoded;
    if (bytes.length < length) {
      // A missing bracket can merge many items into a large one.
      const fault = faultInPart(text, offset);
      const maxBytes = limits.pieceBytes;
      yield fault === undefined
        ? failedOutcome({ kind: 'list-item-too-large', url: this.#url, maxBytes, item })
        : this.malformed(fault);
      return;
    }
    const placed = {
      url: this.#url,
      text,
      positionOf: createPartFinder(text, () => this.#positionIn(offset)),
    };
    const problems = this.#charsetProblems(decoded, placed.positionOf);
    const [reading = emptyReading] = readJson(text, limits);
    if (reading.kind === 'document') {
      problems.push(...problemsOfNotes(reading.notes, placed, new Set()));
      yield this.#document(documentOf(reading.json), problems);
    } else if (reading.kind === 'template') {
      yield { kind: 'skipped', url: this.#url, reason: 'template' };
    } else if (reading.kind !== 'not-metadata')
      yield failedOutcome(problemOf(reading, placed), problems);
    else if (text.startsWith('"')) yield this.#document(documentOf(text), problems);
    else if (this.#isNew(reading.found)) {
      yield failedOutcome(
        { kind: 'list-item-invalid', url: this.#url, found: reading.found },
        problems,
      );
    }
  }

  *#head(json: string | undefined): Iterable<Outcome<Extracted>> {
    if (json === undefined) return;
    const [reading = emptyReading] = readJson(json, this.#input.limits);
    if (reading.kind === 'document') yield this.#document(reading.json, []);
    else if (reading.kind !== 'template') {
      // Its position in the file is unknown: it was assembled from several places.
      const placed = { url: this.#url, text: json, positionOf: createPartFinder(json) };
      yield failedOutcome(problemOf(reading, placed));
    }
  }

  #charsetProblems(decoded: DecodedText, positionOf: (offset: number) => Position): Problem[] {
    return charsetProblems(decoded, this.#url, positionOf).filter(({ kind }) => this.#isNew(kind));
  }

  #isNew(fact: string): boolean {
    const isNew = !this.#told.has(fact);
    this.#told.add(fact);
    return isNew;
  }

  #document(json: string, problems: readonly Problem[]): Outcome<Extracted> {
    const { finalUrl: baseIri } = this.#input.response.retrieval;
    const piece = { sharesName: false };
    const document = { documentUrl: this.#url, route: 'direct', json, baseIri, piece } as const;
    const value = { kind: 'document', document } as const;
    return { kind: 'produced', value, ...(problems.length === 0 ? {} : { problems }) };
  }
}

const emptyReading: JsonReading = { kind: 'not-metadata', found: 'nothing' };

function failedOutcome(problem: Problem, problems: readonly Problem[] = []): Outcome<Extracted> {
  return { kind: 'failed', problem, ...(problems.length === 0 ? {} : { problems }) };
}
