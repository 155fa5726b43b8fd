import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedStore } from '../../dist/catalogue/store.js';
import { SparqlEngine } from '../../dist/engine/sparql-engine.js';
import { serveCatalogue, type ServedPages } from '../../dist/serve/serve-catalogue.js';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { RemoteEndpoint } from '../../src/engine/remote-endpoint.ts';
import { openTripleStore } from '../../src/engine/store/open-triple-store.ts';
import type { StoreAddress } from '../../src/engine/store/store-address.ts';
import { pushCatalogue } from '../../src/export/push/push-catalogue.ts';
import { newPath, openEngine, openStore } from '../catalogue/updates.ts';
import { startRdfStore } from '../support/rdf-store.ts';
import { isVirtuosoInstalled, lacksVirtuoso, startVirtuoso } from '../support/virtuoso-process.mjs';
import { published } from './catalogue-fixture.ts';
import {
  answerOf,
  answerTo,
  comparedQueries,
  faultOf,
  type QueriedEngine,
} from './compare-engines.ts';
import { fixtureQueries } from './compared-queries.ts';
import { writeFixtureCatalogue } from './fixture-catalogue.ts';

/** What answers differently on Virtuoso, and why, as docs/stores.md says. */
const differencesOfVirtuoso: ReadonlyMap<string, string> = new Map([
  ['search-geometry', 'it has no functions of GeoSPARQL by their IRIs'],
  ['counts statements of the default graph', 'its default graph is a bag of all graphs'],
  [
    'reads the default graph beside the index',
    'a graph that is named is in its default graph, too',
  ],
  ['describes a record', 'DESCRIBE has the statements whose object is the IRI, too'],
  ['names a graph by FROM, and reads another', 'GRAPH reads all graphs unless FROM NAMED is given'],
  ['computes a boolean', 'computed booleans are the integers 1 and 0'],
]);

/** Has statements that another record has, too. */
const sharing = published('sharing', {
  publisher: { '@id': 'https://ror.org/03yrm5c26', name: 'Polar Institute' },
});

let store: CatalogueStore;
let embedded: SparqlEngine;
const closings: (() => Promise<unknown>)[] = [];
const endpoints = new Map<string, RemoteEndpoint>();

const served = 'the endpoint of a served catalogue';
const virtuoso = 'Virtuoso';
const stores = [
  [served, '', true],
  [virtuoso, lacksVirtuoso, isVirtuosoInstalled],
] as const;

function endpointOf(name: string): RemoteEndpoint {
  const endpoint = endpoints.get(name);
  if (endpoint === undefined) throw new Error(`${name} is not open`);
  return endpoint;
}

function openEndpoint(name: string, url: string): void {
  const endpoint = new RemoteEndpoint({ url });
  closings.push(async () => endpoint.close());
  endpoints.set(name, endpoint);
}

beforeAll(async () => {
  const path = newPath(afterAll);
  store = openStore(path, 'write', afterAll);
  await writeFixtureCatalogue(store, [sharing]);
  // Built, since an engine in this thread has no time limit.
  const read = openEmbeddedStore({ path, access: 'read' });
  embedded = new SparqlEngine(read);
  closings.push(
    async () => read.close(),
    async () => embedded.close(),
  );
  const options = { path, host: '127.0.0.1', port: 0, title: 'Ice' };
  const pages: ServedPages = await serveCatalogue({
    ...options,
    onTrouble: (error) => {
      throw error;
    },
  });
  closings.push(pages.close);
  openEndpoint(served, `${pages.url}sparql`);
  const usual = await startRdfStore();
  closings.push(usual.close);
  await push(path, { ...usual, credentials: {} });
  openEndpoint('a store', usual.query);
  if (!isVirtuosoInstalled) return;
  // Of its own, since the bundled queries read graphs of fixed names.
  const own = await startVirtuoso();
  closings.push(own.close);
  await push(path, own);
  openEndpoint(virtuoso, own.query);
});

afterAll(async () => {
  for (const close of closings.toReversed()) await close();
});

