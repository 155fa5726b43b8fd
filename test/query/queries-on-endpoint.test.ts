import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RemoteEndpoint } from '../../src/engine/remote-endpoint.ts';
import type { SparqlEngine } from '../../src/engine/sparql-engine.ts';
import { serveCatalogue, type ServedPages } from '../../dist/serve/serve-catalogue.js';
import { newPath, openEngine, openStore } from '../catalogue/updates.ts';
import { answerOf, comparedQueries } from './compare-engines.ts';
import { writeFixtureCatalogue } from './fixture-catalogue.ts';

let embedded: SparqlEngine;
let served: ServedPages;
let endpoint: RemoteEndpoint;

beforeAll(async () => {
  const path = newPath(afterAll);
  const store = openStore(path, 'write', afterAll);
  await writeFixtureCatalogue(store);
  embedded = openEngine(store, {}, afterAll);
  served = await serveCatalogue({
    path,
    host: '127.0.0.1',
    port: 0,
    title: 'Ice',
    onTrouble: (error) => {
      throw error;
    },
  });
  endpoint = new RemoteEndpoint({ url: `${served.url}sparql` });
});

afterAll(async () => {
  await endpoint.close();
  await served.close();
});

describe('the bundled queries on the endpoint of a served catalogue', () => {
  it.each(comparedQueries)(
    'find what they find in the catalogue itself: %s for %j',
    async (...query) => {
      const ours = await answerOf(embedded, query);
      expect(ours).not.toHaveLength(0);
      expect(await answerOf(endpoint, query)).toEqual(ours);
    },
  );
});
