/**
 * Reads the source at full speed and buffers what the consumer has not taken. A listing is consumed
 * over hours, since its targets are harvested meanwhile, and no server waits that long. The buffer
 * is in memory, so the source must be bounded.
 */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const pieces = source[Symbol.asyncIterator]();
  const waiting: T[] = [];
  let end: { readonly error?: unknown } | undefined;
  let wake: (() => void) | undefined;

  const pump = async (): Promise<void> => {
    try {
      for (;;) {
        const piece = await pieces.next();
        if (piece.done === true) break;
        waiting.push(piece.value);
        wake?.();
      }
      end = {};
    } catch (error) {
      end = { error };
    }
    wake?.();
  };
  void pump();

  try {
    for (;;) {
      const piece = waiting.shift();
      if (piece !== undefined) {
        yield piece;
      } else if (end === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else {
        if ('error' in end) throw end.error;
        return;
      }
    }
  } finally {
    if (end === undefined) await pieces.return?.();
  }
}
