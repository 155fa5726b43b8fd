import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { checkFile, checkAllPages } from '../../src/catalogue/lmdb-file.ts';
import { randomJobs } from './random-visits.ts';
import { commit, urlUpdate, newPath, openCatalogue } from './updates.ts';

const pageBytes = 4096;
const isBranch = 1;
const isLeaf = 2;
const isOverflow = 4;

/** So many pages of a kind are damaged, one after the other. */
const mostPages = 6;

let bytes: Buffer;

/** The data file of a catalogue with trees of several levels and values of several pages. */
beforeAll(async () => {
  const path = newPath(afterAll);
  const catalogue = new Catalogue({ path, access: 'write' });
  const looks = Array.from({ length: 300 }, (_, index) => {
    // Noise, since what repeats is compressed.
    const noise = (part: number): string =>
      createHash('sha512').update(`${index} ${part}`).digest('base64');
    const text = Array.from({ length: index % 30 === 0 ? 100 : 1 }, (_each, part) => noise(part));
    return urlUpdate(index, { nquads: `<a:a> <a:b> "${text.join('')}" .\n` });
  });
  commit(catalogue, ...looks);
  await catalogue.close();
  bytes = readFileSync(join(path, 'data.mdb'));
});

function whole(file: string): string | undefined {
  const steps = checkAllPages(file);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value?.detail;
}

/** The pages of a kind, perhaps free ones among them. */
function pagesOf(kind: number): number[] {
  const pages = Array.from({ length: bytes.length / pageBytes - 2 }, (_, index) => index + 2);
  return pages.filter((page) => {
    const at = page * pageBytes;
    const isSame = bytes.readBigUInt64LE(at) === BigInt(page);
    return isSame && (bytes.readUInt16LE(at + 18) & 7) === kind;
  });
}

describe('the data file of LMDB', () => {
  it.each([21, 22, 23])('is whole whatever was written to it (seed %i)', async (seed) => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    for (const job of randomJobs(seed, 150)) catalogue.commit([job]);
    const file = join(path, 'data.mdb');
    expect(checkFile(file)).toBeUndefined();
    expect(whole(file)).toBeUndefined();
    await catalogue.close();
  });

  it.each<[string, number, (page: Buffer) => void]>([
    ['no bytes', isLeaf, (page) => page.fill(0)],
    ['no bytes', isBranch, (page) => page.fill(0)],
    ['no header', isOverflow, (page) => page.fill(0, 0, 24)],
    ['another number', isLeaf, (page) => page.writeUInt32LE(7, 0)],
    ['another kind', isBranch, (page) => page.writeUInt16LE(isLeaf, 18)],
    ['more nodes than it has room for', isLeaf, (page) => page.writeUInt16LE(5000, 20)],
    ['a node less', isLeaf, (page) => page.writeUInt16LE(page.readUInt16LE(20) - 2, 20)],
    ['a node outside of it', isLeaf, (page) => page.writeUInt16LE(65_000, 24)],
    ['a page below it that is not there', isBranch, (page) => overwriteNode(page, 0, 0xff)],
    ['a key that is too long', isLeaf, (page) => overwriteNode(page, 6, 0xff)],
    ['a value of another kind', isLeaf, (page) => overwriteNode(page, 4, 0x06)],
    ['a key that comes too late', isLeaf, (page) => overwriteNode(page, 8, 0xff)],
    ['a part of itself twice', isOverflow, (page) => page.writeUInt32LE(1, 20)],
  ])('is not whole where a page has %s (kind %i)', (_, kind, change) => {
    const path = newPath();
    mkdirSync(path);
    const file = join(path, 'data.mdb');
    const pages = pagesOf(kind).slice(-mostPages);
    expect(pages.length).toBeGreaterThan(0);
    const found = pages.map((page) => {
      const damaged = Buffer.from(bytes);
      change(damaged.subarray(page * pageBytes, (page + 1) * pageBytes));
      writeFileSync(file, damaged);
      expect(checkFile(file)?.detail).toBe(whole(file));
      return whole(file);
    });
    // Pages that are free may hold anything, and a key may be that of a page of one node.
    const isFound = found.filter((each) => each !== undefined);
    expect(isFound.length).toBeGreaterThan(0);
  });
});

/** Writes a byte into the first node of a page. */
function overwriteNode(page: Buffer, at: number, byte: number): void {
  page.writeUInt8(byte, 24 + page.readUInt16LE(24) + at);
}
