import { cut } from '../query/text-width.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import type { CatalogueStore, FoundRecord } from '../store/store.ts';
import { printable } from '../text/printable.ts';
import { resolvableUrl } from '../rdf/resolvable.ts';
import { spellingsOf } from '../rdf/spellings.ts';
import { looksNamed } from './named-looks.ts';

/** The records that a text names; where there are none, those from what a source says to be the metadata of that URL. */
export async function recordsNamed(
  name: string,
  store: CatalogueStore,
): Promise<readonly FoundRecord[]> {
  for (const spelling of spellingsOf(name)) {
    const named = await store.find(spelling);
    if (named.length > 0) return named;
  }
  const { describing } = await looksNamed(name, store);
  const found = await Promise.all(
    describing.map(async ({ url }) => {
      const all = await store.find(url);
      return all.filter(({ record }) => record.documentUrl === url);
    }),
  );
  return found.flat();
}

/** What was meant by a name is known by its beginning; a line from stdin can have millions. */
const maxNameWidth = 500;

/** A name for a message. */
export function shownName(name: string): string {
  return cut(printable(name), maxNameWidth);
}

/** Says that nothing has a name, and which other spelling of it was looked for. */
export function noRecordText(name: string): string {
  const shown = shownName(name);
  const spelling = shownName(identifierName(name));
  const also = spelling === shown ? '' : ` (also spelt ${spelling})`;
  const live = resolvableUrl(name) === undefined ? '' : ' With --live it is followed on the Web.';
  return `No record is named ${shown}${also}: it is no graph, document, record, described resource or identifier of one, and no URL that was looked at.${live}`;
}
