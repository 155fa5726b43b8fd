import type { CatalogueStore } from '../../src/catalogue/store.ts';
import type { ProfileVerdict } from '../../src/model/validation.ts';
import { kept, type UpdateDetails, urlUpdateAt } from '../catalogue/updates.ts';
import {
  fixtureRecords,
  graphOf,
  published,
  type PublishedRecord,
  records,
} from './catalogue-fixture.ts';

/** What a harvest says of a record, and how the record meets a profile. */
interface Harvested extends UpdateDetails {
  readonly profiles?: readonly string[];
  readonly unmet?: readonly string[];
}

const polar = {
  source: 'polar',
  found: { by: 'sitemap', in: `${records}sitemap.xml` },
  depth: 0,
} as const;

/** By the end of the URL of a record; others come from a source `example`. */
const harvested: Readonly<Record<string, Harvested>> = {
  ice: { listings: [polar], profiles: ['https://w3id.org/cdif/core/1.1'], unmet: [] },
  copy: { sources: ['polar'], at: '2026-11-19T08:00:00.000Z' },
  fossils: { sources: ['rocks'], profiles: ['CDIF_basic_1.0'], unmet: ['date-form', 'rights'] },
};

/**
 * Writes the records of the fixture and others, a record without a name, a record that is removed later, and a
 * file that is not there: each bundled query finds something with its example values.
 */
export async function writeFixtureCatalogue(
  store: CatalogueStore,
  more: readonly PublishedRecord[] = [],
): Promise<void> {
  const old = published('old', { name: 'Old' });
  const nameless = published('nameless', { keywords: 'sea ice', encodingFormat: 'text/csv' });
  for (const each of [...fixtureRecords, nameless, old, ...more]) await writeRecord(store, each);
  const later = { state: 'gone', at: '2026-11-21T08:00:00.000Z' } as const;
  await store.write(urlUpdateAt(old.url, [], [], later));
  const gone = 'https://data.example/gone.csv';
  const problems = [{ kind: 'http-status', url: gone, status: 404 }] as const;
  await store.write(urlUpdateAt(gone, [], [], { state: 'fetch-failed', problems }));
}

async function writeRecord(store: CatalogueStore, document: PublishedRecord): Promise<void> {
  const { url, json } = document;
  const { unmet, profiles = [], ...details } = harvested[url.slice(records.length)] ?? {};
  const source = kept(url, JSON.stringify(json));
  const graph = {
    ...(await graphOf(document)),
    document: source.sha256,
    profiles,
    ...(unmet && { conformance: [verdict(unmet)] }),
  };
  await store.write(urlUpdateAt(url, [source], [graph], details));
}

function verdict(unmet: readonly string[]): ProfileVerdict {
  return {
    profile: 'cdif-discovery-1.1',
    because: 'claimed',
    conforms: unmet.length === 0,
    findings: { error: unmet.length, warning: 0, info: 0 },
    required: { met: 1, of: 1 + unmet.length },
    recommended: { met: 0, of: 0 },
    unmet: unmet.map((rule) => ({ rule, severity: 'error' })),
  };
}
