import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineClient, type EngineClientOptions } from '../../dist/store/engine-client.js';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { imageFile } from '../../src/store/image/image-files.ts';
import { searchedGraphs, unionOfRecords } from '../../src/store/query-dataset.ts';
import type { QueryRequest } from '../../src/store/store.ts';
import { rewriteHeader } from '../store/imaged.ts';
import { commit, look, newPath, openCatalogue } from '../store/updates.ts';

const execFilePromise = promisify(execFile);
const clientModule = import.meta.resolve('../../dist/store/engine-client.js');

const select = (text: string): QueryRequest => ({ text, dataset: unionOfRecords, format: 'csv' });
const count = select('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }');
const indexed = { ...count, dataset: searchedGraphs };
const tooDeep = select(`SELECT * { ${'{'.repeat(20_000)}${'}'.repeat(20_000)} }`);
const any = { leastStatements: 1 };

async function makeCatalogue(records = 3): Promise<string> {
  const path = newPath();
  await write(path, ...Array.from({ length: records }, (_, index) => look(index)));
  return path;
}

async function write(path: string, ...looks: UrlUpdate[]): Promise<void> {
  const catalogue = openCatalogue(path);
  commit(catalogue, ...looks);
  await catalogue.close();
}

/** The engine in its thread, and what it warns of. */
function openClient(path: string, options: Partial<EngineClientOptions> = {}) {
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const client = new EngineClient({ path, onWarning, ...options });
  onTestFinished(async () => client.close());
  return { client, warnings };
}

/** A catalogue of which there are images. */
async function imaged(): Promise<string> {
  const path = await makeCatalogue();
  const { client } = openClient(path);
  const written = await client.keepImages({ ...any, fill: true });
  expect(written.map(({ image }) => image)).toEqual(['records', 'own']);
  await client.close();
  return path;
}

/** A file beside a catalogue. */
function scriptOf(path: string, text: string): string {
  const script = `${path}.mjs`;
  writeFileSync(script, text);
  return script;
}

