import { describe, expect, it } from 'vitest';
import { graphUrl } from '../../../src/engine/store/graph-store-endpoint.ts';
import { StoreFault } from '../../../src/engine/store/store-fault.ts';
import { serve } from '../../web/loopback.ts';
import { numbered, openStore, readWhole, startStore } from './opened-store.ts';

const one = '<urn:a> <urn:b> <urn:c> .\n';
const two = '<urn:a> <urn:b> "\u00E9 \\\\u0041 \\""@en .\n';

describe('graphUrl', () => {
  it('adds the graph to what the URL has', () => {
    const graph = 'urn:a?b=c&d=é#e';
    const encoded = 'graph=urn%3Aa%3Fb%3Dc%26d%3D%C3%A9%23e';
    expect(graphUrl('http://a.example/s', graph).href).toBe(`http://a.example/s?${encoded}`);
    expect(graphUrl('http://a.example/s?', graph).href).toBe(`http://a.example/s?${encoded}`);
    expect(graphUrl('http://a.example/s?k=%7e+', graph).href).toBe(
      `http://a.example/s?k=%7e+&${encoded}`,
    );
  });
});

describe('a Graph Store', () => {
  it('takes whole graphs and additions, and gives them back', async () => {
    const server = await startStore();
    const store = await openStore({ graphStore: `${server.graphStore}?key=k` });
    expect([store.canDelete, store.needsSkolemIris]).toEqual([false, false]);
    expect(store.name).toBe(server.graphStore);
    const graph = 'urn:g?a=b&c=ü';
    expect(await readWhole(store, graph)).toBe('');
    await store.write([
      { kind: 'replace', graph, triples: one },
      { kind: 'add', graph, triples: two },
      { kind: 'add', graph, triples: '' },
    ]);
    expect((await readWhole(store, graph)).split('\n').toSorted().join('\n')).toBe(
      `\n${two}${one}`.trimEnd(),
    );
    await store.write([{ kind: 'replace', graph, triples: two }]);
    expect(await readWhole(store, graph)).toBe(two);
    await store.write([{ kind: 'replace', graph, triples: '' }]);
    expect(await readWhole(store, graph)).toBe('');
    expect(await store.write([{ kind: 'drop', graph }])).toEqual([]);
    expect(server.requests.every(({ target }) => target.includes('?key=k&graph=urn%3A'))).toBe(
      true,
    );
  });

  it('refuses single graphs, and takes the others', async () => {
    const server = await startStore();
    const store = await openStore({ graphStore: server.graphStore });
    const bad = {
      kind: 'replace',
      graph: 'urn:bad',
      triples: '<not an IRI> <urn:b> "c" .\n',
    } as const;
    const good = { kind: 'replace', graph: 'urn:good', triples: one } as const;
    const refused = await store.write([good, bad, { ...good, graph: 'urn:better' }]);
    expect(refused.map(({ write }) => write)).toEqual([bad]);
    expect(refused[0]?.reason).toMatch(/^400 Bad Request: /u);
    expect(server.linesOf('urn:better')).toHaveLength(1);
  });

  it('takes a graph in parts where it is too large and has no blank nodes', async () => {
    const server = await startStore({ maxBytes: 1000 });
    const store = await openStore({ graphStore: server.graphStore });
    const triples = numbered(100) + '<urn:s> <urn:p> "_:b" .\n';
    const named = { kind: 'replace', graph: 'urn:g', triples } as const;
    const added = { kind: 'add', graph: 'urn:g', triples: numbered(50, 'urn:t') } as const;
    expect(await store.write([named, added])).toEqual([]);
    expect(server.linesOf('urn:g')).toHaveLength(151);
    const blank = {
      kind: 'replace',
      graph: 'urn:b',
      triples: numbered(100, 'urn:s') + '_:a <urn:p> "" .\n',
    } as const;
    const long = {
      kind: 'replace',
      graph: 'urn:l',
      triples: `<urn:a> <urn:b> "${'x'.repeat(1000)}" .\n`,
    } as const;
    const reason = '413 Payload Too Large: too large';
    expect(await store.write([blank, long])).toEqual(
      expect.arrayContaining([
        { write: blank, reason },
        { write: long, reason },
      ]),
    );
  });

  it('is a fault to delete from without updates', async () => {
    const server = await startStore();
    const store = await openStore({ graphStore: server.graphStore });
    const write = { kind: 'delete', graph: 'urn:g', subjects: [], triples: one } as const;
    await expect(store.write([write])).rejects.toThrow(TypeError);
  });
});

