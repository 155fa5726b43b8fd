import { encodingByMark } from '../../text/encoding.ts';
import type { Outcome } from '../../model/outcome.ts';
import type { Problem } from '../../model/problem.ts';
import type { Extracted } from '../../model/record.ts';
import type { BodyFile } from '../../model/response.ts';
import { charsetProblems, problemAdder } from '../charset-problems.ts';
import type { UnreadInput } from '../route.ts';
import { excerptIn, positionIn, type FileFault } from './file-fault.ts';
import { indexLists } from './list-index.ts';
import { OpenFile } from './open-file.ts';
import { PieceReader } from './piece-reader.ts';

/**
 * Reads a JSON file that may hold a list, item by item, in memory that depends on the number of items and not on
 * their size. The first pass finds out where the items are and which belong together; then each piece is read when it
 * is asked for. A piece is an item that no other refers to, with all that it refers to among the items, in a copy of
 * the list that has nothing else but its keywords. Which pieces there are does not depend on the order of the items.
 *
 * Yields a document a piece, and one for what the list says of itself; `list-item-too-large` and `json-too-complex`
 * in place of pieces that are beyond the limits; then, each at most once, `list-item-invalid` for items that
 * describe nothing, `json-too-complex` where there are more items than `jsonValues`, and `list-malformed` where the
 * rest cannot be read. The file is closed when it is done or returned from.
 * @returns false where there is no list in the file, and nothing was yielded
 * @throws {FileChanged} when it is written to meanwhile; what reading the file throws
 */
export function* readPieces(
  input: UnreadInput,
  { path, bytes }: BodyFile,
): Generator<Outcome<Extracted>, boolean> {
  const { limits, mediaType, response } = input;
  const { url } = response.target;
  const file = new OpenFile(path, bytes);
  try {
    if (isUtf16(file)) {
      const fault = { offset: 0, detail: 'UTF-16, where JSON must be UTF-8' };
      yield { kind: 'failed', problem: malformed(fault, url, file) };
      return true;
    }
    const index = indexLists(file, {
      limits,
      charset: mediaType.charset,
      baseIri: response.retrieval.finalUrl,
    });
    // What a dataset has under the same property are its parts.
    if (!index.isContainer && index.lists.every(({ isGraph }) => !isGraph)) return false;
    if (index.itemsRead === 0) {
      if (index.fault === undefined) return false;
      yield { kind: 'failed', problem: malformed(index.fault, url, file) };
      return true;
    }
    const outcomes = new PieceReader(file, index, input).outcomes();
    const problems = charsetProblems(index.charsetFaults, url, (at) => positionIn(file, at));
    const add = problemAdder(problems);
    for (const outcome of outcomes) yield add(outcome);
    return true;
  } finally {
    file.close();
  }
}

/** JSON is UTF-8 (RFC 8259 §8.1). What is small is read nevertheless; here it is said, not guessed around. */
function isUtf16(file: OpenFile): boolean {
  const head = file.pick(0, 3);
  const isMarked = encodingByMark(head)?.startsWith('utf-16') === true;
  // The first two characters of JSON are ASCII, and U+0000 is none of them.
  return isMarked || head.subarray(0, 2).includes(0);
}

function malformed({ offset, detail }: FileFault, url: string, file: OpenFile): Problem {
  const excerpt = excerptIn(file, offset);
  return { kind: 'json-malformed', url, ...positionIn(file, offset), detail, excerpt };
}
