/**
 * The known key that a misspelt one probably means: the most similar, where a typing error, case,
 * the way to join words or a missing last word (`delay` for `delayMs`) explains the difference.
 */
export function nearestKey(written: string, known: readonly string[]): string | undefined {
  const plain = simplify(written);
  const candidates = known
    .map((key) => ({ key, distance: distanceTo(simplify(key), plain) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(plain.length / 3)))
    .toSorted((one, other) => one.distance - other.distance);
  return candidates[0]?.key;
}

function distanceTo(known: string, written: string): number {
  const isBeginning = written.length > 2 && known.startsWith(written);
  return isBeginning ? 1 : distanceBetween(written, known);
}

function simplify(key: string): string {
  return key
    .slice(0, 50)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '');
}

/** The optimal string alignment distance: insertions, deletions, changes, swaps of neighbours. */
function distanceBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
