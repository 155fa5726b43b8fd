import { cut } from '../query/text-width.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import type { ShownResource } from '../store/resource-claims.ts';
import { isEntryKey } from '../store/index-nodes.ts';
import type { CatalogueStore, FoundRecord } from '../store/store.ts';
import { printable } from '../text/printable.ts';
import { resolvableUrl } from '../rdf/resolvable.ts';
import { spellingsOf } from '../rdf/spellings.ts';
import { looksNamed } from '../store/named-looks.ts';

/** The records that a text names, and what is shown of the resource where the text names one. */
export interface NamedRecords {
  /** Those that speak for the resource come first. */
  readonly records: readonly FoundRecord[];
  readonly shown?: ShownResource | undefined;
}

/** The records that a text names; where there are none, those from what a source says to be the metadata of that URL. */
export async function recordsNamed(name: string, store: CatalogueStore): Promise<NamedRecords> {
  for (const spelling of spellingsOf(name)) {
    const records = await store.find(spelling);
    if (records.length === 0) continue;
    const shown = await store.shownResource(spelling);
    return { records: speakersFirst(records, shown), shown };
  }
  const { describing } = await store.ofOneState(async (snapshot) => looksNamed(snapshot, name));
  const found = await Promise.all(
    describing.map(async ({ url }) => {
      const all = await store.find(url);
      return all.filter(({ record }) => record.documentUrl === url);
    }),
  );
  return { records: found.flat() };
}

function speakersFirst(
  records: readonly FoundRecord[],
  { title, types, description }: Partial<ShownResource> = {},
): readonly FoundRecord[] {
  const speakers = [title, types, description].map((said) => said?.from);
  const placeOf = ({ record }: FoundRecord): number => {
    const place = speakers.indexOf(record.graph);
    return place === -1 ? speakers.length : place;
  };
  return records.toSorted((one, other) => placeOf(one) - placeOf(other));
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
  const live = resolvableUrl(name) === undefined ? '' : ' --live follows it on the Web.';
  const key = isEntryKey(name) ? ' Keys change when a record changes: search again.' : '';
  return `No record is named ${shown}${also}: it is neither a graph, document, record, described resource or identifier, nor a visited URL.${live}${key}`;
}
