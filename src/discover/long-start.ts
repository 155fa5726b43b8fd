/**
 * Passes bytes on, but with a first piece of at least `length` bytes, as far as there are so many,
 * so that it suffices to detect the format. Bytes received before an error are still yielded.
 */
export async function* withLongStart(
  source: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  try {
    for await (const piece of source) {
      if (start === undefined) {
        yield piece;
        continue;
      }
      start = Buffer.concat([start, piece]);
      if (start.length < length) continue;
      yield start;
      start = undefined;
    }
  } catch (error) {
    if (start !== undefined && start.length > 0) yield start;
    throw error;
  }
  if (start !== undefined && start.length > 0) yield start;
}
