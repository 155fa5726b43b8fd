import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { imageFile } from '../../src/store/image/image-files.ts';
import { rewriteHeader } from '../store/imaged.ts';
import { look } from '../store/updates.ts';
import { provesInFull } from '../support/proof.ts';
import {
  any,
  count,
  indexAlone,
  makeCatalogue,
  openClient,
  select,
  write,
} from './asked-catalogue.ts';

const indexed = { ...count, dataset: indexAlone };
const tooDeep = select(`SELECT * { ${'{'.repeat(20_000)}${'}'.repeat(20_000)} }`);

/** A catalogue of which there are images. */
async function imaged(): Promise<string> {
  const path = await makeCatalogue();
  const { client } = openClient(path);
  const written = await client.keepImages({ ...any, fill: true });
  expect(written.map(({ image }) => image)).toEqual(['records']);
  await client.close();
  return path;
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

  it('are neither written nor read by queries of derived graphs alone', async () => {
    const path = await imaged();
    truncateSync(imageFile(path, 'records'), 5000);
    const { client, warnings } = openClient(path);
    const found = await client.query(indexed);
    expect(found).not.toBe('n\r\n0\r\n');
    expect(await client.keepImages(any)).toEqual([]);
    // The record graphs come beside them.
    expect(await client.query(count)).toBe('n\r\n9\r\n');
    expect(await client.query(indexed)).toBe(found);
    expect(warnings).toEqual([]);
  });

  it.runIf(provesInFull)(
    'are neither written nor read where they are off, and removed where they would be brought up to date',
    async () => {
      const path = await imaged();
      truncateSync(imageFile(path, 'records'), 5000);
      const { client, warnings } = openClient(path, { images: false });
      expect(await client.query(count)).toBe('n\r\n9\r\n');
      expect(await client.keepImages(any)).toEqual([]);
      expect(existsSync(imageFile(path, 'records'))).toBe(true);
      // Also where there would be none of so little.
      expect(await client.keepImages({ ...any, fill: true, statements: 0 })).toEqual([]);
      expect(readdirSync(path).toSorted()).toEqual(['data.mdb', 'lock.mdb']);
      expect(warnings).toEqual([]);
    },
  );

  it.runIf(provesInFull)(
    'are removed where the catalogue has become too small for them',
    async () => {
      const path = await imaged();
      const { client, warnings } = openClient(path);
      expect(await client.query(count)).toBe('n\r\n9\r\n');
      // Who does not harvest leaves that to those who do.
      await client.keepImages({ leastStatements: 10, statements: 9 });
      expect(existsSync(imageFile(path, 'records'))).toBe(true);
      const few = { leastStatements: 10, statements: 9, fill: true };
      expect(await client.keepImages(few)).toEqual([]);
      expect(readdirSync(path).toSorted()).toEqual(['data.mdb', 'lock.mdb']);
      expect(await client.query(count)).toBe('n\r\n9\r\n');
      expect(warnings).toEqual([]);
    },
  );

  it.runIf(provesInFull)(
    'are removed with a warning where they are damaged, and the answer is right',
    async () => {
      const path = await imaged();
      const file = imageFile(path, 'records');
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 70_000) ^ 1, bytes.length - 70_000);
      writeFileSync(file, bytes);
      const { client, warnings } = openClient(path);
      expect(await client.query(count)).toBe('n\r\n9\r\n');
      expect(warnings).toEqual([expect.stringContaining(`the memory image ${file} was not`)]);
      expect(existsSync(file)).toBe(false);
      // What was read for the query is kept again.
      expect((await client.keepImages(any)).map(({ image }) => image)).toContain('records');
      expect(await openClient(path).client.query(count)).toBe('n\r\n9\r\n');
    },
  );

  it.runIf(provesInFull)(
    'are written anew where they are damaged when they are to be brought up to date',
    async () => {
      const path = await imaged();
      truncateSync(imageFile(path, 'records'), 5000);
      await write(path, look(1, { name: 'Other' }));
      const { client, warnings } = openClient(path);
      const written = await client.keepImages({ ...any, fill: true });
      expect(written.map(({ image }) => image)).toEqual(['records']);
      expect(warnings).toEqual([expect.stringContaining('records.image was not to be trusted')]);
    },
  );

  it.runIf(provesInFull)(
    'are removed where the engine ends in a trap when it is to work with them',
    async () => {
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
    },
  );

  it.runIf(provesInFull)(
    'stay where the engine ends in a trap before it works with them',
    async () => {
      const path = await imaged();
      const { client, warnings } = openClient(path);
      expect(await client.query(count)).toBe('n\r\n9\r\n');
      await expect(client.query(tooDeep)).rejects.toMatchObject({ trouble: 'out-of-memory' });
      expect(await client.query(count)).toBe('n\r\n9\r\n');
      expect(warnings).toEqual([]);
      expect(existsSync(imageFile(path, 'records'))).toBe(true);
    },
  );

  it.runIf(provesInFull)(
    'stay where a query is wrong, takes too long or is no longer wanted',
    async () => {
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
    },
  );

  it.runIf(provesInFull)('stay where a query fails in the same way without them', async () => {
    const path = await imaged();
    const { client, warnings } = openClient(path);
    const elsewhere = select('SELECT * { ?s ?p ?o . SERVICE <urn:x> { ?o ?q ?r } }');
    await expect(client.query(elsewhere)).rejects.toMatchObject({ name: 'QueryFault' });
    expect(await client.query(count)).toBe('n\r\n9\r\n');
    expect(warnings).toEqual([]);
    expect(existsSync(imageFile(path, 'records'))).toBe(true);
  });
});