const now = (): Date => new Date('2026-11-27T12:00:00.000Z');

async function push(path: string, address: StoreAddress): Promise<void> {
  const target = await openTripleStore(address);
  const report = await pushCatalogue(store, target, { path, now });
  expect(report.refused).toEqual([]);
  await target.close();
}

describe.each(stores)('on %s%s', (name, _, isThere) => {
  const differs = (query: string): boolean => name === virtuoso && differencesOfVirtuoso.has(query);

  it.skipIf(!isThere).each(comparedQueries.filter(([query]) => !differs(query)))(
    'the bundled query finds what it finds in the catalogue itself: %s for %j',
    async (...query) => {
      const ours = await answerOf(embedded, query);
      expect(ours).not.toHaveLength(0);
      expect(await answerOf(endpointOf(name), query)).toEqual(ours);
    },
  );

  it.skipIf(!isThere).each(fixtureQueries.filter(([about]) => !differs(about)))(
    'a query has the answer of the catalogue itself in each format: it %s',
    async (_about, { text, formats }) => {
      for (const format of formats) {
        const ours = await answerTo(embedded, { text, format });
        expect(await answerTo(endpointOf(name), { text, format })).toEqual(ours);
      }
    },
  );

  it.skipIf(!isThere)('mistakes have the line in which they are', async () => {
    const fault = await faultOf(endpointOf(name), 'SELECT * {\n ?s ?p ?o FILTER(nope(?s)) }');
    expect(fault).toMatchObject({ name: 'QueryFault', place: { line: 2 } });
    expect(String(fault)).not.toContain('define');
  });

  it.skipIf(!isThere)('functions that are unknown are a fault of the query', async () => {
    const fault = await faultOf(endpointOf(name), 'SELECT (<urn:no:such>(1) AS ?x) {}');
    expect(String(fault)).toMatch(/^QueryFault: .*urn:no:such/u);
  });
});

describe.skipIf(!isVirtuosoInstalled)(`what differs on Virtuoso${lacksVirtuoso}`, () => {
  it.each(fixtureQueries.filter(([about]) => differencesOfVirtuoso.has(about)))(
    'still differs: a query that %s',
    async (_about, { text, formats: [format = 'json'] }) => {
      const ours = await answerTo(embedded, { text, format });
      expect(await answerTo(endpointOf(virtuoso), { text, format })).not.toEqual(ours);
    },
  );

  it('is refused with the reason where it has not the function', async () => {
    const query = comparedQueries.find(([name]) => name === 'search-geometry');
    const asked = query && answerOf(endpointOf(virtuoso), query);
    await expect(asked).rejects.toThrow(/^invalid query: Virtuoso 42001 .*sfIntersects\.$/u);
  });
});

describe('a catalogue that is too large for the engine in memory', () => {
  const query = comparedQueries.find(([name]) => name === 'search-all') ?? ['', {}];

  it('is refused by it', async () => {
    const small = openEngine(store, { capacityBytes: 10_000 });
    await expect(answerOf(small, query)).rejects.toMatchObject({ trouble: 'catalogue-too-large' });
  });

  it.each(['a store', ...(isVirtuosoInstalled ? [virtuoso] : [])])(
    'is answered by %s that it was pushed to',
    async (name) => {
      expect(await answerOf(endpointOf(name), query)).toEqual(await answerOf(embedded, query));
    },
  );
});

// Virtuoso computes on, so that this is last.
describe.each([['the engine in memory', '', true], ...stores] as const)(
  'on %s%s',
  (name, _, isThere) => {
    it.skipIf(!isThere)('a query ends at its time limit', async () => {
      const engine: QueriedEngine = endpoints.get(name) ?? embedded;
      const text = 'SELECT (COUNT(?a) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?b != ?i) }';
      expect(await faultOf(engine, text, { timeoutMs: 300 })).toMatchObject({
        name: 'QueryTimeoutFault',
        timeoutMs: 300,
      });
    });
  },
);
