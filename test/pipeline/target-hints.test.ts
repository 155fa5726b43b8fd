import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configSchema, type Source, sourceOf } from '../../src/config/schema.ts';
import type { DerivationOutput } from '../../src/model/record.ts';
import type { Response } from '../../src/model/http.ts';
import type { Stage } from '../../src/model/outcome.ts';
import type { Target } from '../../src/model/target.ts';
import { runHarvest } from '../../src/pipeline/run-harvest.ts';
import { TargetHints } from '../../src/pipeline/url-table.ts';
import { serve, type Handler } from '../web/loopback.ts';
import { openStore } from '../catalogue/updates.ts';
import { find, kindsOf, record, typed } from './finding.ts';
import { graphAt, permutations, run, source } from './harvesting.ts';

const url = 'http://h/page';
const bare: Target = { url, source: 'a', found: { by: 'sitemap' }, depth: 0 };
const label = (scriptId: string) => ({ profiles: [], scriptId });
const naming = (scriptId: string): Target => ({ ...bare, labels: [label(scriptId)] });

describe('TargetHints', () => {
  it('joins the hints of all places, the same in whatever order', () => {
    const mentions: readonly Target[] = [
      bare,
      naming('x'),
      { ...naming('y'), citeAs: ['https://doi.org/10.1234/b'] },
      { ...bare, citeAs: ['https://doi.org/10.1234/a', 'https://doi.org/10.1234/b'] },
      { ...bare, labels: [{ profiles: [] }] },
    ];
    for (const order of permutations(mentions)) {
      const hints = new TargetHints();
      for (const target of order) hints.add(target);
      expect(hints.complete(bare)).toEqual({
        ...bare,
        labels: [
          { profiles: [], scriptId: 'x' },
          { profiles: [], scriptId: 'y' },
        ],
        citeAs: ['https://doi.org/10.1234/a', 'https://doi.org/10.1234/b'],
      });
    }
  });

  it('keeps a bounded number of labels', () => {
    const hints = new TargetHints();
    for (let index = 0; index < 2000; index += 1) hints.add(naming(String(index)));
    expect(hints.complete(bare).labels).toHaveLength(1000);
  });

  it('assumes labels of the run before', () => {
    const hints = new TargetHints();
    hints.assume([label('x')]);
    hints.add(naming('y'));
    expect(hints.complete(bare).labels).toEqual([label('x'), label('y')]);
  });

  it('tells which script labels the next run is to assume', () => {
    const hints = new TargetHints();
    hints.assume([label('x')]);
    hints.add(naming('y'));
    expect(hints.scriptLabelsForNextRun([label('y')], true)).toBeUndefined();
    expect(hints.scriptLabelsForNextRun([label('x')], true)).toEqual([label('y')]);
    expect(hints.scriptLabelsForNextRun([label('x')], false)).toEqual([label('x'), label('y')]);
    expect(hints.scriptLabelsForNextRun([label('x'), label('y')], false)).toBeUndefined();
  });
});

const script = (id: string, name: string): string =>
  `<script type="application/ld+json" id="${id}">${record('7').replace('"x"', `"${name}"`)}</script>`;
const scripts = ['x', 'y', 'z'].map((id) => script(id, `account ${id}`)).join('');
const entry = (fragment: string, path = '/page') =>
  `<url><loc>${path}${fragment}</loc><rs:ln rel="profile" href="https://w3id.org/cdif/core/1.1"/></url>`;
const sitemap =
  (...entries: readonly string[]): Handler =>
  ({ headers: { host = '' } }, response) => {
    const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      xmlns:rs="http://www.openarchives.org/rs/terms/">${entries.join('')}</urlset>`;
    const absolute = text.replaceAll('<loc>', `<loc>http://${host}`);
    response.writeHead(200, { 'content-type': 'application/xml' }).end(absolute);
  };
const verdicts = async (handler: Handler) => {
  const { outcomes } = await find(
    { '/s.xml': handler, '/page': typed('text/html', scripts) },
    { sitemap: '/s.xml' },
  );
  const offers = outcomes.get('/page')?.signposts?.offers ?? [];
  return offers
    .filter(({ via }) => via === 'script')
    .map(({ url: of, verdict }) => `${new URL(of).hash} ${verdict}`);
};

const index: Handler = ({ headers: { host = '' } }, response) => {
  const maps = ['a', 'b'].map((name) => `<sitemap><loc>http://${host}/${name}.xml</loc></sitemap>`);
  response.end(`<sitemapindex>${maps.join('')}</sitemapindex>`);
};

