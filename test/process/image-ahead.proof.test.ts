import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EngineClient } from '../../dist/store/engine-client.js';
import { EngineThread } from '../../dist/store/engine-thread-client.js';
import { imageFile, imageNames } from '../../src/store/image/image-files.ts';
import { allGraphs, unionOfRecords, type QueryRequest } from '../../src/store/queries.ts';
import { rewriteHeader } from '../store/imaged.ts';
import { commit, look, newPath, openCatalogue } from '../store/updates.ts';
import { provesInFull } from '../support/proof.ts';
import { count, indexAlone, openClient } from './asked-catalogue.ts';

const resources: QueryRequest = {
  text: 'SELECT ?it { ?it <http://schema.org/creator> ?who } ORDER BY ?it',
  dataset: unionOfRecords,
  format: 'csv',
};

/** A catalogue of which there are images, and what is to be found in it. */
async function imaged() {
  const path = newPath();
  const catalogue = openCatalogue(path);
  commit(catalogue, look(1), look(2), look(3));
  const client = new EngineClient({ path });
  const written = await client.keepImages({ fill: true, leastStatements: 1 });
  expect(written.map(({ image }) => image)).toEqual(['records']);
  const found = await client.query(resources);
  await client.close();
  expect(found.trim().split('\r\n')).toHaveLength(4);
  return { path, catalogue, found, file: imageFile(path, 'records') };
}

/** A thread that was told at once which image will be wanted, and who asks it. */
function openAhead(path: string, dataset = unionOfRecords) {
  const thread = new EngineThread();
  // In whatever order they become known.
  if (dataset === allGraphs) thread.expect(dataset);
  thread.open({ path, images: imageNames });
  if (dataset !== allGraphs) thread.expect(dataset);
  return { ...openClient(path, { thread }), thread };
}

