import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveSite } from '../support/fixture-site.mjs';
import { commit, largeLook, openCatalogue } from '../store/updates.ts';
import { runWithin } from '../support/run-within.ts';
import { provesInFull } from '../support/proof.ts';
import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';

const demoSite = fileURLToPath(new URL('../../fixtures/sites/demo/', import.meta.url));
const question = 'SELECT (COUNT(*) AS ?n) { ?s <urn:says> ?o }';

let workspace: Workspace;

beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(async () => {
  await workspace.remove();
});

const catalogue = () => join(workspace.folder, 'catalogue');
const images = () => readdirSync(catalogue()).filter((name) => name.endsWith('.image'));

/** So much that it is worth images. */
async function fill(): Promise<void> {
  const opened = openCatalogue(catalogue());
  commit(opened, ...Array.from({ length: 21 }, (_, index) => largeLook(index, 5000, 100)));
  await opened.close();
}

async function configure(image: 'on' | 'off', origin = 'http://127.0.0.1:9'): Promise<void> {
  const text = localConfig(`site: "${origin}"`);
  await workspace.write(
    'config.yaml',
    text.replace(/^store:.*$/mu, `store: { path: ./catalogue, image: ${image} }`),
  );
}

async function answer(): Promise<string> {
  const { stdout, stderr, code } = await workspace.runProcess(['query', '-', '--format', 'csv'], {
    stdin: question,
  });
  expect([stderr, code]).toEqual(['', 0]);
  return stdout;
}

describe('images of the engine', () => {
  it.runIf(provesInFull)(
    'are written by a command that had to read much, shown by status, and read by the next',
    async () => {
      await fill();
      await configure('on');
      const first = await answer();
      expect(first).toBe('n\r\n105000\r\n');
      expect(images()).toEqual(['records.image']);
      expect((await workspace.run(['status'])).stdout).toMatch(
        /^ {2}images {3}record graphs [\d.]+ MB, /mu,
      );
      expect(await answer()).toBe(first);
    },
  );

  it.runIf(provesInFull)('are neither written nor read where they are off', async () => {
    await fill();
    await configure('off');
    expect(await answer()).toBe('n\r\n105000\r\n');
    expect(images()).toEqual([]);
    await configure('on');
    await answer();
    const file = join(catalogue(), 'records.image');
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 70_000) ^ 1, bytes.length - 70_000);
    writeFileSync(file, bytes);
    await configure('off');
    expect(await answer()).toBe('n\r\n105000\r\n');
    expect(readFileSync(file).equals(bytes)).toBe(true);
    // Nor by what compares the engine with the catalogue.
    await configure('on');
    expect(await workspace.run(['verify', '--engine'])).toMatchObject({ code: 0, stderr: '' });
    const doubted = await workspace.run(['query', '-', '--format', 'csv'], { stdin: question });
    expect(doubted).toMatchObject({ stdout: 'n\r\n105000\r\n', code: 0 });
    expect(doubted.stderr).toMatch(
      /^cdif-graph: the memory image \S+records\.image was not to be trusted and has been removed \(.*\n$/u,
    );
    expect(readFileSync(file).equals(bytes)).toBe(false);
  });

  it.runIf(provesInFull && process.platform !== 'win32')(
    'are not written where there is no room, with a warning',
    async () => {
      await fill();
      await configure('on');
      const full = await runWithin(2 ** 20, ['query', '-', '--format', 'csv'], {
        cwd: workspace.folder,
        stdin: question,
      });
      expect(full).toMatchObject({ stdout: 'n\r\n105000\r\n', code: 0 });
      expect(full.stderr).toMatch(
        /^cdif-graph: the memory image \S+records\.image could not be written \(.*\); .*\n$/u,
      );
      expect(readdirSync(catalogue()).toSorted()).toEqual(['data.mdb', 'lock.mdb']);
    },
  );

  it.runIf(provesInFull)(
    'are brought up to date by a harvest, and go with the first one where they are off',
    async () => {
      const site = await serveSite(demoSite);
      try {
        await fill();
        await configure('on', site.origin);
        expect((await workspace.run(['ingest', 'config.yaml'])).code).toBe(0);
        expect(images()).toContain('records.image');
        const found = (await workspace.run(['search', '--format', 'json', '--limit', '1'])).stdout;
        expect(found).toContain(site.origin);
        await configure('off', site.origin);
        expect((await workspace.run(['search', '--format', 'json', '--limit', '1'])).stdout).toBe(
          found,
        );
        await workspace.run(['ingest', 'config.yaml']);
        expect(images()).toEqual([]);
        expect(existsSync(catalogue())).toBe(true);
      } finally {
        await site.close();
      }
    },
  );
});
