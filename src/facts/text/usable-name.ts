import { withBlanks } from '../../rdf/iri-spellings.ts';
import { isNil } from './nil.ts';
import { createRelativeText } from './relative-text.ts';

/**
 * Whether a text can name a record or resource: not nothing, not a blank node, not a placeholder.
 */
export type NameTest = (text: string) => boolean;

/**
 * @param base what the texts of a document were resolved against, so that a relative `nan` is known
 * as well
 */
export function createNameTest(base: string): NameTest {
  const placeholder = createPlaceholderReader(base);
  return (text) => !text.trimStart().startsWith('_:') && placeholder(text) === undefined;
}

/**
 * Makes what reads the placeholder that was published where a name stands: `nan` of
 * `https://bog.example/nan`. Undefined for what names something, and for blank nodes.
 * @param base as for `createNameTest`
 */
export function createPlaceholderReader(base: string): (name: string) => string | undefined {
  const relativeText = createRelativeText(base);
  return (text) => {
    const name = text.trim();
    if (isNil(name)) return name;
    const written = withBlanks(relativeText(name) ?? '');
    return written !== '' && isNil(written) ? written : undefined;
  };
}
