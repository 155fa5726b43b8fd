import { describe, expect, it } from 'vitest';
import type { GraphWrite } from '../../../src/engine/store/triple-store.ts';
import { numbered, openStore, readWhole, startStore } from './opened-store.ts';

const one = '<urn:a> <urn:b> <urn:c> .\n';
/** Text that SPARQL decodes twice where it is not escaped. */
const hard = '<urn:a> <urn:b> "\u00E9 \\\\u0041 \\\\U \\" \\n \\u0000"@en .\n';

function replace(graph: string, triples = one): GraphWrite & { readonly kind: 'replace' } {
  return { kind: 'replace', graph, triples };
}

describe('a store with updates alone', () => {
  it('takes whole graphs, additions and deletions in their order, and gives them back', async () => {
    const server = await startStore();
    const store = await openStore({ update: server.update, query: server.query });
    expect([store.canDelete, store.needsSkolemIris]).toEqual([true, true]);
    const graph = 'urn:g';
    const [kept, gone] = [numbered(3, 'urn:kept'), numbered(3, 'urn:gone')];
    await store.write([
      replace(graph, numbered(3, 'urn:before')),
      replace(graph, kept + hard),
      { kind: 'add', graph, triples: gone + one },
      { kind: 'delete', graph, subjects: ['<urn:gone>', '<urn:none>'], triples: one },
      replace('urn:other', gone),
      { kind: 'drop', graph: 'urn:other' },
    ]);
    const lines = (await readWhole(store, graph)).split('\n').toSorted();
    expect(lines).toEqual(`${hard}${kept}`.split('\n').toSorted());
    expect(server.held.size).toBe(4);
    expect(server.requests.filter(({ service }) => service === 'update')).toHaveLength(1);
  });

  it('sends many graphs in few requests, within the limits of an operation', async () => {
    const server = await startStore();
    const store = await openStore({ update: server.update, query: server.query });
    const writes = Array.from({ length: 100 }, (_, nth) => replace(`urn:g${nth}`));
    const subjects = Array.from({ length: 1200 }, (_, nth) => `<urn:s${nth}>`);
    const triples = subjects.map((subject) => `${subject} <urn:p> "" .\n`).join('');
    expect(await store.write([...writes, replace('urn:l', numbered(25_000) + triples)])).toEqual(
      [],
    );
    const sent = server.requests.filter(({ service }) => service === 'update');
    expect(sent.length).toBeLessThan(20);
    expect(server.held.size).toBe(100 + 25_000 + 1200);
    for (const { body } of sent) {
      expect(body.length).toBeLessThan(2 ** 20 + 1000);
      for (const operation of body.split(' ;\n')) {
        expect(operation.split('\n').length).toBeLessThanOrEqual(10_002);
      }
    }
    await store.write([{ kind: 'delete', graph: 'urn:l', subjects, triples: '' }]);
    expect(server.linesOf('urn:l')).toHaveLength(25_000);
    expect(server.requests.at(-1)?.body.match(/DELETE/gu)).toHaveLength(3);
  });

  it('finds the graphs that are refused among those of one request', async () => {
    const server = await startStore();
    const store = await openStore({ update: server.update, query: server.query });
    const writes = Array.from({ length: 30 }, (_, nth) =>
      replace(`urn:g${nth}`, nth % 11 === 5 ? '<not an IRI> <urn:b> "" .\n' : one),
    );
    const refused = await store.write(writes);
    expect(refused.map(({ write }) => write.graph)).toEqual(['urn:g5', 'urn:g16', 'urn:g27']);
    expect(refused[0]?.reason).toMatch(/^400 Bad Request: /u);
    expect(server.held.size).toBe(27);
  });

  it('divides requests that are too large, and refuses a statement that still is', async () => {
    const server = await startStore({ maxBytes: 5000 });
    const store = await openStore({ update: server.update, query: server.query });
    const long = replace('urn:long', `<urn:a> <urn:b> "${'x'.repeat(5000)}" .\n`);
    const refused = await store.write([replace('urn:g', numbered(1000)), long, replace('urn:h')]);
    expect(refused).toEqual([{ write: long, reason: '413 Payload Too Large: too large' }]);
    expect(server.linesOf('urn:g')).toHaveLength(1000);
    expect(server.linesOf('urn:h')).toHaveLength(1);
    const before = server.requests.length;
    await store.write([replace('urn:g', numbered(1000))]);
    const sent = server.requests.slice(before);
    expect(sent.map(({ status }) => status)).not.toContain(413);
  });

  it('refuses everything where the store takes nothing at all', async () => {
    const server = await startStore({ maxBytes: 100 });
    const store = await openStore({ update: server.update, query: server.query });
    const write = replace('urn:g', numbered(1000));
    expect(await store.write([write])).toHaveLength(1);
    expect(server.requests.length).toBeLessThan(30);
  });

  it('is a fault where a page comes instead of a receipt', async () => {
    const fields = { 'content-type': 'text/html' };
    const server = await startStore({
      fault: ({ service }) =>
        service === 'update' ? { status: 200, fields, body: '<p>Hi' } : undefined,
    });
    const store = await openStore({ update: server.update, query: server.query });
    await expect(store.write([replace('urn:g')])).rejects.toThrow(
      `${server.update} is no endpoint for updates: it answered with an HTML page`,
    );
  });
});
