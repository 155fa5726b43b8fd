import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchFacts } from '../../../src/model/search-facts.ts';
import { serveCatalogue, type ServedPages } from '../../../src/serve/serve-catalogue.ts';
import { removeMailAddresses } from '../../../src/text/clean-text.ts';
import { harvestCatalogue } from '../../pipeline/catalogue-harvest.ts';
import { serveOgcCatalogue, shownTitle, type OgcCatalogue } from './ogc-catalogue.ts';

let catalogue: OgcCatalogue;
let pages: ServedPages;
beforeAll(async () => {
  catalogue = await serveOgcCatalogue();
  pages = await serveCatalogue({
    path: `${catalogue.workspace.folder}/catalogue`,
    host: '127.0.0.1',
    port: 0,
    title: 'Waters',
    onTrouble: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await pages.close();
  await catalogue.close();
});

/** Debian's Python has OWSLib; another one that comes first may have none. */
const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import owslib.ogcapi.records']).status === 0,
);
const lacks = python === undefined ? ": left out, needs Debian's python3-owslib" : '';
if (lacks !== '') process.stderr.write(`OGC API – Records as OWSLib reads it${lacks}\n`);

const program = `
import json, sys
from owslib.ogcapi.records import Records
service = Records(sys.argv[1])
items = lambda **given: service.collection_items('sea', **given)
first = items(limit=1)['features'][0]
print(json.dumps({
    'definition': service.api()['openapi'],
    'classes': service.conformance()['conformsTo'],
    'records': service.records(),
    'collection': service.collection('sea')['id'],
    'matched': items()['numberMatched'],
    'in box': items(bbox=[-1, 51, 1, 52])['numberMatched'],
    'at time': items(datetime='2010-05-06/..')['numberMatched'],
    'words': items(q='antimeridian')['features'][0]['properties']['title'],
    'same': service.collection_item('sea', first['id']) == first,
}))
try:
    items(colour='red')
except RuntimeError as error:
    print(json.loads(str(error))['code'])
`;

describe('OWSLib', () => {
  // Not spawnSync, in which the server could not answer.
  it.skipIf(python === undefined).each(['ogc', 'ogc/'])(
    `reads the catalogue at %s${lacks}`,
    async (path) => {
      const run = promisify(execFile);
      const { stdout } = await run(python ?? '', ['-c', program, pages.url + path]);
      const [line = '', refusal] = stdout.trim().split('\n');
      expect(JSON.parse(line)).toMatchObject({
        definition: '3.0.3',
        records: ['lakes.2', 'sea'],
        collection: 'sea',
        matched: 7,
        'in box': 4,
        'at time': 4,
        words: 'Currents across the antimeridian',
        same: true,
      });
      expect(refusal).toBe('InvalidParameterValue');
    },
  );
});

describe('our harvester', () => {
  it('finds the facts again for which the standard has members', async () => {
    const own = catalogue.facts();
    const { graphs } = await harvestCatalogue(`${pages.url}ogc/collections/sea`);
    const facts = graphs.flatMap(({ search }) => JSON.parse(search) as readonly SearchFacts[]);
    const again = new Map(facts.map((each) => [shownTitle(each), each]));
    expect([...again.keys()].toSorted()).toEqual([...own.keys()].toSorted());
    for (const [title, published] of own) {
      const found = again.get(title) ?? published;
      expect(survivors(found)).toEqual(survivors(published));
      // The id and the IRI are identifiers, too.
      const identifiers = expect.arrayContaining([...published.texts.identifiers]) as unknown;
      expect([title, found.texts.identifiers]).toEqual([title, identifiers]);
    }
  });

  it('finds periods in days, and the period around several', async () => {
    const { graphs } = await harvestCatalogue(`${pages.url}ogc/collections/sea`);
    const facts = graphs.flatMap(({ search }) => JSON.parse(search) as readonly SearchFacts[]);
    const periods = facts.map((each) => [shownTitle(each), each.times.periods] as const);
    expect(Object.fromEntries(periods)).toEqual({
      '"Nowhere"': [],
      'Bones of a cave': [{ end: '0300-12-31' }],
      'Currents across the antimeridian': [{ start: '2010-05-06', end: '2010-05-06' }],
      'Ice of the sea': [{ start: '1990-01-01', end: '1990-12-31' }],
      'Model of a harbour': [{ start: '2015-01-02T03:04:05Z', end: '2015-01-02T03:04:05Z' }],
      'Rocks of the Jurassic': [],
      'Waves at a buoy': [{ start: '2001-03-01', end: '2004-12-31' }],
    });
  });

  it('finds all records page by page', async () => {
    const url = `${pages.url}ogc/collections/sea/items?limit=2`;
    const { names, report } = await harvestCatalogue(url);
    expect(names).toEqual([...catalogue.facts().keys()].toSorted());
    expect(report.problems).toEqual({});
  });

  it('finds every collection from the landing page', async () => {
    const { names, report } = await harvestCatalogue(`${pages.url}ogc/`);
    expect(names).toHaveLength(8);
    expect(report.problems).toEqual({});
  });
});

/** The facts that a record of OGC API – Records keeps as they are. */
function survivors(facts: SearchFacts): unknown {
  const { places, texts } = facts;
  return {
    boxes: places.boxes,
    title: shownTitle(facts),
    description: texts.descriptions[0]?.text,
    keywords: texts.keywords.map(({ text }) => text),
    // Texts that are no links are among the rights.
    licences: texts.licences.filter((licence) => licence.startsWith('http')),
    formats: texts.formats,
    // Mail addresses are not shown.
    agents: texts.agents.map(({ role, names, iris }) => {
      return [role, removeMailAddresses(names[0]?.text ?? ''), iris];
    }),
  };
}
