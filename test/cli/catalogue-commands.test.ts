import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueStatus } from '../../src/catalogue/status.ts';
import { serveSite } from '../support/fixture-site.mjs';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const demoSite = fileURLToPath(new URL('../../fixtures/sites/demo/', import.meta.url));
const problemPages = fileURLToPath(new URL('../../docs/problems/', import.meta.url));

let workspace: Workspace;
let origin: string;

beforeAll(async () => {
  workspace = await createWorkspace();
  const site = await serveSite(demoSite);
  origin = site.origin;
  const few = `{ name: few, urls: ["${origin}/about.html", "${origin}/dataset/peat-cores.html"] }`;
  const config = localConfig(`site: "${origin}"`).replace('}]', `}, ${few}]`);
  await workspace.write('config.yaml', config);
  await workspace.run(['ingest', 'config.yaml']);
  await site.close();
});

afterAll(async () => {
  await workspace.remove();
});

/** Puts words in the place of what is other in every run. */
function withoutChance(text: string): string {
  return text
    .replaceAll(origin, 'http://demo.example')
    .replaceAll(problemPages, 'docs/problems/')
    .replaceAll(/\d{8}T\d{6}Z(?:-\d+)?/gu, 'RUN')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, 'TIME')
    .replaceAll(/\d+\.\d s\b/gu, 'DURATION')
    .replaceAll(/\d+(?:\.\d)? [kM]?B\b/gu, 'SIZE');
}

