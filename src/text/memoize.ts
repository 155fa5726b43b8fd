/** Longer texts are not stored; no vocabulary has such names. */
const maxCharacters = 500;

/**
 * Memoizes a function of a text. Harvested texts are unbounded, so the cache is cleared when it is
 * full.
 */
export function memoize<Result>(
  make: (text: string) => Result,
  maxTexts = 10_000,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    if (text.length > maxCharacters) return make(text);
    const known = results.get(text);
    if (known !== undefined || results.has(text)) return known as Result; // what `make` gave
    const result = make(text);
    if (results.size >= maxTexts) results.clear();
    results.set(text, result);
    return result;
  };
}
