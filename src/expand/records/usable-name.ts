import { isNil } from '../../facts/text/nil.ts';
import { createRelativeText } from '../folder-of-base.ts';

/** Whether a text can name a record or resource: not nothing, not a blank node, not a placeholder. */
export type NameTest = (text: string) => boolean;

/** @param base what the texts of a document were resolved against, so that a relative `nan` is known as well */
export function createNameTest(base: string): NameTest {
  const relativeText = createRelativeText(base);
  return (text) => {
    const name = text.trim();
    if (name.startsWith('_:') || isNil(name)) return false;
    const written = relativeText(name) ?? '';
    return written === '' || !isNil(written);
  };
}
