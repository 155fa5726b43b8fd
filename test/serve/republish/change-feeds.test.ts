import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedStore } from '../../../dist/catalogue/store.js';
import { pageKey } from '../../../dist/serve/page-keys.js';
import { serveCatalogue, type ServedPages } from '../../../dist/serve/serve-catalogue.js';
import { createWorkspace, localConfig, type Workspace } from '../../cli/workspace.ts';

let workspace: Workspace;
let served: ServedPages;
/** The runs, the earliest first. */
let runs: readonly string[];
/** The changes between the end of each run but the last, and now: `+`, `-` or `~` and a page key. */
let exported: ReadonlyMap<string, readonly string[]>;

interface Activity {
  readonly type: string;
  readonly object: { readonly id: string; readonly graph: string };
  readonly endTime: string;
}

interface Page {
  readonly id: string;
  readonly prev?: { readonly id: string };
  readonly next?: { readonly id: string };
  readonly orderedItems: readonly Activity[];
}

async function write(name: string, title: string, most = 1): Promise<void> {
  const datasets = Array.from({ length: most }, (_, at) => ({
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': `https://r.example/${name}/${at}`,
    name: title,
  }));
  await workspace.write(`${name}.jsonld`, JSON.stringify(datasets));
}

async function harvest(): Promise<void> {
  const { code, stderr } = await workspace.run(['ingest', 'config.yaml', '--allow-removals']);
  if (code !== 0) throw new Error(stderr);
}

beforeAll(async () => {
  workspace = await createWorkspace();
  await workspace.write('config.yaml', localConfig('folder: ., base: https://records.example/'));
  await write('many', 'Many', 1100);
  await write('kept', 'Kept');
  await write('changed', 'Once');
  await write('removed', 'To be removed');
  await write('back', 'Comes back');
  await harvest();
  await write('changed', 'Twice');
  await write('new', 'New & <here>');
  for (const name of ['removed', 'back']) await rm(join(workspace.folder, `${name}.jsonld`));
  await harvest();
  // Nothing changes.
  await harvest();
  await write('changed', 'Three times');
  await write('back', 'Comes back');
  await harvest();
  await readStore();
  served = await serveCatalogue({
    path: `${workspace.folder}/catalogue`,
    host: '127.0.0.1',
    port: 0,
    title: 'Waters',
    onTrouble: (error) => {
      throw error;
    },
  });
  afterAll(async () => {
    await served.close();
    await workspace.remove();
  });
}, 60_000);

async function readStore(): Promise<void> {
  const store = openEmbeddedStore({ path: `${workspace.folder}/catalogue`, access: 'read' });
  const snapshot = store.snapshot();
  runs = [...snapshot.runs().all()].map(({ run }) => run);
  snapshot.end();
  const found = new Map<string, readonly string[]>();
  for (const run of runs) {
    const changes: string[] = [];
    for await (const change of store.changesSince(run)) {
      if (change.kind !== 'record') continue;
      const sign = change.before === '' ? '+' : change.after === '' ? '-' : '~';
      changes.push(sign + pageKey(change.graph));
    }
    found.set(run, changes.toSorted());
  }
  exported = found;
  await store.close();
}

async function get<Answer>(url: string): Promise<Answer> {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('application/activity+json');
  return (await answer.json()) as Answer;
}

/** All pages, the latest first, as a reader of a change list follows them. */
async function readPages(): Promise<readonly Page[]> {
  const { last } = await get<{ readonly last: { readonly id: string } }>(`${served.url}changes/`);
  const pages: Page[] = [];
  let url: string | undefined = last.id;
  while (url !== undefined) {
    const page: Page = await get<Page>(url);
    pages.push(page);
    url = page.prev?.id;
  }
  return pages;
}

/** The effect of activities, the earliest first, as in `exported`. */
function effectOf(activities: readonly Activity[]): readonly string[] {
  const signs = new Map<string, string>();
  for (const { type, object } of activities) {
    const key = object.id.replace(/^.*\/record\//u, '');
    const before = signs.get(key);
    if (type === 'Create') signs.set(key, before === '-' ? '~' : '+');
    else if (type === 'Update') signs.set(key, before ?? '~');
    else if (before === '+') signs.delete(key);
    else signs.set(key, '-');
  }
  return Array.from(signs, ([key, sign]) => sign + key).toSorted();
}

describe('the collection of changes', () => {
  it('has the changes of each run, in pages of a thousand, in the order of time', async () => {
    const pages = await readPages();
    expect(
      pages.map(({ id, orderedItems }) => [id.slice(served.url.length), orderedItems.length]),
    ).toEqual([
      ['changes/4-1', 2],
      ['changes/2-1', 4],
      ['changes/1-2', 104],
      ['changes/1-1', 1000],
    ]);
    const types = pages.map(({ orderedItems }) =>
      orderedItems
        .map(({ type }) => type)
        .toSorted()
        .join(' '),
    );
    expect(types.slice(0, 2)).toEqual(['Create Update', 'Create Delete Delete Update']);
    const times = pages
      .toReversed()
      .flatMap((page) => page.orderedItems.map((each) => each.endTime));
    expect(times).toEqual(times.toSorted());
    expect(pages.at(-1)?.next?.id).toBe(pages.at(-2)?.id);
    const collection = await get<object>(`${served.url}changes/`);
    expect(collection).toMatchObject({ type: 'OrderedCollection', totalItems: 1110 });
  });

  it('has the changes of `export --since`, from the end of each run', async () => {
    const pages = (await readPages()).toReversed();
    for (const [at, run] of runs.entries()) {
      const isLater = ({ id }: Page): boolean => Number(/(\d+)-\d+$/u.exec(id)?.[1]) > at + 1;
      const later = pages.filter(isLater).flatMap(({ orderedItems }) => orderedItems);
      const back = pageKey('https://records.example/back.jsonld');
      // A record that went and came back is the same as before; only the runs between tell.
      const effect = effectOf(later).filter((each) => at !== 0 || each !== `~${back}`);
      expect(effect).toEqual(exported.get(run));
    }
  });

  it('names the graph and the page of each record, and where its metadata is', async () => {
    const [latest] = await readPages();
    const created = latest?.orderedItems.find(({ type }) => type === 'Create');
    const graph = 'https://records.example/back.jsonld';
    const page = `${served.url}record/${pageKey(graph)}`;
    const url = { type: 'Link', href: `${page}.jsonld`, mediaType: 'application/ld+json' };
    expect(created?.object).toEqual({ id: page, type: 'Document', graph, url });
    expect((await fetch(`${page}.jsonld`)).status).toBe(200);
  });

  it.each(['changes/9-1', 'changes/1-3', 'changes/1', 'changes/x'])('has no %s', async (path) => {
    expect((await fetch(served.url + path)).status).toBe(404);
  });
});

describe('the feed of changes', () => {
  it('has the records that changed last, and those that were removed', async () => {
    const text = await (await fetch(`${served.url}changes.atom`)).text();
    const ids = [...text.matchAll(/<entry>\s*<id>([^<]*)/gu)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(99);
    const changed = `${served.url}record/${pageKey('https://records.example/changed.jsonld')}`;
    expect(ids.slice(0, 2)).toContain(changed);
    expect(text).toContain('<title>New &amp; &lt;here&gt;</title>');
    const removed = pageKey('https://records.example/removed.jsonld');
    expect(text).toContain(`<at:deleted-entry ref="${served.url}record/${removed}" when="20`);
    expect((await fetch(`${served.url}record/${removed}`)).status).toBe(410);
  });
});