async function json(args: readonly string[]): Promise<unknown> {
  const { stdout, stderr } = await workspace.run([...args, '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('status', () => {
  it('lists the contents of the catalogue', async () => {
    const { stdout, stderr, code } = await workspace.run(['status']);
    // Who of two sources is first to take a URL that both list is chance; so is the number of commits.
    expect(withoutChance(stdout).replace(/changes {2}\d+/u, 'changes  N')).toMatchSnapshot();
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  });

  it('gives the same as JSON, with sizes in bytes', async () => {
    const status = (await json(['status'])) as CatalogueStatus; // Its own output.
    expect(status.sizes.total).toBeGreaterThan(status.sizes.documents);
    expect(status).toMatchObject({
      records: 9,
      quads: 595,
      sources: [
        { source: 'few', records: 1, urls: { harvested: 1, 'no-metadata': 1 } },
        { source: 'local', records: 9, urls: { harvested: 9, 'metadata-failed': 1 } },
      ],
      problems: { 'http-status': 1, 'json-malformed': 1, 'no-metadata': 1 },
    });
  });
});

describe('rebuild', () => {
  it('makes the same graphs again, without any request', async () => {
    const { stdout: before } = await workspace.run(['export']);
    const { stdout, stderr, code } = await workspace.run(['rebuild']);
    expect(withoutChance(stdout)).toMatchSnapshot();
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect((await workspace.run(['export'])).stdout).toBe(before);
    expect(await json(['rebuild', '--workers', '0'])).toMatchObject({ records: { unchanged: 9 } });
  });

  it('applies the limits of the configuration, and keeps graphs that it cannot derive', async () => {
    const nested = '{"hasPart":'.repeat(15) + '{"name":"Innermost"}' + '}'.repeat(15);
    await mkdir(join(workspace.folder, 'deep'));
    const record = `{"@context":"https://schema.org/","@type":"Dataset","hasPart":${nested}}`;
    await workspace.write('deep/record.jsonld', record);
    const config = 'store: { path: ./other }\nsources: [{ name: deep, folder: ./deep }]\n';
    await workspace.write('deep.yaml', config);
    await workspace.run(['ingest', 'deep.yaml']);
    await workspace.write('deep.yaml', `${config}limits: { jsonDepth: 10 }\n`);
    const strict = await workspace.run(['rebuild', '--config', 'deep.yaml', '--strict']);
    expect(withoutChance(strict.stdout)).toMatchSnapshot();
    expect(strict.code).toBe(2);
    // Without the configuration the limits are the default ones again.
    expect(await json(['rebuild', '--store', 'other'])).toMatchObject({
      interrupted: false,
      records: { added: 0, unchanged: 1, failed: 0 },
      problems: {},
    });
  });

  it('creates no catalogue', async () => {
    for (const args of [['rebuild'], ['compact'], ['remove', '--source', 'a']]) {
      const { stderr, code } = await workspace.run([...args, '--store', 'nowhere']);
      expect(stderr).toMatch(/nowhere: there is no catalogue yet/u);
      expect(code).toBe(1);
    }
    expect(await readdir(workspace.folder)).not.toContain('nowhere');
  });
});

describe('backup', () => {
  it('writes a file that is a catalogue as data.mdb, and never overwrites one', async () => {
    const { stdout, code } = await workspace.run(['backup', 'copy.mdb']);
    expect(withoutChance(stdout)).toBe(
      'Wrote copy.mdb (SIZE). To use it, put it as data.mdb into an empty directory.\n',
    );
    expect(code).toBe(0);
    const again = await workspace.run(['backup', 'copy.mdb']);
    expect(again.stderr).toMatch(/copy\.mdb already exists/u);
    expect(again.code).toBe(3);
    await mkdir(join(workspace.folder, 'copy'));
    await copyFile(join(workspace.folder, 'copy.mdb'), join(workspace.folder, 'copy', 'data.mdb'));
    const { stdout: all } = await workspace.run(['export']);
    expect((await workspace.run(['export', '--store', 'copy'])).stdout).toBe(all);
  });

  it('refuses a directory that does not exist', async () => {
    const { stderr, code } = await workspace.run(['backup', 'no/copy.mdb']);
    const folder = join(workspace.folder, 'no');
    expect(stderr).toBe(
      `cdif-graph: Cannot write no/copy.mdb: the folder ${folder} does not exist; create it first\n`,
    );
    expect(code).toBe(3);
  });
});

describe('remove', () => {
  it('counts in a dry run the records to be removed and kept, and changes nothing', async () => {
    const few = await workspace.run(['remove', '--source', 'few', '--dry-run']);
    expect(few.stdout).toMatchSnapshot();
    expect(await json(['remove', '--source', 'local', '--dry-run'])).toEqual({
      source: 'local',
      dryRun: true,
      urls: 12,
      records: 8,
      sharedRecords: 1,
    });
    expect(await json(['status'])).toMatchObject({ records: 9 });
  });

  it('refuses a source that the catalogue does not have', async () => {
    for (const more of [[], ['--dry-run']]) {
      const { stderr, code } = await workspace.run(['remove', '--source', 'nobody', ...more]);
      expect(stderr).toBe(
        'cdif-graph: the catalogue has no source nobody; its sources are few, local\n',
      );
      expect(code).toBe(3);
    }
  });

  it('removes records that no other source lists', async () => {
    const { stdout, code } = await workspace.run(['remove', '--source', 'local']);
    expect(stdout).toMatchSnapshot();
    expect(code).toBe(0);
    expect(await json(['status'])).toMatchObject({
      records: 1,
      sources: [{ source: 'few', records: 1 }],
    });
  });
});

describe('rename-source', () => {
  it('gives a source another name', async () => {
    const { stdout, code } = await workspace.run(['rename-source', 'few', 'some']);
    expect(stdout).toBe('Renamed few to some (2 URLs).\n');
    expect(code).toBe(0);
    expect(await json(['status'])).toMatchObject({ sources: [{ source: 'some', records: 1 }] });
  });

  it('refuses an unknown old name, and a new name that exists', async () => {
    const unknown = await workspace.run(['rename-source', 'few', 'other']);
    expect(unknown.stderr).toBe(
      'cdif-graph: the catalogue has no source few; its sources are some\n',
    );
    const taken = await workspace.run(['rename-source', 'some', 'some']);
    expect([unknown.code, taken.code]).toEqual([3, 3]);
  });
});

describe('compact', () => {
  it('returns the free space to the disk', async () => {
    const { bytesBefore, bytesAfter } = (await json(['compact'])) as Record<string, number>; // Its own output.
    expect(bytesAfter).toBeLessThan(bytesBefore ?? 0);
    const { stdout } = await workspace.run(['compact']);
    expect(withoutChance(stdout)).toBe('Compacted from SIZE to SIZE.\n');
    expect(await json(['status'])).toMatchObject({ records: 1 });
  });
});
