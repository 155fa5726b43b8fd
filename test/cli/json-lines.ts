/** The objects that a command wrote, one a line. */
export function jsonLines(text: string): readonly Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
