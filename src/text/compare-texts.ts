/** Compares by UTF-16 unit, whatever the locale. */
export function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
