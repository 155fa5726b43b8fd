import { createRelativeText } from '../folder-of-base.ts';

/** What programs and people write where they have no identifier. */
const words = String.raw`(?:nan|none|null|nil|undefined|unknown|missing|n\/a|na|tbd|todo|-+|\?+)`;
const placeholder = new RegExp(`^${words}$`, 'iu');
/** What could be one behind the folder of the document. */
const placeholderInFolder = new RegExp(`/${words}$`, 'iu');
/** The draft's `nil:…`, and OGC's IRIs for missing values in any spelling (CDIF: missing values). */
const nilIri = /^nil:|\/def\/nil\//iu;

/** Whether a text can name a record or resource: not nothing, not a blank node, not a placeholder. */
export type NameTest = (text: string) => boolean;

/** @param base what the texts of a document were resolved against, so that a relative `nan` is known as well */
export function createNameTest(base: string): NameTest {
  const relativeText = createRelativeText(base);
  return (text) => {
    const name = text.trim();
    if (name === '' || name.startsWith('_:') || nilIri.test(name)) return false;
    if (placeholder.test(name)) return false;
    if (!placeholderInFolder.test(name)) return true;
    return !placeholder.test(relativeText(name) ?? '');
  };
}
