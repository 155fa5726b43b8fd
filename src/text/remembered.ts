/** Nobody's vocabulary has longer names. */
const maxCharacters = 500;

/**
 * The same function, with its results remembered for texts that come again. It must depend on the text alone. Strangers
 * may have any number of different texts: when there are too many to remember, all are forgotten.
 */
export function remembered<Result>(
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
