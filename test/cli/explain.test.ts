import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '../support/fixture-site.mjs';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const ways = fileURLToPath(new URL('../../fixtures/ways/', import.meta.url));
const demo = fileURLToPath(new URL('../../fixtures/sites/demo/', import.meta.url));

let workspace: Workspace;
let origin: string;
let closeSite: () => Promise<void>;

beforeAll(async () => {
  workspace = await createWorkspace();
  const site = await serveSite(`${ways}link-header-on-binary`);
  ({ origin, close: closeSite } = site);
  await workspace.write('config.yaml', localConfig(`site: "${origin}"`));
  await workspace.run(['ingest', 'config.yaml']);
});

afterAll(async () => {
  await closeSite();
  await workspace.remove();
});

function withoutChance(text: string, of = origin): string {
  return text
    .replaceAll(of, 'http://site.example')
    .replaceAll(/\d{8}T\d{6}Z(?:-\d+)?/gu, 'RUN')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME');
}

function labelledConfig(of: string): string {
  return localConfig(`site: "${of}"`).replace('./catalogue', './labelled');
}

describe('explain', () => {
  it('explains step by step how a URL and the URLs that it links to were processed', async () => {
    const { stdout, stderr, code } = await workspace.run(['explain', `${origin}/data/tides.nc`]);
    expect(withoutChance(stdout)).toMatchSnapshot();
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  it('gives the reason and time that a URL is not due, as ingest, its log and status do', async () => {
    const url = `${origin}/records/tides.jsonld`;
    const config = localConfig(`urls: ["${url}"], recheck: 24`).replace('./catalogue', './due');
    await workspace.write('due.yaml', config);
    await workspace.run(['ingest', 'due.yaml']);
    const ingest = await workspace.run(['ingest', 'due.yaml', '--log', 'due.jsonl']);
    expect(withoutChance(ingest.stdout)).toContain(
      '1 not due by recheck (24 h less 5 %), the first due from TIME\n',
    );
    const [line = ''] =
      /\{.*"url-settled".*\}/u.exec(await readFile(join(workspace.folder, 'due.jsonl'), 'utf8')) ??
      [];
    const { notDue } = JSON.parse(line) as { notDue: { until: string } };
    expect(notDue).toMatchObject({ because: 'recheck', rule: 24 });
    const until = notDue.until.replace(/\.\d+/u, '');
    const explained = await workspace.run(['explain', url, '--config', 'due.yaml']);
    expect(explained.stdout).toContain(`  not due: until ${until}, by recheck (24 h less 5 %)\n`);
    const status = await workspace.run(['status', '--config', 'due.yaml']);
    expect(status.stdout.replaceAll(/\s+/gu, ' ')).toContain(
      `URLs of the latest run: 1 not due by recheck (24 h less 5 %), the first due from ${until}`,
    );
  });

  it('finds the URL by a name of its record', async () => {
    const { stdout } = await workspace.run(['explain', 'doi:10.1234/TIDES', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'doi:10.1234/TIDES',
      looks: [
        {
          outcome: { url: `${origin}/records/tides.jsonld`, state: 'harvested' },
          records: [{ graph: `${origin}/records/tides.jsonld` }],
        },
      ],
    });
  });

  it('shows no request if the host could not be reached', async () => {
    const url = 'http://127.0.0.1:1/dataset';
    await workspace.write(
      'dead.yaml',
      localConfig(`urls: ["${url}"]`).replace('catalogue', 'dead'),
    );
    await workspace.run(['ingest', 'dead.yaml']);
    const { stdout } = await workspace.run(['explain', url, '--store', 'dead']);
    expect(stdout).toContain('could not be fetched, because its host could not be reached');
  });

  it('explains the metadata of a URL that is not visited itself', async () => {
    const site = await serveSite(`${ways}sitemap-labelled`);
    await workspace.write('labelled.yaml', labelledConfig(site.origin));
    await workspace.run(['ingest', 'labelled.yaml']);
    await site.close();
    const store = ['--store', 'labelled'];
    const { stdout, code } = await workspace.run([
      'explain',
      `${site.origin}/tides.html`,
      ...store,
    ]);
    expect(withoutChance(stdout, site.origin)).toMatchSnapshot();
    expect(code).toBe(0);
    const shown = await workspace.run(['show', `${site.origin}/tides.html`, '--json', ...store]);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      records: [{ graph: `${site.origin}/records/tides.jsonld` }],
    });
  });

  it('continues from a linkset to its targets', async () => {
    const site = await serveSite(`${ways}link-header-to-linkset`);
    const url = `${site.origin}/tides.html`;
    await workspace.write('linkset.yaml', labelledConfig(url).replace('site: ', 'list: '));
    await workspace.run(['ingest', 'linkset.yaml']);
    await site.close();
    const { stdout } = await workspace.run(['explain', url, '--store', 'labelled', '--json']);
    const { looks } = JSON.parse(stdout) as { looks: { outcome: { url: string } }[] };
    expect(looks.map(({ outcome }) => outcome.url.replace(site.origin, ''))).toEqual([
      '/tides.html',
      '/linkset.json',
      '/records/tides.jsonld',
    ]);
  });

  it('explains the metadata of a URL even if it gave no record', async () => {
    const { folder } = workspace;
    await workspace.write(
      'sitemap.xml',
      '<urlset xmlns:rs="http://www.openarchives.org/rs/terms/"><url><loc>{{origin}}/page</loc><rs:ln rel="describedby" href="/dead.jsonld"/></url></urlset>',
    );
    const site = await serveSite(folder);
    await workspace.write('dead.yaml', labelledConfig(site.origin));
    await workspace.run(['ingest', 'dead.yaml']);
    await site.close();
    const shown = await workspace.run(['show', `${site.origin}/page`, '--store', 'labelled']);
    expect(withoutChance(shown.stdout, site.origin)).toMatch(
      /^http:\/\/site\.example\/dead\.jsonld\n.*the server answered that it does not exist.*\n.*as metadata of http:\/\/site\.example\/page/u,
    );
    expect(shown.code).toBe(1);
  });

  it('tells how a sitemap was read', async () => {
    const { folder } = workspace;
    await workspace.write('robots.txt', 'User-agent: *\nDisallow: /hidden\n');
    await workspace.write(
      'sitemap.xml',
      '<sitemapindex><sitemap><loc>{{origin}}/hidden.xml</loc></sitemap><sitemap><loc>{{origin}}/part.xml</loc></sitemap></sitemapindex>',
    );
    await workspace.write('part.xml', '<urlset><url><loc>{{origin}}/page</loc></url></urlset>');
    const site = await serveSite(folder);
    await workspace.write('sitemaps.yaml', labelledConfig(site.origin));
    await workspace.run(['ingest', 'sitemaps.yaml']);
    await site.close();
    const told = async (path: string) => {
      const { stdout } = await workspace.run([
        'explain',
        site.origin + path,
        '--store',
        'labelled',
      ]);
      return withoutChance(stdout, site.origin);
    };
    expect(await told('/sitemap.xml')).toMatch(
      /^http:\/\/site\.example\/sitemap\.xml\n {2}a sitemap, which was read\n {2}source \w+, .*\n.*: HTTP status 200\n {2}names 0 URLs and 2 sitemaps\n/u,
    );
    const hidden = await told('/hidden.xml');
    expect(hidden).toContain('a sitemap that could not be read');
    expect(hidden).toContain('named by the sitemap http://site.example/sitemap.xml');
    expect(hidden).toContain('"Disallow: /hidden" on line 2, for "*"');
    expect(await told('/part.xml')).toContain('names 1 URL\n\nNo problems at the sitemap.');
  });

  it('tells of a URL where a source begins', async () => {
    const config = localConfig('oai: "http://127.0.0.1:1/oai"').replace('./catalogue', './begins');
    await workspace.write('begins.yaml', config);
    await workspace.run(['ingest', 'begins.yaml']);
    const args = ['explain', 'http://127.0.0.1:1/oai', '--config', 'begins.yaml'];
    const { code, stderr } = await workspace.run(args);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'cdif-graph: http://127.0.0.1:1/oai is where the source local begins, not one of its ' +
        "pages. problems --source 'local' shows what was wrong there, status what was found.\n",
    });
  });

  it('looks now, and stores nothing', async () => {
    const site = await serveSite(demo);
    const url = `${site.origin}/dataset/tide-gauge.html`;
    const live = ['explain', url, '--live', '--allow-private-addresses'];
    const { stdout, code } = await workspace.run(live);
    expect(withoutChance(stdout, site.origin)).toMatchSnapshot();
    expect(code).toBe(2);
    await site.close();
    const kept = await workspace.run(['explain', url]);
    expect(withoutChance(kept.stderr, site.origin)).toBe(
      'cdif-graph: http://site.example/dataset/tide-gauge.html is not known: no source lists or links to it, or the configuration excludes it. --live visits it now.\n',
    );
    expect(kept).toMatchObject({ stdout: '', code: 1 });
    const json = await workspace.run(['explain', url, '--json']);
    expect(JSON.parse(json.stdout)).toEqual({ name: url, looks: [], sitemaps: [] });
  });

  it('fails where the URL does', async () => {
    const site = await serveSite(demo);
    const codes: Record<string, number | null> = {};
    for (const path of ['/dataset/soil-moisture.html', '/index.html', '/no-such-page']) {
      const live = ['explain', site.origin + path, '--live', '--allow-private-addresses'];
      codes[path] = (await workspace.run(live)).code;
    }
    await site.close();
    const { folder } = workspace;
    await workspace.write('lost.html', '<link rel="describedby" href="/lost.txt">');
    await workspace.write('lost.txt', 'Moved to another place.');
    const lost = await serveSite(folder);
    const live = ['explain', `${lost.origin}/lost.html`, '--live', '--allow-private-addresses'];
    codes['/lost.html'] = (await workspace.run(live)).code;
    await lost.close();
    const closed = ['explain', `${site.origin}/`, '--live', '--allow-private-addresses'];
    codes['closed'] = (await workspace.run(closed)).code;
    expect(codes).toEqual({
      '/dataset/soil-moisture.html': 0,
      '/index.html': 2,
      '/no-such-page': 2,
      '/lost.html': 2,
      closed: 1,
    });
  });

  it('refuses private addresses unless they are permitted, and other texts than URLs', async () => {
    // A catalogue without configuration: there is nobody's word for them.
    const live = ['explain', `${origin}/x`, '--live', '--store', 'catalogue', '--json'];
    const refused = await workspace.run(live);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      settings: { source: null, candidates: [] },
      looks: [{ outcome: { state: 'fetch-failed', problems: [{ kind: 'address-refused' }] } }],
    });
    for (const args of [
      ['explain', 'tides', '--live'],
      ['explain', `${origin}/x`, '--allow-private-addresses'],
      ['explain', `${origin}/x`, '--source', 'local'],
      ['explain', `${origin}/x`, '--live', '--source', 'local', '--store', 'catalogue'],
    ]) {
      expect(await workspace.run(args)).toMatchObject({ stdout: '', code: 3 });
    }
  });

  it('visits with the target that the catalogue keeps from the source', async () => {
    const site = await serveSite(`${ways}sitemap-labelled-script`);
    await workspace.write('script.yaml', labelledConfig(site.origin));
    await workspace.run(['ingest', 'script.yaml']);
    const url = `${site.origin}/tides.html`;
    const live = await workspace.run(['explain', url, '--live', '--config', 'script.yaml']);
    const kept = await workspace.run(['explain', url, '--store', 'labelled']);
    await site.close();
    const [head = '', ...lines] = withoutChance(live.stdout, site.origin).split('\n');
    expect(head).toContain('source local, which lists the URL in the catalogue');
    // The catalogue has records of other tests, and knows which names they share.
    const problems = /(?:No problems|Problems of its URL)[^]*?\n\n/u;
    expect(lines.slice(1).join('\n').replace(problems, '')).toBe(
      withoutChance(kept.stdout, site.origin)
        .replace('(TIME, run RUN)', '(TIME)')
        .replace(problems, ''),
    );
    expect(kept.stdout).toContain(`by a link in the sitemap ${site.origin}/sitemap.xml`);
  });

  it('visits with the settings of the source that lists the URL in the catalogue', async () => {
    const args = ['explain', `${origin}/data/winds.nc`, '--live', '--config', 'config.yaml'];
    const { stdout } = await workspace.run([...args, '--json']);
    const { looks, settings } = JSON.parse(stdout) as {
      looks: { outcome: { url: string } }[];
      settings: unknown;
    };
    expect(settings).toEqual({ source: 'local', because: 'listed' });
    expect(looks.map(({ outcome }) => outcome.url)).toEqual([
      `${origin}/data/winds.nc`,
      `${origin}/records/winds.jsonld`,
    ]);
  });
});
