import { createExpandStage } from '../../src/expand/expand-stage.ts';
import type { RecordGraph } from '../../src/model/record.ts';
import type { SearchFacts } from '../../src/model/search-facts.ts';
import { expandAll, limits } from '../expand/expanding.ts';
import { newEntry, type Entry } from './entry.ts';
import { resourceName } from './question.ts';
import { readTime } from './scan/times.ts';

/** JSON text and where it was. */
export interface Published {
  readonly url: string;
  readonly json: string;
}

const stage = createExpandStage({ limits });

/** The records that the harvester makes of documents. */
export async function recordsOf(documents: Iterable<Published>): Promise<RecordGraph[]> {
  const records: RecordGraph[] = [];
  for (const { url, json } of documents) {
    const outcomes = await expandAll([json], { documentUrl: url, baseIri: url }, stage);
    for (const outcome of outcomes) {
      if (outcome.kind === 'produced' && outcome.value.kind === 'graph') {
        records.push(outcome.value.graph);
      }
    }
  }
  return records;
}

/** The search facts that the harvester derives from documents, as entries. */
export async function derivedEntries(documents: Iterable<Published>): Promise<Entry[]> {
  const records = await recordsOf(documents);
  return records.flatMap(({ documentUrl, describes, search }) => {
    const all = JSON.parse(search) as readonly SearchFacts[];
    return describes.map(({ iri, types }, index) => {
      const facts = all[index];
      if (facts === undefined) throw new RangeError('fewer facts than resources');
      return entryOf(newEntry(resourceName(iri ?? documentUrl), documentUrl), facts, types);
    });
  });
}

const plain = (list: readonly { readonly text: string }[]): string[] =>
  list.map(({ text }) => text);

function entryOf(
  entry: Entry,
  { places, times, texts, variables }: SearchFacts,
  types: readonly string[],
): Entry {
  entry.types.push(...types);
  entry.boxes.push(...places.boxes);
  entry.placeNames.push(...plain(places.names));
  entry.periods.push(
    ...times.periods.flatMap(({ start, end }) => readTime(`${start ?? '..'}/${end ?? '..'}`) ?? []),
  );
  entry.ages.push(...times.ages.map(({ older, younger }) => ({ start: -older, end: -younger })));
  entry.timeNames.push(...plain(times.names));
  entry.titles.push(...plain(texts.titles));
  entry.descriptions.push(
    ...plain(texts.descriptions),
    ...variables.flatMap(({ descriptions }) => plain(descriptions)),
  );
  entry.keywords.push(
    ...plain(texts.keywords),
    ...texts.terms.flatMap(({ label }) => label?.text ?? []),
  );
  entry.terms.push(...texts.terms.flatMap(({ iri }) => iri ?? []));
  entry.variables.push(
    ...variables.map(({ names, concepts, descriptions }) => ({
      names: plain(names),
      concepts: [...concepts],
      descriptions: plain(descriptions),
      codes: [],
      units: [],
      techniques: [],
    })),
  );
  return entry;
}