describe('images of the engine in its thread', () => {
  it('are written of what queries had to read, and put in place for the next ones', async () => {
    const path = await makeCatalogue();
    const first = openClient(path);
    await first.client.query(count);
    expect(await first.client.keepImages()).toEqual([]);
    const written = await first.client.keepImages(any);
    expect(written).toEqual([
      { image: 'records', bytes: statSync(imageFile(path, 'records')).size },
    ]);
    expect(await first.client.keepImages(any)).toEqual([]);
    const second = openClient(path);
    expect(await second.client.query(count)).toBe('n\r\n9\r\n');
    // There is nothing new to keep, since nothing had to be read.
    expect(await second.client.keepImages(any)).toEqual([]);
    expect([...first.warnings, ...second.warnings]).toEqual([]);
  });

  it('are neither written nor read where they are off, and removed where they would be brought up to date', async () => {
    const path = await imaged();
    truncateSync(imageFile(path, 'records'), 5000);
    const { client, warnings } = openClient(path, { images: false });
    expect(await client.query(count)).toBe('n\r\n9\r\n');
    expect(await client.keepImages(any)).toEqual([]);
    expect(existsSync(imageFile(path, 'own'))).toBe(true);
    // Also where there would be none of so little.
    expect(await client.keepImages({ ...any, fill: true, statements: 0 })).toEqual([]);
    expect(readdirSync(path).toSorted()).toEqual(['data.mdb', 'lock.mdb']);
    expect(warnings).toEqual([]);
  });

  it('are removed with a warning where they are damaged, and the answer is right', async () => {
    const path = await imaged();
    const file = imageFile(path, 'records');
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 70_000) ^ 1, bytes.length - 70_000);
    writeFileSync(file, bytes);
    const { client, warnings } = openClient(path);
    expect(await client.query(count)).toBe('n\r\n9\r\n');
    expect(warnings).toEqual([expect.stringContaining(`the memory image ${file} was not`)]);
    expect(existsSync(file)).toBe(false);
    expect(await client.query(indexed)).not.toBe('n\r\n0\r\n');
    expect(warnings).toHaveLength(1);
    // What was read for the query is kept again.
    expect((await client.keepImages(any)).map(({ image }) => image)).toContain('records');
    expect(await openClient(path).client.query(count)).toBe('n\r\n9\r\n');
  });

  it('are written anew where they are damaged when they are to be brought up to date', async () => {
    const path = await imaged();
    truncateSync(imageFile(path, 'own'), 5000);
    await write(path, look(1, { name: 'Other' }));
    const { client, warnings } = openClient(path);
    const written = await client.keepImages({ ...any, fill: true });
    expect(written.map(({ image }) => image)).toEqual(['records', 'own']);
    expect(warnings).toEqual([expect.stringContaining('own.image was not to be trusted')]);
  });

  it('are removed where the engine ends in a trap when it is to work with them', async () => {
    const path = await imaged();
    const file = imageFile(path, 'records');
    rewriteHeader(file, (header) => {
      const { engineState } = header as { readonly engineState: object };
      return { ...header, engineState: { ...engineState, store: 99 } };
    });
    const { client, warnings } = openClient(path);
    expect(await client.query(count)).toBe('n\r\n9\r\n');
    expect(warnings).toEqual([expect.stringContaining('records.image was not to be trusted')]);
    expect(existsSync(file)).toBe(false);
  });

  it('stay where the engine ends in a trap before it works with them', async () => {
    const path = await imaged();
    const { client, warnings } = openClient(path);
    expect(await client.query(count)).toBe('n\r\n9\r\n');
    await expect(client.query(tooDeep)).rejects.toMatchObject({ trouble: 'out-of-memory' });
    expect(await client.query(count)).toBe('n\r\n9\r\n');
    expect(warnings).toEqual([]);
    expect(existsSync(imageFile(path, 'records'))).toBe(true);
  });

  it('stay where a query is wrong, takes too long or is no longer wanted', async () => {
    const path = await imaged();
    const { client, warnings } = openClient(path);
    await client.query(count);
    await expect(client.query(select('SELECT'))).rejects.toMatchObject({ name: 'QueryFault' });
    const long = select(
      'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . ?p ?q ?r . ?s ?t ?u }',
    );
    const failure = client.query(long, { timeoutMs: 1 });
    await expect(failure).rejects.toMatchObject({ name: 'QueryTimeoutFault' });
    await client.query(count);
    const unwanted = new AbortController();
    const aborted = client.query(long, { signal: unwanted.signal });
    setTimeout(() => unwanted.abort(), 50);
    await expect(aborted).rejects.toThrow(/aborted/u);
    await client.query(count);
    const closed = client.query(long);
    setTimeout(() => void client.close(), 50);
    await expect(closed).rejects.toThrow(/thread of the engine ended/u);
    expect(await client.query(count)).toBe('n\r\n9\r\n');
    expect(warnings).toEqual([]);
    expect(existsSync(imageFile(path, 'records'))).toBe(true);
  });

  it('stay where a query fails in the same way without them', async () => {
    const path = await imaged();
    const { client, warnings } = openClient(path);
    const elsewhere = select('SELECT * { ?s ?p ?o . SERVICE <urn:x> { ?o ?q ?r } }');
    await expect(client.query(elsewhere)).rejects.toMatchObject({ name: 'QueryFault' });
    expect(await client.query(count)).toBe('n\r\n9\r\n');
    expect(warnings).toEqual([]);
    expect(existsSync(imageFile(path, 'records'))).toBe(true);
  });

  it('leave nothing behind where they are no longer wanted, and no query another answer', async () => {
    const path = await makeCatalogue(40);
    const { client, warnings } = openClient(path);
    await client.query(count);
    for (const delayMs of [0, 5, 20, 60, 120]) {
      const unwanted = new AbortController();
      const keeping = client.keepImages({ ...any, fill: true, signal: unwanted.signal });
      const ended = keeping.catch((error: unknown) => error);
      await sleep(delayMs);
      unwanted.abort(new Error('never mind'));
      expect(await client.query(count)).toBe('n\r\n120\r\n');
      await ended;
    }
    expect(readdirSync(path).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('are whole or not there when a process is killed while it writes them', async () => {
    const path = await makeCatalogue(40);
    const text = `
      import { EngineClient } from ${JSON.stringify(clientModule)};
      for (;;) {
        const client = new EngineClient({ path: ${JSON.stringify(path)} });
        await client.query(${JSON.stringify(count)});
        console.log('asked');
        await client.keepImages({ leastStatements: 0, fill: true });
        await client.close();
      }`;
    const script = scriptOf(path, text);
    for (const delayMs of [0, 10, 30, 50, 70, 90]) {
      const child = spawn(process.execPath, [script]);
      await once(child.stdout, 'data');
      await sleep(delayMs);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const { client, warnings } = openClient(path);
      expect(await client.query(count)).toBe('n\r\n120\r\n');
      expect(warnings).toEqual([]);
      await client.close();
      await write(path, look(1, { name: `Other ${delayMs}` }));
    }
    await openClient(path).client.keepImages({ ...any, fill: true });
    expect(readdirSync(path).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('are those of the last of several processes that write them at once', async () => {
    const path = await makeCatalogue(40);
    const text = `
      import { EngineClient } from ${JSON.stringify(clientModule)};
      const warnings = [];
      const onWarning = (message) => warnings.push(message);
      const client = new EngineClient({ path: ${JSON.stringify(path)}, onWarning });
      await client.query(${JSON.stringify(count)});
      const written = await client.keepImages({ leastStatements: 1 });
      await client.close();
      console.log(written.length, warnings.length);`;
    const script = scriptOf(path, text);
    const ends = await Promise.all(
      Array.from({ length: 4 }, () => execFilePromise(process.execPath, [script])),
    );
    // Who comes late finds one.
    const said = ends.map(({ stdout }) => stdout);
    expect(said).toContain('1 0\n');
    expect(said.filter((line) => !/^[01] 0\n$/u.test(line))).toEqual([]);
    const { client, warnings } = openClient(path);
    expect(await client.query(count)).toBe('n\r\n120\r\n');
    expect(await client.keepImages(any)).toEqual([]);
    expect(warnings).toEqual([]);
    expect(readdirSync(path).toSorted()).toEqual(['data.mdb', 'lock.mdb', 'records.image']);
  });
});
