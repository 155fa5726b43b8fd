/**
 * References that programs write in place of the characters of a text that is no markup: those of
 * XML, the blank, and any character by its number. Other names of HTML may be parameters of an
 * address (`?lang;part`).
 */
export const characterReference = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/giu;
const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u{A0}'],
]);

/** Texts may be encoded more than once (`&amp;amp;`). */
const maxDecodings = 3;

/** Resolves character references, up to three times if they were encoded more than once. */
export function resolveReferences(text: string): string {
  let resolved = text;
  for (let round = 0; round < maxDecodings && resolved.includes('&'); round += 1) {
    const next = resolved.replaceAll(characterReference, decodeReference);
    if (next === resolved) break;
    resolved = next;
  }
  return resolved;
}

/** The character of a match of `characterReference`; the reference itself where invalid. */
export function decodeReference(
  written: string,
  name?: string,
  decimal?: string,
  hexadecimal?: string,
): string {
  if (name !== undefined) return named.get(name.toLowerCase()) ?? written;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : written;
}