describe('an image that is read before it is wanted', () => {
  it('answers, of the catalogue as it is now', async () => {
    const { path, catalogue, found } = await imaged();
    const { client, warnings } = openAhead(path);
    expect(await client.query(resources)).toBe(found);
    // Nothing had to be read.
    expect(await client.keepImages({ leastStatements: 1 })).toEqual([]);
    commit(catalogue, look(4));
    expect(await client.query(resources)).toContain(look(4).url);
    const other = openAhead(path);
    expect(await other.client.query(resources)).toBe(await client.query(resources));
    expect([...warnings, ...other.warnings]).toEqual([]);
  });

  it.runIf(provesInFull)('may be of the records, alone or with derived graphs', async () => {
    const { path } = await imaged();
    const [records, all] = [openAhead(path, unionOfRecords), openAhead(path, allGraphs)];
    expect(await records.client.query(count)).toBe('n\r\n9\r\n');
    const every = await all.client.query({ ...count, dataset: allGraphs });
    expect(await all.client.keepImages({ leastStatements: 1 })).toMatchObject([{ image: 'all' }]);
    const again = openAhead(path, allGraphs);
    expect(await again.client.query({ ...count, dataset: allGraphs })).toBe(every);
    expect(await again.client.query(count)).toBe('n\r\n9\r\n');
    expect([...records.warnings, ...all.warnings, ...again.warnings]).toEqual([]);
  });

  it.runIf(provesInFull)('is given up where another one is wanted', async () => {
    const { path } = await imaged();
    const everything = { ...count, dataset: allGraphs };
    const filler = openAhead(path);
    const every = await filler.client.query(everything);
    expect(await filler.client.keepImages({ leastStatements: 1 })).toMatchObject([
      { image: 'all' },
    ]);
    for (const expected of [allGraphs, unionOfRecords, indexAlone]) {
      for (const [asked, answer] of [
        [everything, every],
        [count, 'n\r\n9\r\n'],
      ] as const) {
        const { client, warnings } = openAhead(path, expected);
        expect(await client.query(asked)).toBe(answer);
        // No record had to be read.
        const written = await client.keepImages({ leastStatements: 1 });
        expect(written.map(({ image }) => image)).not.toContain('records');
        expect(await client.query(everything)).toBe(every);
        expect(await client.query(count)).toBe('n\r\n9\r\n');
        expect(warnings).toEqual([]);
        await client.close();
      }
    }
  });

  it.runIf(provesInFull)(
    'is given up also where another one is wanted after a query that is none',
    async () => {
      const { path } = await imaged();
      const { client, warnings } = openAhead(path);
      await expect(client.query({ ...resources, text: 'SELECT' })).rejects.toMatchObject({
        name: 'QueryFault',
      });
      const indexed = { ...count, dataset: indexAlone };
      const index = await openAhead(path, indexAlone).client.query(indexed);
      expect(await client.query(indexed)).toBe(index);
      expect(await client.query(count)).toBe('n\r\n9\r\n');
      expect(warnings).toEqual([]);
      expect(existsSync(imageFile(path, 'records'))).toBe(true);
    },
  );

  it.runIf(provesInFull)('stays out of the way where derived graphs alone are asked', async () => {
    const { path, found } = await imaged();
    const { client, warnings } = openAhead(path);
    expect(await client.query({ ...count, dataset: indexAlone })).not.toBe('n\r\n0\r\n');
    expect(await client.keepImages({ leastStatements: 1 })).toEqual([]);
    expect(await client.query(resources)).toBe(found);
    expect(warnings).toEqual([]);
  });

  it.runIf(provesInFull)(
    'is given up where the catalogue is another one, or its images are not to be read',
    async () => {
      const [one, other] = [await imaged(), await imaged()];
      commit(other.catalogue, look(4));
      for (const [path, images, answer] of [
        [other.path, imageNames, 'n\r\n12\r\n'],
        [one.path, [], 'n\r\n9\r\n'],
      ] as const) {
        const { client, thread, warnings } = openAhead(one.path, unionOfRecords);
        thread.open({ path, images });
        expect(await client.query(count)).toBe(answer);
        expect(warnings).toEqual([]);
      }
    },
  );

  it.runIf(provesInFull)('is removed without a word where too much is other by now', async () => {
    const { path, catalogue, found, file } = await imaged();
    rewriteHeader(file, (header) => ({ ...header, state: { change: 0, id: 'x' } }));
    commit(catalogue, look(1, { name: 'Other' }));
    const { client, warnings } = openAhead(path);
    expect((await client.query(resources)).trim().split('\r\n')).toHaveLength(
      found.trim().split('\r\n').length,
    );
    expect(existsSync(file)).toBe(false);
    expect(warnings).toEqual([]);
  });

  it.runIf(provesInFull)('is removed with a warning where it is damaged', async () => {
    const { path, found, file } = await imaged();
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 70_000) ^ 1, bytes.length - 70_000);
    writeFileSync(file, bytes);
    const { client, warnings } = openAhead(path);
    expect(await client.query(resources)).toBe(found);
    expect(warnings).toEqual([expect.stringContaining('records.image was not to be trusted')]);
    expect(existsSync(file)).toBe(false);
  });

  it.runIf(provesInFull)('is removed with a warning where it is of another catalogue', async () => {
    const { path, found, file } = await imaged();
    rewriteHeader(file, (header) => ({ ...header, state: { change: 1, id: 'another' } }));
    const { client, warnings } = openAhead(path);
    expect(await client.query(resources)).toBe(found);
    expect(warnings).toEqual([expect.stringContaining('of another catalogue')]);
  });

  it.runIf(provesInFull)('is removed without a word where another version wrote it', async () => {
    const { path, found, file } = await imaged();
    rewriteHeader(file, (header) => ({ ...header, version: 9 }));
    const { client, warnings } = openAhead(path);
    expect(await client.query(resources)).toBe(found);
    expect(existsSync(file)).toBe(false);
    expect(warnings).toEqual([]);
  });

  it.runIf(provesInFull)('need not be there, nor stay there', async () => {
    const { path, found, file } = await imaged();
    const { client, warnings } = openAhead(path);
    rmSync(file);
    expect(await client.query(resources)).toBe(found);
    const other = openAhead(path);
    expect(await other.client.query(resources)).toBe(found);
    expect([...warnings, ...other.warnings]).toEqual([]);
  });

  it.runIf(provesInFull)('does not keep a thread that is to end', async () => {
    const { path, file } = await imaged();
    truncateSync(file, 5000);
    for (const isThere of [true, false]) {
      if (!isThere) rmSync(path, { recursive: true });
      const { client, thread, warnings } = openAhead(path);
      await client.close();
      expect(thread.hasExited).toBe(true);
      expect(warnings).toEqual([]);
    }
  });
});
