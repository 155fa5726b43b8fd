import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DerivePool } from '../../dist/pipeline/derive-pool.js';
import { configSchema } from '../../src/config/schema.ts';
import { rebuild, type RebuildReport, type RebuildRequest } from '../../src/pipeline/rebuild.ts';
import {
  brokenDocument,
  catalogue,
  dataset,
  derive,
  document,
  graphsOf,
  piece,
  request,
  type VisitedCatalogue,
} from '../pipeline/rebuilding.ts';
import { endlessJsonLd } from '../support/endless-json-ld.ts';

const limits = configSchema.shape.limits.parse(undefined);
const none = { added: 0, nonconforming: 0, replaced: 0, unchanged: 0, removed: 0, failed: 0 };
const urls = Array.from({ length: 12 }, (_, index) => `https://one.example/${index + 10}`);

let pool: DerivePool<'expand'>;
afterEach(async () => pool.close());

function inThreads(
  store: RebuildRequest['store'],
  options: Partial<RebuildRequest> = {},
): RebuildRequest {
  return request(store, { derive: pool, lanes: pool.inputs, ...options });
}

/** The pool's stage, and when it gets its first input. */
function watchedPool(): {
  readonly derive: RebuildRequest['derive'];
  readonly begun: Promise<void>;
} {
  const inputs = new EventEmitter();
  const begun = once(inputs, 'first').then(() => undefined);
  const process: RebuildRequest['derive']['process'] = (input, context) => {
    inputs.emit('first');
    return pool.process(input, context);
  };
  return { derive: { name: pool.name, process }, begun };
}

/**
 * Pages of one and of two documents, some of which cannot be read, and a large list; without a
 * graph so far.
 */
async function unreadCatalogue(): Promise<VisitedCatalogue> {
  const store = catalogue();
  const options = { derive: derive({ jsonDepth: 1 }) };
  for (const [index, url] of urls.entries()) {
    const second = index % 3 === 0 ? [document(url, dataset(`${index}-b`))] : [];
    const broken = index % 4 === 0 ? [brokenDocument(url)] : [];
    const documents = [document(url, dataset(`${index}-a`)), ...second, ...broken];
    await store.visit(url, documents, options);
  }
  const list = 'https://one.example/list';
  const items = Array.from({ length: 40 }, (_, index) => piece(list, dataset(`item-${index}`)));
  await store.visit(list, [...items, ...items.slice(0, 3)], options);
  return store;
}

/** What a rebuild did, apart from which example came first. */
function done({ urls: count, left, records, quads, problems, skipped }: RebuildReport): object {
  return { count, left, records, quads, problems, skipped };
}

describe('a rebuild in threads', () => {
  beforeEach(() => {
    pool = new DerivePool('expand', limits, 2);
  });

  it('gives the same result as in the calling thread, and again on repetition', async () => {
    const [here, there] = [await unreadCatalogue(), await unreadCatalogue()];
    const expected = await rebuild(request(here, { derive: derive() }));
    const report = await rebuild(inThreads(there));
    expect(done(report)).toEqual(done(expected));
    expect(report).toMatchObject({ urls: 13, records: { ...none, added: 56, failed: 3 } });
    const graphs = await graphsOf(there);
    expect(graphs).toEqual(await graphsOf(here));
    expect((await rebuild(inThreads(there))).records).toEqual({
      ...none,
      unchanged: 56,
      failed: 3,
    });
    expect(await graphsOf(there)).toEqual(graphs);
  });
});

/** A catalogue whose first document cannot be derived in any time, though it was once. */
async function catalogueWithEndless(): Promise<VisitedCatalogue> {
  const store = catalogue();
  const [first = '', ...others] = urls;
  const endless = document(first, endlessJsonLd());
  const sha256 = createHash('sha256').update(endless.json).digest('hex');
  const before: RebuildRequest['derive'] = {
    name: 'expand',
    async *process(_, context) {
      for await (const outcome of derive().process([document(first, dataset('a'))], context)) {
        if (outcome.kind !== 'produced') continue;
        const { value } = outcome;
        if (value.kind === 'document') {
          yield { kind: 'produced', value: { kind: 'document', document: { ...endless, sha256 } } };
        } else if (value.kind === 'graph') {
          const graph = { ...value.graph, document: sha256 };
          yield { kind: 'produced', value: { kind: 'graph', graph } };
        }
      }
    },
  };
  await store.visit(first, [endless], { derive: before });
  for (const url of others) await store.visit(url, [document(url, dataset('b'))]);
  return store;
}

describe('a document that hangs in a rebuild', () => {
  const recordMs = 1000;
  beforeEach(() => {
    pool = new DerivePool('expand', { ...limits, recordMs }, 1);
  });

  it('is abandoned and keeps its graph, while all other documents are rebuilt', async () => {
    const store = await catalogueWithEndless();
    const before = await graphsOf(store);
    const report = await rebuild(inThreads(store));
    expect(report).toMatchObject({
      interrupted: false,
      urls: 12,
      records: { ...none, unchanged: 11, failed: 1 },
      problems: { 'record-timed-out': 1 },
    });
    expect(report.examples).toMatchObject([{ kind: 'record-timed-out', url: urls[0] }]);
    expect(await graphsOf(store)).toEqual(before);
    expect(before).toHaveLength(12);
    const outcome = await store.outcomeOf(urls[0] ?? '');
    expect(outcome).toMatchObject({
      state: 'harvested',
      problems: [{ kind: 'record-timed-out', timeoutMs: recordMs }],
    });
  });

  it('does not delay the end of an aborted rebuild', async () => {
    const store = await catalogueWithEndless();
    const before = await graphsOf(store);
    const end = new AbortController();
    const { derive: watched, begun } = watchedPool();
    const rebuilding = rebuild(inThreads(store, { derive: watched, signal: end.signal }));
    await begun;
    end.abort();
    expect(await rebuilding).toMatchObject({ interrupted: true, urls: 0, records: none });
    expect(await graphsOf(store)).toEqual(before);
  });
});
