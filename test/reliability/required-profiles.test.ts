import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { configSchema } from '../../src/config/schema.ts';
import { readConformance } from '../../src/conformance/read-conformance.ts';
import { countProblems } from '../../src/model/problem-tally.ts';
import type { Problem } from '../../src/model/problem.ts';
import { deriveStages } from '../../src/pipeline/derive.ts';
import { rebuild, type RebuildRequest } from '../../src/pipeline/rebuild.ts';
import { isObject, type JsonObject } from '../../src/text/json.ts';
import type { FaultSite } from '../support/fault-server.mjs';
import { faultSite } from './faulty-sites.ts';
import { type Again, harvestAgain } from './later-harvests.ts';

const path = new URL('../../docs/rules/records/cdif.json', import.meta.url);
const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
if (!isObject(parsed)) throw new Error('The good record is an object.');
const good: JsonObject = parsed;
const metadata = good['schema:subjectOf'];
if (!isObject(metadata)) throw new Error('It has a metadata record.');
const headers = { 'content-type': 'application/ld+json' };
const profiles = ['cdif-discovery'];
const unmet = ['requirement-unmet', 'expectation-unmet', 'recommendation-unmet'] as const;

/** A site of a good record and one that is put there. */
class RecordSite {
  readonly site: FaultSite;

  constructor(site: FaultSite) {
    this.site = site;
  }

  /** Publishes a record with changes; undefined leaves a property out. */
  put(name: string, changes: Readonly<Record<string, unknown>> = {}): void {
    const json = { ...good, '@id': `https://data.example/${name}`, ...changes };
    this.site.page(`/${name}`, { body: JSON.stringify(json), headers });
  }

  urls(...names: string[]): readonly string[] {
    return names.map((name) => `${this.site.origin}/${name}`);
  }
}

async function recordSite(): Promise<RecordSite> {
  return new RecordSite(await faultSite('127.0.0.1'));
}

const without = { 'schema:license': undefined, 'schema:conditionsOfAccess': undefined };

async function problemsIn(again: Again): Promise<readonly Problem[]> {
  return again.read(async (store) => {
    const found: Problem[] = [];
    for await (const { problem } of store.problems()) found.push(problem);
    return found;
  });
}

async function statusOf(again: Again) {
  return again.read(async (store) => store.status());
}

describe('a source with validate: report', () => {
  it('has its findings as problems, the same in report, status and list, also when unchanged', async () => {
    const records = await recordSite();
    records.put('good');
    records.put('bad', { ...without, 'schema:dateModified': '15 March 2024' });
    const again = harvestAgain({ urls: records.urls('good', 'bad'), validate: 'report', profiles });
    const first = await again.harvest();
    expect(first.records).toEqual({ added: 2 });
    expect(first.problems).toMatchObject({ 'requirement-unmet': 2 });
    const second = await again.harvest();
    expect(second.records).toEqual({ unchanged: 2 });
    expect(second.problems).toEqual(first.problems);
    const { problems, sources } = await statusOf(again);
    expect(sources[0]?.problems).toEqual(first.problems);
    expect(problems).toEqual(first.problems);
    const listed = await problemsIn(again);
    expect(countProblems(listed)).toEqual(first.problems);
    const rules = listed.flatMap((each) => (each.kind === 'requirement-unmet' ? [each] : []));
    expect(rules).toMatchObject([
      { rule: 'date-form', count: 1, firstValue: '15 March 2024' },
      { rule: 'rights', profile: 'cdif-discovery-1.1', count: 1 },
    ]);
    expect(new Set(rules.map(({ record }) => record))).toEqual(new Set(records.urls('bad')));
  });

  it('sums up how its records conform', async () => {
    const records = await recordSite();
    records.put('good');
    records.put('bad', without);
    const again = harvestAgain({ urls: records.urls('good', 'bad'), validate: 'report', profiles });
    await again.harvest();
    const { all, sources } = await again.read(async (store) => store.inTurns(readConformance));
    expect(sources.get('s')).toEqual(all);
    expect(all).toMatchObject({ records: 2, conforming: 1 });
    expect(all.first[0]).toEqual({ rule: 'rights', severity: 'error', records: 1 });
    expect(all.required).toBeLessThan(1);
  });

  it('is validated from the next harvest on, and not written again after that', async () => {
    const records = await recordSite();
    records.put('bad', without);
    const plain = harvestAgain({ urls: records.urls('bad') });
    await plain.harvest();
    const checked = plain.with({ urls: records.urls('bad'), validate: 'report', profiles });
    expect((await checked.harvest()).problems).toMatchObject({ 'requirement-unmet': 1 });
    const { change } = await statusOf(checked);
    const next = await checked.harvest({ full: true });
    expect(next.records).toEqual({ unchanged: 1 });
    expect((await statusOf(checked)).change).toBe(change + (await runChanges(checked)));
    expect((await plain.harvest()).problems).not.toHaveProperty('requirement-unmet');
    const { all } = await plain.read(async (store) => store.inTurns(readConformance));
    expect(all.records).toBe(0);
  });
});

