import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedStore } from '../../../dist/catalogue/store.js';
import { serveCatalogue, type ServedPages } from '../../../dist/serve/serve-catalogue.js';
import { createWorkspace, localConfig, type Workspace } from '../../cli/workspace.ts';
import { canonical, withoutGraph } from '../../support/canonical.ts';
import { oddRecords } from './odd-records.ts';

let workspace: Workspace;
let served: ServedPages;
let original: readonly RecordCopy[];

interface RecordCopy {
  readonly graph: string;
  /** Canonical statements, without the graph. */
  readonly statements: string;
  readonly subjects: unknown;
}

async function harvest(at: Workspace, source: string): Promise<readonly RecordCopy[]> {
  await at.write('config.yaml', localConfig(source));
  const { code, stderr } = await at.run(['ingest', 'config.yaml']);
  if (code !== 0) throw new Error(`The records could not be harvested: ${stderr}`);
  const store = openEmbeddedStore({ path: `${at.folder}/catalogue`, access: 'read' });
  const snapshot = store.snapshot();
  const copies: RecordCopy[] = [];
  for (const { graph, recordIri, describes } of snapshot.facts()) {
    const nquads = withoutGraph(snapshot.nquadsOf(graph) ?? '', graph);
    copies.push({
      graph,
      statements: (await canonical(nquads)).join('\n'),
      subjects: [recordIri, describes.map(({ iri, name, types }) => [iri, name, types])],
    });
  }
  snapshot.end();
  await store.close();
  return copies;
}

function comparable(copies: readonly RecordCopy[]): readonly unknown[] {
  const texts = copies.map(({ statements, subjects }) => JSON.stringify([statements, subjects]));
  return texts.toSorted();
}

beforeAll(async () => {
  workspace = await createWorkspace();
  for (const [name, document] of oddRecords()) {
    await workspace.write(name, JSON.stringify(document));
  }
  original = await harvest(workspace, 'folder: ., base: https://records.example/');
  served = await serveCatalogue({
    path: `${workspace.folder}/catalogue`,
    host: '127.0.0.1',
    port: 0,
    title: 'Records',
    onTrouble: (error) => {
      throw error;
    },
  });
  return async () => {
    await served.close();
    await workspace.remove();
  };
}, 60_000);

describe('a harvest of the server', () => {
  it.each([
    ['its sitemap', (base: string) => `sitemap: "${base}sitemap.xml"`],
    ['robots.txt', (base: string) => `site: "${base}", sitemaps: cdif`],
    ['its list', (base: string) => `list: "${base}cdif-list.json"`],
  ])('by %s gives the same record graphs, about the same resources', async (_, sourceOf) => {
    const other = await createWorkspace();
    afterAll(async () => other.remove());
    const copies = await harvest(other, sourceOf(served.url));
    expect(original.length).toBeGreaterThan(230);
    expect(comparable(copies)).toEqual(comparable(original));
  });
});

describe('the list', () => {
  it('has the records themselves, in pages that lead to each other', async () => {
    let next: string | undefined = `${served.url}cdif-list.json`;
    let pages = 0;
    const named: string[] = [];
    let links = 0;
    while (next !== undefined) {
      const answer: Response = await fetch(next);
      expect(answer.headers.get('Content-Type')).toBe(
        'application/ld+json; profile="CDIF-list-1.0"',
      );
      const { itemListElement: items, numberOfItems } = (await answer.json()) as {
        readonly itemListElement: readonly Readonly<Record<string, string>>[];
        readonly numberOfItems: number;
      };
      expect(numberOfItems).toBe(original.length);
      pages += 1;
      links += items.filter((item) => item['@type'] === 'ListItem').length;
      for (const item of items) if (item['@type'] === 'Dataset') named.push(item['name'] ?? '');
      next = /<([^>]*)>; rel="next"/u.exec(answer.headers.get('Link') ?? '')?.[1];
    }
    expect(pages).toBe(4);
    expect(named).toContain('Number 17 & <more>');
    expect(new Set(named).size).toBe(named.length);
    // The long record and those that the list would change: a few.
    expect(links).toBeGreaterThan(0);
    expect(links).toBeLessThan(12);
  });

  it.each(['cdif-list-1.json', 'cdif-list-5.json', 'cdif-list-0.json', 'cdif-list-1e1.json'])(
    'has no page %s',
    async (page) => {
      expect((await fetch(served.url + page)).status).toBe(404);
    },
  );
});
