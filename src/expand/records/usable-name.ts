/** What programs and people write where they have no identifier. */
const placeholder = /^(?:nan|none|null|nil|undefined|unknown|missing|n\/a|na|tbd|todo|-+|\?+)$/iu;
/** The draft's `nil:…`, and OGC's IRIs for missing values in any spelling (CDIF: missing values). */
const nilIri = /^nil:|\/def\/nil\//iu;

/** Whether a text can name a record or resource: not nothing, not a blank node, not a placeholder. */
export type NameTest = (text: string) => boolean;

/** @param base what the texts of a document were resolved against, so that a relative `nan` is known as well */
export function createNameTest(base: string): NameTest {
  const folder = URL.canParse('.', base) ? new URL('.', base).href : undefined;
  return (text) => {
    const name = text.trim();
    if (name === '' || name.startsWith('_:') || nilIri.test(name)) return false;
    const isInFolder = folder !== undefined && name.startsWith(folder);
    return !placeholder.test(isInFolder ? name.slice(folder.length) : name);
  };
}
