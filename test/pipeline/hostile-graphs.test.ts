import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parser } from 'n3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configSchema, sourceOf } from '../../src/config/schema.ts';
import { runHarvest } from '../../src/pipeline/run-harvest.ts';
import { paths, serve, type Handler } from '../web/loopback.ts';
import { openStore } from '../catalogue/updates.ts';
import { page, typed } from './finding.ts';

const schema = { '@vocab': 'http://schema.org/' };
const evil = { '@type': 'Dataset', name: 'Evil', 'http://evil.example/p': 'evil' };
const ownGraphs = ['index', 'views', 'provenance', 'problems'].map(
  (name) => `urn:cdif-graph:${name}`,
);

const jsonLd = (value: object): Handler =>
  typed('application/ld+json', JSON.stringify({ '@context': schema, ...value }));

/** Statements by graph: of the victim, of the attacker, ours. */
interface Written {
  readonly victim: string;
  readonly graphs: ReadonlyMap<string, string>;
}

/** Harvests a victim, then an attacker at `/evil`. @returns the catalogue after each */
async function attack(
  evilAt: (victim: string, origin: string) => Handler,
): Promise<{ readonly before: Written; readonly after: Written; readonly origin: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-hostile-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const table: Record<string, Handler | string> = {};
  const origin = await serve((request, response) => paths(table)(request, response));
  const victim = `${origin}/victim`;
  table['/victim'] = page(
    JSON.stringify({ '@context': schema, '@id': victim, '@type': 'Dataset', name: 'Fen' }),
  );
  table['/evil'] = evilAt(victim, origin);
  const harvest = async (name: string, path: string): Promise<Written> => {
    const config = configSchema.parse({
      store: { path: join(folder, 'catalogue') },
      workers: 0,
      http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } },
      sources: [{ name, urls: [origin + path] }],
    });
    await runHarvest({
      config,
      sources: config.sources.map(sourceOf),
      dryRun: false,
      signal: new AbortController().signal,
      now: () => new Date('2026-01-02T03:04:05Z'),
    });
    const store = openStore(join(folder, 'catalogue'), 'read');
    const graphs = new Map<string, string>();
    for await (const { graph, nquads } of store.statements()) {
      graphs.set(graph, (graphs.get(graph) ?? '') + nquads);
    }
    await store.close();
    return { victim: graphs.get(victim) ?? '', graphs };
  };
  const before = await harvest('victim', '/victim');
  const after = await harvest('attacker', '/evil');
  return { before, after, origin };
}

const injection = '" .\n<e:a> <http://evil.example/p> "evil" <urn:cdif-graph:index> .\n#';

