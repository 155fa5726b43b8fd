import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { summarise, formatRun } from '../../src/render/run-summary.ts';
import { formatCatalogueStatus } from '../../src/render/catalogue-status.ts';
import { faultSite } from './faulty-sites.ts';
import { harvestAgain, type Again } from './later-harvests.ts';

const pages = fileURLToPath(new URL('../../docs/problems/', import.meta.url));

/**
 * Two sources of two pages each, harvested once; then the second one is removed from the
 * configuration.
 */
async function dropped() {
  const site = await faultSite('127.0.0.1');
  const urls = ['/0', '/1', '/2', '/3'].map((path) => {
    site.page(path);
    return `${site.origin}${path}`;
  });
  const own = { urls: urls.slice(0, 2) };
  const other = { name: 'old', urls: urls.slice(2) };
  const again = harvestAgain(own, other);
  const { report } = await again.harvest();
  return { again, alone: again.with(own), other, first: report.run };
}

const statusOf = async (again: Again) => again.read(async (store) => store.status());

describe('a source that the configuration does not name any more', () => {
  it('is told of by each run and by status, with what is kept of it', async () => {
    const { again, alone, first } = await dropped();
    expect((await statusOf(again)).problems).toEqual({});
    const { report, problems } = await alone.harvest();
    const problem = {
      kind: 'source-not-configured',
      url: 'urn:cdif-graph:source:old',
      source: 'old',
      urls: 2,
      records: 2,
      lastRun: first,
    };
    expect(report.catalogue).toEqual({
      problems: [problem],
      counts: { 'source-not-configured': 1 },
    });
    expect(problems).toEqual({});
    const said = `source old: 2 URLs, 2 records, last in run ${first}`;
    expect(summarise(report, pages)).toContain(said);
    expect(summarise(report, pages)).toContain('cdif-graph remove --source NAME');
    const kept = await again.read(async (store) => store.run('last'));
    expect(formatRun(kept, pages)).toContain(said);
    const status = await statusOf(again);
    expect(status.problems).toEqual({ 'source-not-configured': 1 });
    expect(status.sources).toMatchObject([
      { source: 'old', records: 2, notConfigured: { lastRun: first } },
      { source: 's', problems: {} },
    ]);
    const text = formatCatalogueStatus(status, pages, alone.time.now());
    expect(text).toContain('not in the configuration of the latest run');
    expect(text).toContain(`last harvested by run ${first}`);
    expect((await alone.harvest()).report.catalogue.problems).toEqual([problem]);
  });

  it('is said to be so in the graph of problems', async () => {
    const { again, alone } = await dropped();
    await alone.harvest();
    const statements = await again.read(async (store) => {
      let text = '';
      for await (const { nquads } of store.statements({ sources: ['old'] })) text += nquads;
      return text;
    });
    expect(statements).toContain('<urn:cdif-graph:problem-kind:source-not-configured>');
  });

  it('is not told of where it is only not harvested this time', async () => {
    const { again } = await dropped();
    expect((await again.harvest({ only: ['s'] })).report.catalogue.problems).toEqual([]);
    expect((await statusOf(again)).problems).toEqual({});
  });

  it('is not told of any more once it is forgotten or back', async () => {
    const { again, alone } = await dropped();
    await alone.harvest();
    await again.harvest();
    expect((await statusOf(again)).problems).toEqual({});
    await alone.harvest();
    await again.write(async (store) => store.removeSource('old'));
    expect(JSON.stringify(await statusOf(again))).not.toContain('"old"');
    expect((await alone.harvest()).report.catalogue.problems).toEqual([]);
  });

  it('is not told of any more once it has another name', async () => {
    const { again, alone, other } = await dropped();
    await alone.harvest();
    await again.write(async (store) => store.renameSource('old', 'new'));
    const renamed = again.with({ urls: other.urls }, { ...other, name: 'new' });
    const { report } = await renamed.harvest({ only: ['new'] });
    expect(report.catalogue.problems).toEqual([]);
    expect(JSON.stringify(await statusOf(again))).not.toMatch(/"old"|not-?configured/iu);
  });
});

describe('renaming a source', () => {
  it('leaves nothing of the old name, also not in what was wrong with its listing', async () => {
    const site = await faultSite('127.0.0.1');
    const again = harvestAgain({ name: 'old', sitemap: `${site.origin}/none.xml` });
    const { problems } = await again.harvest();
    expect(problems).toHaveProperty('source-empty');
    await again.write(async (store) => store.renameSource('old', 'new'));
    const status = await statusOf(again);
    expect(status.sources).toMatchObject([{ source: 'new' }]);
    expect(JSON.stringify(status)).not.toContain('"old"');
  });
});
