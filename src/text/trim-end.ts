/**
 * The text without any of the characters at its end, in time linear in their number: an expression
 * such as `/[./]+$/` takes time by the square of the longest run, wherever that stands.
 */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
