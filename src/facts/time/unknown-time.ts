/** What programs and people write where they know no time. */
const words =
  /^(?:<?(?:nil|null|none)>?|nan|nat|n\/a|na|not (?:defined|available|applicable|known|specified|set)|undefined|unknown|unspecified|missing|inapplicable|invalid date|tb[ad]|-+|\?+|0000-00-00(?:[T ]00:00:00)?Z?|)$/iu;
/** The draft's `nil:…`, and OGC's IRIs for missing values in any spelling (CDIF: missing values). */
const nilIri = /^nil:|\/def\/nil\//iu;

/** Whether a text says that a time is not known, or nothing. */
export function isUnknownTime(text: string): boolean {
  const word = text.trim();
  return word.length < 200 && (words.test(word) || nilIri.test(word));
}