/** The changes of a run that changes no record. */
async function runChanges(again: Again): Promise<number> {
  const { change } = await statusOf(again);
  await again.harvest({ full: true });
  return (await statusOf(again)).change - change;
}

describe('a source with validate: require', () => {
  it('gives no record that does not conform', async () => {
    const records = await recordSite();
    records.put('good');
    records.put('bad', without);
    const source = { urls: records.urls('good', 'bad'), validate: 'require', profiles };
    const again = harvestAgain(source);
    for (const state of ['added', 'unchanged'] as const) {
      const { urls, records: states, problems } = await again.harvest();
      expect(states).toEqual({ [state]: 1, 'nonconforming-new': 1 });
      expect(urls).toMatchObject({ nonconforming: 1 });
      expect(problems).toMatchObject({ 'record-nonconforming': 1, 'requirement-unmet': 1 });
      expect((await statusOf(again)).problems).toEqual(problems);
    }
    const { records: count, sources } = await statusOf(again);
    expect(count).toBe(1);
    expect(sources[0]?.urls).toMatchObject({ harvested: 1, nonconforming: 1 });
    expect(sources[0]?.failing).toBeUndefined();
    records.put('bad');
    expect((await again.harvest()).records).toEqual({ unchanged: 1, added: 1 });
    expect((await statusOf(again)).problems).not.toHaveProperty('record-nonconforming');
  });

  it('keeps the last version that conforms, with its date', async () => {
    const records = await recordSite();
    records.put('a');
    const again = harvestAgain({ urls: records.urls('a'), validate: 'require', profiles });
    await again.harvest();
    records.put('a', { ...without, 'schema:name': 'A later name' });
    let first: Problem[] = [];
    for (const _ of ['changed', 'unchanged']) {
      const { records: states, problems } = await again.harvest();
      expect(states).toEqual({ 'nonconforming-kept': 1 });
      const listed = await problemsIn(again);
      expect(countProblems(listed)).toEqual(problems);
      const reason = listed.find(({ kind }) => kind === 'record-nonconforming');
      expect(reason).toMatchObject({ copyAt: expect.stringMatching(/^\d{4}-\d\d-/u) as string });
      first = first.length === 0 ? [...listed] : first;
      expect(listed).toEqual(first);
    }
    const { sources, records: count } = await statusOf(again);
    expect(count).toBe(1);
    expect(sources[0]?.failing).toMatchObject({ urls: 1, withRecords: 1 });
    const { all } = await again.read(async (store) => store.inTurns(readConformance));
    expect(all).toMatchObject({ records: 1, conforming: 1, keptOut: { records: 1, copies: 1 } });
    await again.write(async (store) => {
      const { records: states } = await rebuilt(store);
      expect(states).toMatchObject({ unchanged: 1, nonconforming: 1, removed: 0 });
    });
    const after = await problemsIn(again);
    expect(after.map(({ kind }) => kind)).toEqual(first.map(({ kind }) => kind));
    expect((await again.harvest()).records).toEqual({ 'nonconforming-kept': 1 });
    const [found] = await again.read(async (store) => store.find(records.urls('a')[0] ?? ''));
    expect(found?.record.describes[0]?.name).toBe(good['schema:name']);
    records.put('a', { 'schema:name': 'A later name' });
    expect((await again.harvest()).records).toEqual({ replaced: 1 });
  });

  it('removes a version that was never validated, when enough others conform', async () => {
    const records = await recordSite();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) records.put(name);
    records.put('bad', without);
    const urls = records.urls(...names, 'bad');
    const plain = harvestAgain({ urls });
    await plain.harvest();
    const required = plain.with({ urls, validate: 'require', profiles });
    const { records: states, problems } = await required.harvest();
    expect(states).toEqual({ unchanged: 6, removed: 1, 'nonconforming-new': 1 });
    expect(problems).not.toHaveProperty('removals-held');
    const next = await required.harvest();
    expect(next.records).toEqual({ unchanged: 6, 'nonconforming-new': 1 });
  });

  it('waits for confirmation where too many records would go', async () => {
    const records = await recordSite();
    records.put('good');
    records.put('bad', without);
    const urls = records.urls('good', 'bad');
    const plain = harvestAgain({ urls });
    await plain.harvest();
    const required = plain.with({ urls, validate: 'require', profiles });
    const { problems } = await required.harvest();
    expect(problems).toMatchObject({ 'removals-held': 1, 'record-nonconforming': 1 });
    expect((await statusOf(required)).records).toBe(2);
    const confirmed = await required.harvest({ allowRemovals: true, full: true });
    expect(confirmed.records).toMatchObject({ removed: 1, unchanged: 1 });
    expect((await statusOf(required)).records).toBe(1);
  });

  it('keeps out an item of a list, and keeps the last version of it, beside the others', async () => {
    const { site } = await recordSite();
    const publish = (changes: Readonly<Record<string, unknown>>): void => {
      const items = ['a', 'b', 'c'].map((name): Record<string, unknown> => {
        const iri = `https://data.example/${name}`;
        const about = { ...metadata, '@id': `${iri}/metadata`, 'schema:about': { '@id': iri } };
        const said = { 'schema:name': `Mire ${name}`, 'schema:subjectOf': about };
        return Object.assign<Record<string, unknown>, unknown>(
          {},
          { ...good, ...said, '@id': iri, ...(name === 'c' ? changes : {}) },
        );
      });
      site.page('/list', { body: JSON.stringify(items), headers });
    };
    publish({});
    const again = harvestAgain({ list: `${site.origin}/list`, validate: 'require', profiles });
    expect((await again.harvest()).records).toEqual({ added: 3 });
    publish({ ...without, 'schema:name': 'Another mire' });
    for (const _ of ['changed', 'unchanged']) {
      const { records: states, urls, problems, listing } = await again.harvest();
      expect(states).toEqual({ unchanged: 2, 'nonconforming-kept': 1 });
      expect(urls).not.toHaveProperty('nonconforming');
      expect(listing).toBe('complete');
      expect((await statusOf(again)).problems).toEqual(problems);
    }
    await again.write(async (store) => {
      expect((await rebuilt(store)).records).toMatchObject({ removed: 0, added: 0 });
    });
    const names = await again.read(async (store) => {
      const found = await Promise.all(
        ['a', 'b', 'c'].map(async (name) => store.find(`https://data.example/${name}`)),
      );
      return found.flat().map(({ record }) => record.describes[0]?.name);
    });
    expect(names).toEqual(['Mire a', 'Mire b', 'Mire c']);
    publish({ 'schema:name': 'Another mire' });
    expect((await again.harvest()).records).toEqual({ unchanged: 2, replaced: 1 });
  });

  it('counts what it keeps out, record by record, in the changes to make first', async () => {
    const { site } = await recordSite();
    const date = { 'schema:dateModified': '15 March 2024' };
    const changes = { a: {}, b: { ...without, ...date }, c: without, d: date };
    const items: object[] = [];
    for (const [name, change] of Object.entries(changes)) {
      const iri = `https://data.example/${name}`;
      const about = { ...metadata, '@id': `${iri}/metadata`, 'schema:about': { '@id': iri } };
      items.push({ ...good, '@id': iri, 'schema:subjectOf': about, ...change });
    }
    site.page('/list', { body: JSON.stringify(items), headers });
    const again = harvestAgain({ list: `${site.origin}/list`, validate: 'require', profiles });
    await again.harvest();
    for (const isRebuilt of [false, true]) {
      if (isRebuilt) await again.write(async (store) => void (await rebuilt(store)));
      const { all, sources } = await again.read(async (store) => store.inTurns(readConformance));
      expect(sources.get('s')).toEqual(all);
      expect(all).toMatchObject({ records: 1, conforming: 1, keptOut: { records: 3, copies: 0 } });
      expect(all.first).toEqual(
        expect.arrayContaining([
          { rule: 'date-form', severity: 'error', records: 2, keptOut: 2 },
          { rule: 'rights', severity: 'error', records: 2, keptOut: 2 },
        ]),
      );
    }
  });

  it('does not keep out what another source lists that does not require it', async () => {
    const records = await recordSite();
    records.put('bad', without);
    const urls = records.urls('bad');
    const again = harvestAgain({ urls, validate: 'require', profiles }, { name: 'other', urls });
    await again.harvest();
    const { records: states } = await again.harvest({ full: true });
    expect(states).not.toHaveProperty('nonconforming-new');
    expect((await statusOf(again)).records).toBe(1);
    for (const kind of unmet) expect((await statusOf(again)).problems[kind]).not.toBe(0);
  });
});

