/** What stands in place of a name where there is none; the expand stage takes the same for no name. */
const placeholder = /^(?:nan|none|null|nil|undefined|unknown|missing|n\/a|na|tbd|todo|-+|\?+)$/iu;
const nilIri = /^nil:|\/def\/nil\//iu;

/** A value as a name: a text or number that is no blank node label, nor what is written where there is none. */
export function usableText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.startsWith('_:')) return undefined;
  return placeholder.test(text) || nilIri.test(text) ? undefined : text;
}
