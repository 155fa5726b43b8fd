import { estimateEngineBytes } from '../../src/engine/engine-memory.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { configSchema, sourceOf, type Config } from '../../src/config/schema.ts';
import * as deriver from '../../src/pipeline/derive-pool.ts';
import type { HarvestRequest, StartedRun } from '../../src/pipeline/harvest-request.ts';
import { runHarvest } from '../../src/pipeline/run-harvest.ts';
import { openCatalogue, openStore } from '../catalogue/updates.ts';

const context = { '@context': { '@vocab': 'http://schema.org/' } };
const dataset = (number: number) => ({
  '@id': `https://fen.example/${number}`,
  '@type': 'Dataset',
  name: `Fen ${number}`,
});

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdif-graph-harvest-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function write(name: string, json: object): void {
  writeFileSync(join(folder, name), JSON.stringify({ ...context, ...json }));
}

/** Two sources in one folder, in this thread. */
function config(more: object = {}): Config {
  return configSchema.parse({
    store: { path: join(folder, '.catalogue') },
    workers: 0,
    sources: [{ name: 'fens', folder, base: 'http://fens.invalid/' }],
    ...more,
  });
}

async function harvest(used: Config, request: Partial<HarvestRequest> = {}) {
  return runHarvest({
    config: used,
    sources: used.sources.map(sourceOf),
    dryRun: false,
    signal: new AbortController().signal,
    now: () => new Date('2026-01-02T03:04:05Z'),
    ...request,
  });
}

describe('runHarvest', () => {
  it('harvests files from their folder into the store, and keeps the report', async () => {
    write('1.jsonld', dataset(1));
    write('2.jsonld', { '@type': 'ItemList', itemListElement: [dataset(2), dataset(3)] });
    const report = await harvest(config());
    expect(report).toMatchObject({ interrupted: false, catalogue: { counts: {} } });
    expect(report.sources[0]).toMatchObject({ urls: { loaded: 2 }, records: { added: 3 } });
    const store = openStore(join(folder, '.catalogue'), 'read');
    const found = await store.find('https://fen.example/3');
    expect(found.map(({ record }) => record.graph)).toEqual([
      'http://fens.invalid/2.jsonld#https%3A%2F%2Ffen.example%2F3',
    ]);
    expect((await store.status()).runs[0]?.report).toEqual(report);
  });

  it('reports names that several records share', async () => {
    const subjectOf = { '@id': 'https://fen.example/record', '@type': 'DigitalDocument' };
    write('1.jsonld', { ...dataset(1), subjectOf });
    write('2.jsonld', { ...dataset(1), name: 'The same fen', subjectOf });
    const { sources, examples } = await harvest(config());
    expect(sources[0]?.problems).toEqual({ 'record-iri-shared': 2, 'resource-shared': 2 });
    expect(sources[0]?.examples).toContainEqual({
      kind: 'record-iri-shared',
      url: 'http://fens.invalid/1.jsonld',
      iri: 'https://fen.example/record',
      record: 'http://fens.invalid/1.jsonld',
      records: 2,
      onSite: 2,
      others: ['http://fens.invalid/2.jsonld'],
    });
    const { sources: dry } = await harvest(config(), { dryRun: true });
    expect(dry[0]?.problems).toEqual(sources[0]?.problems);
    expect(examples.map(({ kind }) => kind)).toContain('resource-shared');
  });

  it('reports a catalogue that nearly fills the engine, and goes on', async () => {
    const path = join(folder, '.catalogue');
    write('1.jsonld', dataset(1));
    expect(await harvest(config())).not.toHaveProperty('fullEngine');
    const catalogue = openCatalogue(path);
    catalogue.change((_data, tally) => {
      tally.quads += 1e9;
      tally.characters += 140e9;
      tally.changed = true;
    });
    await catalogue.close();
    write('2.jsonld', dataset(2));
    const { fullEngine, sources } = await harvest(config());
    expect(sources[0]?.records).toMatchObject({ added: 1 });
    expect(fullEngine?.neededBytes).toBeGreaterThan(fullEngine?.capacityBytes ?? Infinity);
    expect(fullEngine?.sources).toMatchObject([{ source: 'fens', records: 2 }]);
    const { runs, ...status } = await openStore(path, 'read').status();
    expect(runs[0]?.report).not.toHaveProperty('fullEngine');
    expect(estimateEngineBytes(status)).toBe(fullEngine?.neededBytes);
  });

  it('ends with a report where it is stopped while it begins', async () => {
    write('1.jsonld', dataset(1));
    await harvest(config());
    write('2.jsonld', dataset(2));
    const begun: StartedRun[] = [];
    const onStart = (started: StartedRun): void => void begun.push(started);
    const threads = vi.spyOn(deriver, 'openDeriver');
    onTestFinished(() => threads.mockRestore());
    const report = await harvest(config(), { signal: AbortSignal.abort(), onStart });
    expect(threads).not.toHaveBeenCalled();
    expect(begun).toMatchObject([{ run: report.run, lastRuns: undefined }]);
    expect(report).toMatchObject({ interrupted: true, sources: [{ listing: 'interrupted' }] });
    const next = await harvest(config(), { onStart });
    expect(threads).toHaveBeenCalledTimes(1);
    expect(next).toMatchObject({ continues: [report.run], sources: [{ records: { added: 1 } }] });
    expect(begun[1]?.lastRuns?.get('fens')?.source.records).toMatchObject({ added: 1 });
  });

  it('writes nothing in a dry run', async () => {
    write('1.jsonld', dataset(1));
    const report = await harvest(config(), { dryRun: true });
    expect(report.sources[0]?.records).toMatchObject({ 'would-load': 1, added: 0 });
    expect(() => openStore(join(folder, '.catalogue'), 'read')).toThrow('there is no catalogue');
  });

  it('follows a link from a list to a file, whether the folder lists it or not', async () => {
    write('1.jsonld', dataset(1));
    write('list.json', { '@type': 'ItemList', itemListElement: [{ '@id': './1.jsonld' }] });
    const sources = [
      { name: 'fens', folder, base: 'http://fens.invalid/', include: ['/list.json'] },
    ];
    const excluded = await harvest(config({ sources }));
    expect(excluded.sources[0]).toMatchObject({
      urls: { linked: 1, loaded: 0 },
      skipped: { excluded: 2 },
    });
    const { sources: reports } = await harvest(config());
    expect(reports[0]).toMatchObject({ urls: { linked: 1, loaded: 1 }, records: { added: 1 } });
  });
});