/** The second version of a list whose last item lost its licence, after a first that conforms. */
const listWithCopy = async (padding: string, limits: object): Promise<Again> => {
  const { site } = await recordSite();
  const publish = (changes: Readonly<Record<string, unknown>>): void => {
    const items = ['a', 'b'].map((name): Record<string, unknown> => {
      const iri = `https://data.example/${name}`;
      const about = { ...metadata, '@id': `${iri}/metadata`, 'schema:about': { '@id': iri } };
      const item = { ...good, '@id': iri, 'schema:subjectOf': about, 'schema:abstract': padding };
      return Object.assign<Record<string, unknown>, unknown>(
        item,
        name === 'b' ? changes : { 'schema:name': 'Mire a' },
      );
    });
    site.page('/list', { body: JSON.stringify(items), headers });
  };
  const again = harvestAgain({ list: `${site.origin}/list`, validate: 'require', profiles });
  publish({ 'schema:name': 'The old mire' });
  await again.harvest({ limits });
  publish({ ...without, 'schema:name': 'The new mire' });
  const { records: states } = await again.harvest({ limits });
  expect(states).toEqual({ unchanged: 1, 'nonconforming-kept': 1 });
  return again;
};

async function nameOf(again: Again, iri: string): Promise<string | undefined> {
  const [found] = await again.read(async (store) => store.find(iri));
  return found?.record.describes[0]?.name;
}

