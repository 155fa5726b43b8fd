import { withBlanks } from '../../rdf/iri-spellings.ts';
import { isNil } from './nil.ts';
import { createRelativeText } from './relative-text.ts';

/** Whether a text can name a record or resource: not empty, no blank node, no placeholder. */
export type NameTest = (text: string) => boolean;

/**
 * Creates a name test.
 * @param base base IRI of the texts, to recognise placeholders such as a relative `nan`
 */
export function createNameTest(base: string): NameTest {
  const placeholder = createPlaceholderReader(base);
  return (text) => !text.trimStart().startsWith('_:') && placeholder(text) === undefined;
}

/**
 * Creates a reader of placeholders published as names: `nan` of `https://bog.example/nan`. It
 * returns undefined for names and blank nodes.
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
