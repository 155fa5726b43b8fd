/** Whether a text says that there is nothing to say. Stands in for `src/facts/text/nil.ts`. */
export function isNil(text: string): boolean {
  const trimmed = text.trim();
  return /^(?:|nan|none|null|nil|undefined|unknown|missing|n\/a|na|tbd|-+|\?+)$|^nil:|\/def\/nil\//iu.test(
    trimmed,
  );
}

/** A text for people without markup. Stands in for `src/facts/text/plain-text.ts`. */
export function plainText(html: string): string {
  return html.trim();
}