const attacks: readonly (readonly [string, (victim: string, origin: string) => Handler])[] = [
  ['names itself as the other', (victim) => jsonLd({ '@id': victim, ...evil })],
  ['names itself as our index', () => jsonLd({ '@id': 'urn:cdif-graph:index', ...evil })],
  [
    'has a named graph of the other’s name',
    (victim) => jsonLd({ '@id': victim, '@graph': [evil, { '@id': victim, ...evil }] }),
  ],
  [
    'has named graphs of our names',
    () => jsonLd({ '@graph': ownGraphs.map((name) => ({ '@id': name, '@graph': [evil] })) }),
  ],
  [
    'has named graphs by its context',
    (victim) =>
      jsonLd({
        '@context': {
          ...schema,
          about: { '@id': 'http://schema.org/about', '@container': ['@graph', '@id'] },
        },
        ...evil,
        about: { [victim]: evil, 'urn:cdif-graph:provenance': evil },
      }),
  ],
  [
    'is N-Quads in graphs of others',
    (victim) =>
      typed(
        'application/n-quads',
        [victim, ...ownGraphs]
          .map((name) => {
            return `<${name}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset> <${name}> .\n<${name}> <http://evil.example/p> "evil" <${name}> .\n`;
          })
          .join(''),
      ),
  ],
  [
    'is TriG in graphs of others',
    (victim) =>
      typed(
        'application/trig',
        [victim, ...ownGraphs]
          .map(
            (name) =>
              `<${name}> { <${name}> a <http://schema.org/Dataset> ; <http://evil.example/p> "evil" . }`,
          )
          .join('\n'),
      ),
  ],
  [
    'is a list of items called as others',
    (victim) =>
      jsonLd({
        '@type': 'ItemList',
        itemListElement: [victim, `${victim}#1`, `${victim}/../victim`, ...ownGraphs].map((id) => ({
          '@type': 'ListItem',
          item: { '@id': id, ...evil },
        })),
      }),
  ],
  [
    'is a page with the base of the other',
    (victim) =>
      typed(
        'text/html',
        `<base href="${victim}">${page(JSON.stringify({ '@context': schema, '@id': '', ...evil }))}`,
      ),
  ],
  [
    'is a page with our base',
    () =>
      typed(
        'text/html',
        `<base href="urn:cdif-graph:index">${page(JSON.stringify({ '@context': schema, '@id': '', ...evil }))}`,
      ),
  ],
  [
    'says that the other is canonical',
    (victim) =>
      typed('text/html', page(JSON.stringify({ '@context': schema, ...evil })), {
        link: `<${victim}>; rel="canonical", <${victim}>; rel="cite-as"`,
      }),
  ],
  [
    'redirects to the other',
    (victim) => (_request, response) => void response.writeHead(302, { location: victim }).end(),
  ],
  [
    'has N-Quads in its texts',
    () =>
      jsonLd({
        ...evil,
        '@id': `http://evil.example/a> <b:> <c:> <urn:cdif-graph:index> .\n`,
        name: injection,
        description: { '@value': injection, '@language': `en ${injection}` },
        license: { '@value': injection, '@type': `http://evil.example/${injection}` },
        about: { '@id': `_:b ${injection}`, name: injection },
        [`http://evil.example/${injection}`]: injection,
        keywords: ['\u0085', '\u2028', '\r', '\\', '\\" <urn:cdif-graph:index> .'],
      }),
  ],
];

describe('a record of another site', () => {
  it.each(attacks)('is not changed by a record that %s', async (_name, evilAt) => {
    const { before, after, origin } = await attack(evilAt);
    expect(before.victim).toContain('"Fen"');
    expect(after.victim).toBe(before.victim);
    const ofRecords = [...after.graphs.keys()].filter((graph) => !graph.startsWith('urn:'));
    expect(ofRecords.filter((graph) => graph !== `${origin}/victim`)).not.toHaveLength(0);
    for (const [graph, nquads] of after.graphs) {
      const quads = new Parser({ format: 'N-Quads' }).parse(nquads);
      expect(new Set(quads.map((quad) => quad.graph.value))).toEqual(new Set([graph]));
      const isTheirs = graph === `${origin}/evil` || graph.startsWith(`${origin}/evil#`);
      expect(isTheirs || [`${origin}/victim`, ...ownGraphs].includes(graph)).toBe(true);
      // What the attacker says is said in its own graph only; ours tell of it in words of ours.
      const isSaid = quads.some(({ predicate }) => predicate.value.startsWith('http://evil.'));
      expect(isSaid && !isTheirs).toBe(false);
    }
  });
});

describe('a URL that looks like a derived graph', () => {
  it('cannot be harvested', () => {
    const urls = ['urn:cdif-graph:index'];
    const config = { store: { path: 'c' }, sources: [{ name: 'a', urls }] };
    expect(configSchema.safeParse(config).success).toBe(false);
  });

  it('is not listed by a sitemap', async () => {
    const origin = await serve(paths({ '/s.txt': 'http://e.example/1\nurn:cdif-graph:index\n' }));
    const config = configSchema.parse({
      store: { path: 'unused' },
      workers: 0,
      http: { allowPrivateAddresses: true, retries: 0, timeouts: { connectMs: 100 } },
      sources: [{ name: 'a', sitemap: `${origin}/s.txt`, exclude: ['/1'] }],
    });
    const { sources } = await runHarvest({
      config,
      sources: config.sources.map(sourceOf),
      dryRun: true,
      signal: new AbortController().signal,
      now: () => new Date('2026-01-02T03:04:05Z'),
    });
    expect(sources[0]?.problems).toMatchObject({ 'sitemap-entry-invalid': 1 });
  });
});