describe('entries of a sitemap that name scripts of one page', () => {
  it.each([
    ['each in an entry', [entry('#x'), entry('#y')]],
    [
      'together in one',
      [
        `<url><loc>/other</loc>${['x', 'y'].map((id) => `<rs:ln rel="describedby" type="text/html" profile="CDIF1.0" href="/page#${id}"/>`).join('')}</url>`,
      ],
    ],
    ['after one that names none', ['<url><loc>/page</loc></url>', entry('#y'), entry('#x')]],
  ])('have all of them read, %s', async (_name, entries) => {
    expect(await verdicts(sitemap(...entries))).toEqual(['#x taken', '#y taken', '#z outranked']);
  });

  it('make the page wait for a sitemap that is listed later', async () => {
    const late: Handler = (request, response) =>
      void setTimeout(() => sitemap(entry('#y'))(request, response), 50);
    const { outcomes, requests } = await find(
      {
        '/s.xml': index,
        '/a.xml': sitemap(entry('#x')),
        '/b.xml': late,
        '/page': typed('text/html', scripts),
      },
      { sitemap: '/s.xml' },
    );
    expect(requests.filter((request) => request === 'GET /page')).toHaveLength(1);
    const offers = outcomes.get('/page')?.signposts?.offers ?? [];
    const ofScripts = offers.filter(({ via }) => via === 'script');
    expect(ofScripts.map(({ verdict }) => verdict)).toEqual(['taken', 'taken', 'outranked']);
  });
  it('are each reported where the script is missing', async () => {
    const { outcomes } = await find(
      {
        '/s.xml': sitemap(entry('#p'), entry('#x'), entry('#q')),
        '/page': typed('text/html', scripts),
      },
      { sitemap: '/s.xml' },
    );
    expect(kindsOf(outcomes.get('/page'))).toEqual(['script-missing', 'script-missing']);
  });
});

describe('a label that comes after the visit of its page', () => {
  it('is kept for the next run, and costs no second visit', async () => {
    let visited: (() => void) | undefined;
    const visit = new Promise<void>((resolve) => (visited = resolve));
    const discover: Stage<Source, Target> = {
      name: 'discover',
      async *process({ name }) {
        if (name === 'late') await visit;
        yield {
          kind: 'produced',
          value: name === 'late' ? { ...naming('x'), source: name } : bare,
        };
      },
    };
    const seen: Target['labels'][] = [];
    const derive: Stage<Response, DerivationOutput> = {
      name: 'derive',
      async *process({ target }) {
        seen.push(target.labels);
        visited?.();
        yield { kind: 'produced', value: { kind: 'graph', graph: graphAt(url) } };
      },
    };
    const kept: unknown[] = [];
    await run([source('a', []), source('late', [])], {
      stages: { discover, derive },
      memory: { keepScriptLabels: async (...labels) => void kept.push(labels) },
    });
    expect(seen).toEqual([undefined]);
    expect(kept).toEqual([[url, [label('x')]]]);
  });

  it('makes the next run visit the page, and is dropped when no listing gives it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-labels-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    let labels = '<link rel="describedby" type="text/html" profile="CDIF1.0" href="/page#y">';
    const requests: string[] = [];
    let visited: (() => void) | undefined;
    const visit = new Promise<void>((resolve) => (visited = resolve));
    const origin = await serve((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      if (request.url === '/page') {
        const headers = { 'content-type': 'text/html', etag: '"1"' };
        const isKnown = request.headers['if-none-match'] === '"1"';
        response.writeHead(isKnown ? 304 : 200, headers).end(isKnown ? '' : scripts);
        setTimeout(() => visited?.(), 50);
      } else if (request.url === '/links') {
        const headers = { 'content-type': 'text/html' };
        void visit.then(() => response.writeHead(200, headers).end(labels));
      } else response.writeHead(404).end();
    });
    const harvest = async () => {
      const config = configSchema.parse({
        store: { path: folder },
        workers: 0,
        http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } },
        sources: [{ name: 'a', urls: [`${origin}/page`, `${origin}/links`] }],
      });
      await runHarvest({
        config,
        sources: config.sources.map(sourceOf),
        dryRun: false,
        signal: new AbortController().signal,
        now: () => new Date('2026-01-02T03:04:05Z'),
      });
      const store = openStore(folder, 'read');
      try {
        const outcome = await store.outcomeOf(`${origin}/page`);
        return outcome?.scriptLabels?.map(({ scriptId }) => scriptId);
      } finally {
        await store.close();
      }
    };
    const visits = () => requests.filter((request) => request === 'GET /page').length;
    expect([await harvest(), visits()]).toEqual([['y'], 1]);
    expect([await harvest(), visits()]).toEqual([['y'], 2]);
    labels = '<link rel="describedby" type="text/html" profile="CDIF1.0" href="/other">';
    expect([await harvest(), visits()]).toEqual([undefined, 3]);
  });
});
