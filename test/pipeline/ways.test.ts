import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configSchema, sourceOf } from '../../src/config/schema.ts';
import type { RecordGraph } from '../../src/model/record.ts';
import type { RunReport } from '../../src/model/run.ts';
import { runHarvest } from '../../src/pipeline/run-harvest.ts';
import { canonical, withoutGraph } from '../support/canonical.ts';
import { serveSite } from '../support/fixture-site.mjs';

/** A folder for each way in which a site can publish the same two records. */
const ways = fileURLToPath(new URL('../../fixtures/ways/', import.meta.url));

/** A source without its name, whose URLs and folder are paths of the site. */
type SourceFile = Readonly<Record<string, string | readonly string[]>>;

interface Harvested {
  readonly report: RunReport;
  readonly graphs: readonly RecordGraph[];
  readonly requests: readonly string[];
}

const datasetTypes = new Set(['http://schema.org/Dataset', 'http://www.w3.org/ns/dcat#Dataset']);

function isOfDataset({ describes }: RecordGraph): boolean {
  return describes.some(({ types }) => types.some((type) => datasetTypes.has(type)));
}

async function harvest(way: string): Promise<Harvested> {
  const site = await serveSite(`${ways}${way}`);
  onTestFinished(site.close);
  const source = JSON.parse(readFileSync(`${ways}${way}/source.json`, 'utf8')) as SourceFile;
  const place = (text: string): string =>
    text.replace(/^(?=\/)/u, site.origin).replace(/^\.(?=\/)/u, ways + way);
  const located = Object.entries(source).map(([key, value]) => {
    return [key, typeof value === 'string' ? place(value) : value.map(place)];
  });
  const config = configSchema.parse({
    store: { path: 'unused' },
    workers: 0,
    http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } },
    sources: [{ name: way, ...Object.fromEntries(located) }],
  });
  const graphs: RecordGraph[] = [];
  const report = await runHarvest({
    config,
    sources: config.sources.map(sourceOf),
    dryRun: true,
    // A catalogue that says something of itself is a resource, too.
    onUpdate: (update) => graphs.push(...update.graphs.filter(isOfDataset)),
    signal: new AbortController().signal,
    now: () => new Date('2026-01-02T03:04:05Z'),
  });
  const requests = site.requests.map(({ method, path }) => `${method} ${path}`);
  return { report, graphs, requests };
}

/** What graphs say, whatever they are called, in an order of its own. */
async function contentOf(graphs: readonly RecordGraph[]): Promise<readonly string[]> {
  const contents = graphs.map(({ graph, nquads }) => canonical(withoutGraph(nquads, graph)));
  return (await Promise.all(contents)).map((lines) => lines.join('\n')).toSorted();
}

/** The two records. A form with other or more statements has its graph beside it. */
async function expectedOf(way: string): Promise<readonly string[]> {
  const graphs = ['tides', 'winds'].map((name) => {
    const own = `${ways}${way}/graphs/${name}.nq`;
    const nquads = readFileSync(existsSync(own) ? own : `${ways}${name}.nq`, 'utf8');
    return { graph: '', nquads } as RecordGraph; // Nothing else is looked at.
  });
  return contentOf(graphs);
}

/** Listings that name what is new or has changed, and not all there is. */
const partial: ReadonlySet<string> = new Set(['feed', 'resourcesync-changes', 'rss', 'rss-1']);

describe('two records', () => {
  const folders = readdirSync(ways, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  it.each(folders.map(({ name }) => name))('are the same, published as %s', async (way) => {
    const { graphs, report } = await harvest(way);
    expect(await contentOf(graphs)).toEqual(await expectedOf(way));
    const described = graphs.flatMap(({ describes }) =>
      describes.map(({ iri, name }) => `${iri} ${name}`),
    );
    expect(described.toSorted()).toEqual([
      'https://id.example/dataset/tides Tides at the old harbour',
      'https://id.example/dataset/winds Winds above the breakwater',
    ]);
    expect(report.sources[0]?.listing).toBe(partial.has(way) ? 'partial' : 'complete');
  });

  it('are found behind data without a download of it', async () => {
    const { requests } = await harvest('link-header-on-binary');
    expect(requests.filter((request) => request.endsWith('.nc'))).toEqual([
      'HEAD /data/tides.nc',
      'HEAD /data/winds.nc',
    ]);
  });
});
