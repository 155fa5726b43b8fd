/**
 * The median: the middle of the values, or the mean of the two in the middle.
 * @param {readonly number[]} values at least one
 * @returns {number} NaN where there are none
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  const lower = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/**
 * The range of the values as a fraction of their median; NaN for a single one.
 * @param {readonly number[]} values
 */
export function spread(values) {
  if (values.length < 2) return Number.NaN;
  return (Math.max(...values) - Math.min(...values)) / median(values);
}