describe('a rebuild of a source with validate: require', () => {
  it('stores the latest version where it is only reported, and its URL fails no more', async () => {
    const records = await recordSite();
    records.put('a', { 'schema:name': 'The old mire' });
    const again = harvestAgain({ urls: records.urls('a'), validate: 'require', profiles });
    await again.harvest();
    records.put('a', { ...without, 'schema:name': 'The new mire' });
    expect((await again.harvest()).records).toEqual({ 'nonconforming-kept': 1 });
    await again.write(async (store) => {
      const report = await rebuilt(store, [{ name: 's', validate: 'report', profiles }]);
      expect(report).toMatchObject({ left: 0, records: { replaced: 1, unchanged: 0, removed: 0 } });
      expect(report.problems).toMatchObject({ 'requirement-unmet': 1 });
    });
    expect(await nameOf(again, 'https://data.example/a')).toBe('The new mire');
    const { sources, problems } = await statusOf(again);
    expect(sources[0]).toMatchObject({ urls: { harvested: 1, nonconforming: 0 } });
    expect(sources[0]?.failing).toBeUndefined();
    expect(problems).toMatchObject({ 'requirement-unmet': 1 });
    expect(problems).not.toHaveProperty('record-nonconforming');
    const harvested = again.with({ urls: records.urls('a'), validate: 'report', profiles });
    expect((await harvested.harvest()).records).toEqual({ unchanged: 1 });
  });

  it('keeps the copy and the complaint where its sources still require profiles', async () => {
    const records = await recordSite();
    records.put('a', { 'schema:name': 'The old mire' });
    const again = harvestAgain({ urls: records.urls('a'), validate: 'require', profiles });
    await again.harvest();
    records.put('a', { ...without, 'schema:name': 'The new mire' });
    const { problems } = await again.harvest();
    for (const _ of ['once', 'twice']) {
      await again.write(async (store) => {
        const report = await rebuilt(store, [{ name: 's', validate: 'require', profiles }]);
        expect(report.records).toMatchObject({ unchanged: 1, nonconforming: 1, removed: 0 });
      });
      const { sources, problems: after } = await statusOf(again);
      expect(sources[0]?.urls).toMatchObject({ nonconforming: 1 });
      expect(sources[0]?.failing).toMatchObject({ urls: 1, withRecords: 1 });
      expect(after).toEqual(problems);
    }
  });

  it.each([
    ['read as a whole', 2, '', {}],
    ['read item by item', 3, 'A mire. '.repeat(5000), { pieceBytes: 65_536 }],
  ])('treats an item of a list %s like a record of its own', async (_, size, padding, limits) => {
    const again = await listWithCopy(padding, limits);
    await again.write(async (store) => {
      for await (const { documents } of store.documents())
        expect([...documents]).toHaveLength(size);
      const required = await rebuilt(store, [{ name: 's', validate: 'require', profiles }]);
      expect(required).toMatchObject({ left: 0, records: { unchanged: 2, nonconforming: 1 } });
    });
    expect(await nameOf(again, 'https://data.example/b')).toBe('The old mire');
    expect((await statusOf(again)).problems).toMatchObject({ 'record-nonconforming': 1 });
    await again.write(async (store) => {
      const reported = await rebuilt(store, [{ name: 's', validate: 'report', profiles }]);
      expect(reported).toMatchObject({ left: 0, records: { unchanged: 1, replaced: 1, added: 0 } });
    });
    expect(await nameOf(again, 'https://data.example/b')).toBe('The new mire');
    expect((await statusOf(again)).problems).not.toHaveProperty('record-nonconforming');
  });

  it('removes at once what does not conform, and brings it back by other settings', async () => {
    const records = await recordSite();
    for (const name of ['a', 'b']) records.put(name, without);
    const urls = records.urls('a', 'b');
    const plain = harvestAgain({ urls });
    await plain.harvest();
    const required = [{ name: 's', validate: 'require', profiles }] as const;
    const reported = [{ name: 's', validate: 'report', profiles }] as const;
    await plain.write(async (store) => {
      const { records: gone } = await rebuilt(store, required);
      expect(gone).toMatchObject({ removed: 2, nonconforming: 2 });
      expect((await rebuilt(store, reported)).records).toMatchObject({ added: 2 });
    });
    const { records: count, sources } = await statusOf(plain);
    expect(count).toBe(2);
    expect(sources[0]).toMatchObject({ urls: { harvested: 2, nonconforming: 0 } });
    expect(sources[0]?.failing).toBeUndefined();
  });

  it('leaves removals held that a harvest held', async () => {
    const records = await recordSite();
    records.put('bad', without);
    const urls = records.urls('bad');
    const plain = harvestAgain({ urls });
    await plain.harvest();
    const required = plain.with({ urls, validate: 'require', profiles });
    expect((await required.harvest()).problems).toMatchObject({ 'removals-held': 1 });
    await required.write(async (store) => {
      const report = await rebuilt(store, [{ name: 's', validate: 'require', profiles }]);
      expect(report.records).toMatchObject({ removed: 0, nonconforming: 1 });
    });
    expect((await statusOf(required)).records).toBe(1);
  });
});

/** Without sources, the documents say how they were validated. */
async function rebuilt(store: CatalogueStore, sources: RebuildRequest['sources'] = []) {
  const { limits } = configSchema.parse({
    store: { path: 'nowhere' },
    sources: [{ name: 's', urls: ['http://h.example/'] }],
  });
  const signal = new AbortController().signal;
  const derive = deriveStages.expand(limits);
  return rebuild({ store, sources, derive, signal, now: () => new Date('2026-02-01') });
}
