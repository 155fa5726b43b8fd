import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { describe, expect, it } from 'vitest';
import { random } from './random-visits.ts';
import { commit, contents, urlUpdate, newPath, openCatalogue, openStore } from './updates.ts';

/** What a disk writes whole or not at all. */
const sectorBytes = 512;
const records = 8;

const bytesOf = (path: string): Buffer => readFileSync(join(path, 'data.mdb'));
/** LMDB keeps it in the description of its free pages. */
const pageBytesOf = (file: Buffer): number => file.readUInt32LE(48);

/** One commit: some records in a new version, with documents of a page and of several pages. */
function change(
  path: string,
  version: number,
): (catalogue: ReturnType<typeof openCatalogue>) => void {
  return (catalogue) => {
    const indexes = [version % records, (version * 3) % records, (version * 5) % records];
    const json = (index: number) =>
      JSON.stringify(`${index} ${version} ${path}`.repeat(index * 40));
    commit(
      catalogue,
      ...[...new Set(indexes)].map((index) =>
        urlUpdate(index, { name: `v${version}`, json: json(index) }),
      ),
    );
  };
}

/** The file as it may be when the power goes while a commit writes its pages, before it says that they hold. */
function cutOff(before: Buffer, after: Buffer, next: () => number): Buffer {
  const share = [0, 0.1, 0.5, 0.9, 1][Math.floor(next() * 5)] ?? 1;
  const isLonger = next() < 0.5 || share > 0;
  const file = Buffer.alloc(isLonger ? Math.max(before.length, after.length) : before.length);
  before.copy(file);
  const behindDescriptions = 2 * pageBytesOf(after);
  for (let at = behindDescriptions; at < file.length; at += sectorBytes) {
    if (next() < share) after.copy(file, at, at, at + sectorBytes);
  }
  return file;
}

/** A new catalogue with this data file. */
function pathWith(file: Buffer): string {
  const path = newPath();
  mkdirSync(path);
  writeFileSync(join(path, 'data.mdb'), file);
  return path;
}

/** The process that wrote it went with the power; here it lives on. */
async function forgetWriter(path: string): Promise<void> {
  const environment = open({ path, noSubdir: false, overlappingSync: false });
  await environment.openDB({ name: 'meta', encoding: 'json' }).remove('writer');
  await environment.close();
}

async function isWhole(path: string): Promise<boolean> {
  const store = openStore(path, 'read');
  const { findings } = await store.verify();
  await store.close();
  expect(findings).toEqual([]);
  return findings.length === 0;
}

describe('a catalogue after a power cut', () => {
  it.each([1, 2, 3])(
    'is that of the last commit, whole, and can be written to (seed %i)',
    async (seed) => {
      const path = newPath();
      const catalogue = openCatalogue(path);
      const next = random(seed);
      for (let version = 0; version < 12; version += 1) {
        const before = bytesOf(path);
        const expected = contents(path);
        change(path, version)(catalogue);
        const cut = pathWith(cutOff(before, bytesOf(path), next));
        expect(contents(cut)).toEqual(expected);
        expect(await isWhole(cut)).toBe(true);
        await forgetWriter(cut);
        const again = openCatalogue(cut);
        change(path, version)(again);
        await again.close();
        expect(contents(cut)).toEqual(contents(path));
        expect(await isWhole(cut)).toBe(true);
      }
    },
  );

  it('has every finished commit, in whatever order LMDB wrote its pages', () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1));
    const file = bytesOf(path);
    const pageBytes = pageBytesOf(file);
    // Where the package writes a commit before its pages are on the disk, it keeps a third description here.
    const third = file.subarray(pageBytes / 2, pageBytes);
    expect(third.equals(Buffer.alloc(pageBytes / 2))).toBe(true);
  });
});

describe('a catalogue whose creation was cut off', () => {
  it('is created again without remains of the first attempt', async () => {
    const path = newPath();
    mkdirSync(join(path, 'created-99999999'), { recursive: true });
    writeFileSync(join(path, 'created-99999999', 'data.mdb'), Buffer.alloc(4096));
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1));
    await catalogue.close();
    expect(readdirSync(path).toSorted()).toEqual(['data.mdb', 'lock.mdb']);
    expect(await isWhole(path)).toBe(true);
  });

  it('is not there at all, rather than in part', () => {
    const path = newPath();
    mkdirSync(join(path, 'created-99999999'), { recursive: true });
    expect(() => openCatalogue(path, 'read')).toThrow('there is no catalogue yet');
  });
});
