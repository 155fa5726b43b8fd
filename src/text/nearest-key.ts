/**
 * The key somebody meant who wrote another: the most similar one, if it is similar enough that a slip of the keyboard,
 * another case, another way to join words or the lack of the last one (`delay` for `delayMs`) explains it.
 */
export function nearestKey(written: string, known: readonly string[]): string | undefined {
  const plain = simplified(written);
  const candidates = known
    .map((key) => ({ key, distance: distanceTo(simplified(key), plain) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(plain.length / 3)))
    .toSorted((one, other) => one.distance - other.distance);
  return candidates[0]?.key;
}

function distanceTo(known: string, written: string): number {
  const isBeginning = written.length > 2 && known.startsWith(written);
  return isBeginning ? 1 : distanceBetween(written, known);
}

function simplified(key: string): string {
  return key
    .slice(0, 50)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '');
}

/** How many letters must be put in, left out, changed or swapped with their neighbour (optimal string alignment). */
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
