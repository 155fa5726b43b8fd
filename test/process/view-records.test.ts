import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { viewAll } from '../../dist/views/view-records.js';
import type { AskedRecord } from '../../src/engine/ask-records.ts';
import type { Viewed } from '../../src/views/view-records.ts';
import { recordsOf, rootIsResource } from '../views/viewing.ts';

const [record] = await recordsOf(rootIsResource({ 'schema:name': 'Tides' }));
if (record === undefined) throw new Error('no record');

/** The same record as often as is wanted, each in a graph of its own. */
function records(count: number): readonly AskedRecord[] {
  const { graph, describes, nquads } = record as AskedRecord;
  return Array.from({ length: count }, (_, index) => ({
    graph: `${graph}/${index}`,
    describes,
    nquads: nquads.replaceAll(`<${graph}>`, `<${graph}/${index}>`),
    provenance: '',
  }));
}

/** A record that no engine can read. */
const broken: AskedRecord = {
  graph: 'urn:broken',
  describes: [],
  nquads: 'this is no statement\n',
  provenance: '',
};

async function all(
  asked: readonly AskedRecord[],
  options: Partial<Parameters<typeof viewAll>[2]> = {},
): Promise<readonly Viewed<'kernel'>[]> {
  const viewed: Viewed<'kernel'>[] = [];
  for await (const each of viewAll('kernel', asked, { threads: 2, ...options })) viewed.push(each);
  return viewed;
}

function graphsOf(viewed: readonly Viewed<'kernel'>[]): readonly string[] {
  return viewed.flatMap((each) =>
    each.kind === 'views' ? each.views.map(({ graph }) => graph) : [`failed: ${each.graph}`],
  );
}

describe('viewing records in threads', () => {
  it('gives the views in the order of the records, batch by batch', async () => {
    const asked = records(250);
    const graphs = graphsOf(await all(asked));
    expect(graphs.toSorted()).toEqual(asked.map(({ graph }) => graph).toSorted());
    const batches = [0, 100, 200].map((at) => graphs.slice(at, at + 100));
    const expected = [0, 100, 200].map((at) => asked.slice(at, at + 100).map(({ graph }) => graph));
    expect(batches.map((batch) => batch.toSorted())).toEqual(
      expected.map((batch) => batch.toSorted()),
    );
  });

  it('leaves nothing on the signal that could end it', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { signal } = new AbortController();
    for await (const _ of viewAll('kernel', records(600), { threads: 2, signal })) collectGarbage();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('tells of which record nothing that it describes was found', async () => {
    const [first, second] = records(2);
    if (first === undefined || second === undefined) throw new Error('no records');
    const viewed = await all([{ ...first, nquads: '', provenance: '' }, second]);
    expect(graphsOf(viewed)).toEqual([second.graph, `failed: ${first.graph}`]);
  });

  it('gives nothing of nothing', async () => {
    expect(await all([])).toEqual([]);
  });

  it('loses one record that cannot be viewed, and no other', async () => {
    const [before = broken, ...after] = records(60);
    const graphs = graphsOf(await all([before, broken, ...after]));
    expect(graphs).toHaveLength(61);
    expect(graphs.filter((graph) => graph.startsWith('failed'))).toEqual(['failed: urn:broken']);
  });

  it('gives up a record that takes too long', async () => {
    const viewed = await all(records(2), { timeoutMs: 0 });
    expect(viewed).toMatchObject([
      { kind: 'failed', cause: { name: 'ThreadTimeout' } },
      { kind: 'failed', cause: { name: 'ThreadTimeout' } },
    ]);
  });

  it('ends when it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(all(records(2), { signal })).rejects.toThrow('enough');
  });

  it('ends its threads when nobody wants any more', async () => {
    const views = viewAll('kernel', records(200), { threads: 2 });
    const first = await views.next();
    expect(first.done).toBe(false);
    // Otherwise this process would not end.
    await views.return(undefined);
    expect(await views.next()).toEqual({ done: true, value: undefined });
  });
});