/** Reads from a server that sends this after its first response. */
async function readFrom(
  fields: Readonly<Record<string, string>>,
  parts: readonly string[],
): Promise<string> {
  let isFirst = true;
  const origin = await serve((_, response) => {
    if (isFirst) {
      isFirst = false;
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, fields);
    const [part = '', ...rest] = parts;
    response.write(part, () => setTimeout(() => response.end(rest.join('')), 20));
  });
  return readWhole(await openStore({ graphStore: `${origin}/store` }), 'urn:g');
}

describe('a graph that is read', () => {
  const type = { 'content-type': 'application/n-triples; charset=utf-8' };

  it('comes in whole lines, however it is sent', async () => {
    expect(await readFrom(type, ['<urn:a> <urn:b> <u', `rn:c> .\n${two.trimEnd()}`])).toBe(
      one + two,
    );
    expect(await readFrom({ 'content-type': 'text/plain' }, ['# Empty NT\n'])).toBe('# Empty NT\n');
    expect(await readFrom(type, [])).toBe('');
    const pieces: string[] = [];
    const server = await startStore();
    const store = await openStore({ graphStore: server.graphStore });
    await store.write([{ kind: 'replace', graph: 'urn:g', triples: numbered(20_000) }]);
    for await (const piece of store.read('urn:g')) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.every((piece) => piece.endsWith('\n') && piece.length < 500_000)).toBe(true);
    expect(pieces.join('').split('\n')).toHaveLength(20_001);
  });

  it.each([
    { about: 'a page', fields: { 'content-type': 'text/html' }, body: '<p>', says: 'HTML page' },
    {
      about: 'Turtle',
      fields: { 'content-type': 'text/turtle' },
      body: one,
      says: 'sent text/turtle, not',
    },
    { about: 'no type', fields: {}, body: one, says: 'sent a graph without a media type' },
    {
      about: 'half a line',
      fields: type,
      body: '<urn:a> <urn:b>',
      says: 'broke off in the middle of',
    },
    {
      about: 'too little',
      fields: { ...type, 'content-length': '99' },
      body: one,
      says: 'broke off',
    },
    {
      about: 'a part',
      fields: { ...type, 'x-sql-state': 'S1TAT' },
      body: one,
      says: 'a part of the graph',
    },
  ])('is a fault where the store sends $about', async ({ fields, body, says }) => {
    const read = readFrom(fields, [body]);
    await expect(read).rejects.toThrow(StoreFault);
    await expect(read).rejects.toThrow(says);
  });

  it('is a fault where a line is too long to be held', async () => {
    const mebibyte = 'x'.repeat(2 ** 20);
    let isFirst = true;
    const origin = await serve((_, response) => {
      response.writeHead(isFirst ? 404 : 200, type);
      if (isFirst) {
        isFirst = false;
        response.end();
        return;
      }
      const more = (): void => {
        while (!response.destroyed && response.write(mebibyte));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const store = await openStore({ graphStore: `${origin}/store` });
    await expect(readWhole(store, 'urn:g')).rejects.toThrow('sent a line of more than 67.1 MB');
  });

  it('stops when it is aborted, or when the reader leaves', async () => {
    const server = await startStore();
    const store = await openStore({ graphStore: server.graphStore });
    await store.write([{ kind: 'replace', graph: 'urn:g', triples: numbered(50_000) }]);
    const aborting = new AbortController();
    const reason = new Error('enough');
    const read = async (): Promise<void> => {
      for await (const piece of store.read('urn:g', aborting.signal)) {
        if (piece !== '') aborting.abort(reason);
      }
    };
    await expect(read()).rejects.toBe(reason);
    for await (const piece of store.read('urn:g')) {
      expect(piece).not.toBe('');
      break;
    }
    expect(await store.write([{ kind: 'drop', graph: 'urn:g' }])).toEqual([]);
  });
});
