import { describe, expect, it } from 'vitest';
import type { GraphWrite } from '../../../src/engine/store/triple-store.ts';
import { StoreFault } from '../../../src/engine/store/store-fault.ts';
import { numbered, openStore, readWhole, startStore, testClock } from './opened-store.ts';

const one = '<urn:a> <urn:b> <urn:c> .\n';

function replace(graph: string): GraphWrite {
  return { kind: 'replace', graph, triples: one };
}

describe('openTripleStore', () => {
  it('tells the dialect by the Server field, unless the address names it', async () => {
    const virtuoso = await startStore({ server: 'Virtuoso/07.20.3229 (Linux) x86_64' });
    const { graphStore, update, query } = virtuoso;
    expect((await openStore({ graphStore })).dialect.name).toBe('virtuoso');
    expect((await openStore({ update })).dialect.name).toBe('virtuoso');
    expect((await openStore({ update, query })).dialect.name).toBe('virtuoso');
    expect((await openStore({ graphStore, dialect: 'standard' })).dialect.name).toBe('standard');
    const other = await startStore({ server: 'nginx' });
    expect((await openStore({ graphStore: other.graphStore })).dialect.name).toBe('standard');
    expect(virtuoso.requests.map(({ service }) => service)).not.toContain('');
  });

  it('does not take a server of a catalogue for a store', async () => {
    const served = await startStore({ server: 'cdif-graph' });
    await expect(openStore({ graphStore: served.graphStore })).rejects.toThrow(
      `${served.graphStore} takes no writes: it is cdif-graph serve`,
    );
  });

  it('tells a wrong address or wrong credentials at once, and waits for a busy store', async () => {
    const { clock, pauses } = testClock();
    const store = await startStore({
      access: { scheme: 'basic', user: 'ann', password: 'right' },
      fault: (_, nth) => (nth === 2 ? { status: 503 } : undefined),
    });
    const credentials = { user: 'ann', password: 'wrong' };
    const refused = openStore({ graphStore: store.graphStore, credentials }, { clock });
    await expect(refused).rejects.toThrow(/refuses the credentials \(401/u);
    const gone = await startStore();
    await gone.close();
    const address = { graphStore: gone.graphStore };
    await expect(openStore(address, { clock })).rejects.toThrow(
      /cannot be reached \(ECONNREFUSED\)/u,
    );
    await expect(openStore({ query: store.query })).rejects.toThrow(StoreFault);
    expect(pauses).toEqual([]);
    let isFirst = true;
    const busy = await startStore({
      fault: () => {
        if (!isFirst) return undefined;
        isFirst = false;
        return { status: 503 };
      },
    });
    await openStore({ graphStore: busy.graphStore }, { clock });
    expect(pauses).toHaveLength(1);
  });

  it('deletes by updates and writes graphs as wholes where a store has both', async () => {
    const server = await startStore();
    const { graphStore, update } = server;
    const store = await openStore({ graphStore, update });
    expect([store.canDelete, store.needsSkolemIris]).toEqual([true, false]);
    await store.write([
      { kind: 'replace', graph: 'urn:g', triples: `${numbered(3)}_:b <urn:p> "" .\n` },
      { kind: 'delete', graph: 'urn:g', subjects: ['<urn:s>'], triples: '' },
      { kind: 'add', graph: 'urn:g', triples: one },
    ]);
    expect(server.requests.map(({ method, service }) => `${method} ${service}`)).toEqual([
      'GET graph-store',
      'PUT graph-store',
      'POST update',
      'POST graph-store',
    ]);
    const lines = (await readWhole(store, 'urn:g')).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
  });

  it('notices a graph that the store has cut', async () => {
    const type = { 'content-type': 'application/n-triples' };
    const server = await startStore({
      fault: ({ method, service, graph, body }) =>
        (method === 'GET' && graph === 'urn:cut') ||
        (service === 'query' && body.includes('urn%3Acut') && body.includes('CONSTRUCT'))
          ? { status: 200, fields: type, body: numbered(100) }
          : undefined,
    });
    const { graphStore, update, query } = server;
    const triples = numbered(2000);
    for (const address of [
      { graphStore, update, query },
      { update, query },
    ]) {
      const store = await openStore(address);
      await store.write([
        { kind: 'replace', graph: 'urn:cut', triples },
        { kind: 'replace', graph: 'urn:whole', triples },
      ]);
      expect((await readWhole(store, 'urn:whole')).length).toBe(triples.length);
      await expect(readWhole(store, 'urn:cut')).rejects.toThrow(
        'sent 100 of 2,000 statements of urn:cut; raise its limit',
      );
    }
    // Without an endpoint for queries nothing can be counted.
    const store = await openStore({ graphStore, update: server.update });
    expect(await readWhole(store, 'urn:cut')).toBe(numbered(100));
  });

  it('writes several graphs at once, each in its order, and stops at a fault', async () => {
    const server = await startStore({
      fault: ({ graph }) => (graph === 'urn:g50' ? { status: 403 } : undefined),
    });
    const store = await openStore({ graphStore: server.graphStore });
    const writes = Array.from({ length: 400 }, (_, nth) => replace(`urn:g${nth}`));
    await expect(store.write(writes)).rejects.toThrow('requires authentication (403 Forbidden)');
    const count = server.requests.length;
    expect(count).toBeLessThan(100);
    const open = await startStore();
    const other = await openStore({ graphStore: open.graphStore });
    const twice = writes
      .slice(0, 20)
      .flatMap((write) => [
        write,
        { kind: 'add', graph: write.graph, triples: numbered(1) } as const,
      ]);
    await other.write(twice);
    expect(writes.slice(0, 20).map(({ graph }) => open.linesOf(graph).length)).toEqual(
      Array.from({ length: 20 }, () => 2),
    );
  });

  it('throws the reason of the signal', async () => {
    const server = await startStore({
      fault: ({ method }) => (method === 'PUT' ? { cut: 'never' } : undefined),
    });
    const store = await openStore({ graphStore: server.graphStore });
    const reason = new Error('enough');
    await expect(store.write([replace('urn:g')], AbortSignal.abort(reason))).rejects.toBe(reason);
    const aborting = new AbortController();
    const writing = store.write([replace('urn:g')], aborting.signal);
    setImmediate(() => aborting.abort(reason));
    await expect(writing).rejects.toBe(reason);
  });
});
