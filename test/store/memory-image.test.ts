import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import type { Engine } from '../../src/store/engine.ts';
import { imageFile, type ImageName } from '../../src/store/image/image-files.ts';
import { allGraphs, searchedGraphs, unionOfRecords } from '../../src/store/query-dataset.ts';
import type { Catalogue } from '../../src/store/catalogue.ts';
import { commit, look, lookAt, newPath, openCatalogue, openEngine } from './updates.ts';

const all = 'SELECT * { GRAPH ?g { ?s ?p ?o FILTER(!isBlank(?s) && !isBlank(?o)) } }';
const datasets = { records: unionOfRecords, own: searchedGraphs, all: allGraphs };
const whatever = { fill: false, leastStatements: 1 };

function rows(engine: Engine, image: ImageName): string[] {
  const answer = engine.query({ text: all, dataset: datasets[image], format: 'tsv' });
  return answer.trimEnd().split('\n').toSorted();
}

function fill(catalogue: Catalogue, records = 5): void {
  commit(catalogue, ...Array.from({ length: records }, (_, index) => look(index)));
}

/** A catalogue of which there is an image. */
async function imaged(image: ImageName = 'records') {
  const path = newPath();
  const catalogue = openCatalogue(path);
  fill(catalogue);
  const engine = await openEngine(path);
  rows(engine, image);
  const { kept } = engine.keep({ image, ...whatever });
  expect(kept).toEqual({ image, bytes: statSync(imageFile(path, image)).size });
  return { path, catalogue, file: imageFile(path, image) };
}

/** What becomes of an image when it is read. */
async function restored(path: string, image: ImageName = 'records'): Promise<string> {
  const engine = await openEngine(path);
  try {
    return (await engine.restore(image)) ? 'restored' : 'not restored';
  } catch (error) {
    return String(error);
  } finally {
    await engine.close();
  }
}

/** Changes what the header of an image says. */
function rewriteHeader(file: string, change: (header: object) => object): void {
  const bytes = readFileSync(file);
  const [lengthAt, checksumAt, jsonAt] = [16, 20, 24];
  const length = bytes.readUInt32LE(lengthAt);
  const header: unknown = JSON.parse(bytes.toString('utf8', jsonAt, jsonAt + length));
  const json = Buffer.from(JSON.stringify(change(header as object)).padEnd(length));
  expect(json.length).toBe(length);
  bytes.writeUInt32LE(crc32(json), checksumAt);
  json.copy(bytes, jsonAt);
  writeFileSync(file, bytes);
}

/** Looks of which each statement says something of its own. */
function largeLooks(name: string): UrlUpdate[] {
  return Array.from({ length: 100 }, (_, record) => {
    const statements = Array.from({ length: 200 }, (__, number) => {
      const own = `${name} ${record} ${number}`;
      return `<urn:${own.replaceAll(' ', ':')}> <urn:p> "${own}" <${look(record).url}> .\n`;
    });
    return look(record, { nquads: statements.join('') });
  });
}

describe('an image of the engine', () => {
  it.each(['records', 'own', 'all'] as const)(
    'of %s answers as what it was made of',
    async (image) => {
      const { path } = await imaged(image);
      const [filled, engine] = [await openEngine(path), await openEngine(path)];
      expect(await engine.restore(image)).toBe(true);
      expect(rows(engine, image)).toEqual(rows(filled, image));
      expect(rows(filled, image).length).toBeGreaterThan(5);
      expect(engine.keep({ image, ...whatever }).kept).toBeUndefined();
    },
  );

  it('is brought up to date with what was committed since', async () => {
    for (const image of ['records', 'own', 'all'] as const) {
      const { path, catalogue } = await imaged(image);
      commit(catalogue, look(1, { name: 'Other' }), look(7));
      commit(catalogue, lookAt(2, [], []));
      const [filled, engine] = [await openEngine(path), await openEngine(path)];
      expect(await engine.restore(image)).toBe(true);
      expect(rows(engine, image)).toEqual(rows(filled, image));
      // And kept again.
      expect(engine.keep({ image, ...whatever }).kept).toBeDefined();
      const again = await openEngine(path);
      expect(await again.restore(image)).toBe(true);
      expect(rows(again, image)).toEqual(rows(filled, image));
    }
  });

  it('of graphs that were derived from fewer records has no more than there are now', async () => {
    const { path, catalogue } = await imaged('own');
    fill(catalogue, 9);
    const engine = await openEngine(path);
    await engine.restore('own');
    expect(rows(engine, 'own')).toEqual(rows(await openEngine(path), 'own'));
  });

  it('is not there where none was written', async () => {
    const path = newPath();
    fill(openCatalogue(path));
    expect(await restored(path)).toBe('not restored');
  });

  it('is not written of little, nor where it would say nothing new', async () => {
    const path = newPath();
    fill(openCatalogue(path));
    const engine = await openEngine(path);
    rows(engine, 'records');
    const keep = (leastStatements: number) =>
      engine.keep({ image: 'records', fill: false, leastStatements }).kept;
    expect(keep(16)).toBeUndefined();
    expect(keep(5)).toBeDefined();
    expect(keep(1)).toBeUndefined();
    expect(engine.keep({ image: 'own', ...whatever }).kept).toBeUndefined();
  });

  it('is written without a query before where it is to be filled', async () => {
    const path = newPath();
    fill(openCatalogue(path));
    for (const image of ['records', 'own', 'all'] as const) {
      const engine = await openEngine(path);
      expect(engine.keep({ image, fill: true, leastStatements: 1 }).kept).toBeDefined();
      expect(await restored(path, image)).toBe('restored');
    }
  });

  it('is never written of an engine in which something failed', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    fill(catalogue);
    const engine = await openEngine(path);
    rows(engine, 'records');
    commit(catalogue, look(8, { nquads: 'no statement\n' }));
    expect(() => rows(engine, 'records')).toThrow(/cannot be read/u);
    expect(engine.keep({ image: 'records', ...whatever })).toEqual({ isWorn: false });
  });

  it('is not to be kept on where most of it is what was replaced', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, ...largeLooks('a'));
    const first = await openEngine(path);
    rows(first, 'records');
    expect(first.keep({ image: 'records', ...whatever }).isWorn).toBe(false);
    const engine = await openEngine(path);
    await engine.restore('records');
    for (const name of 'bcdefghijkl') {
      commit(catalogue, ...largeLooks(name));
      rows(engine, 'records');
    }
    expect(engine.keep({ image: 'records', ...whatever })).toEqual({ isWorn: true });
  });
});

describe('an image that is not what it should be', () => {
  it('is found out wherever a byte of it is another', async () => {
    const { path, file } = await imaged();
    const bytes = readFileSync(file);
    const header = 24 + bytes.readUInt32LE(16);
    const places = [0, 15, 16, 20, 24, header - 1];
    for (let at = 4096 * Math.ceil(header / 4096); at < bytes.length; at += 99_991) places.push(at);
    places.push(bytes.length - 1);
    for (const at of places) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8((bytes[at] ?? 0) ^ 1, at);
      writeFileSync(file, damaged);
      expect(await restored(path)).toMatch(
        /^ImageFault: .*(?:image does|checksum|end is missing)/u,
      );
    }
  });

  it('is found out where its end is missing, or there is too much', async () => {
    const { path, file } = await imaged();
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(1)]));
    expect(await restored(path)).toMatch(/it has \d+ of \d+ bytes/u);
    for (const length of [bytes.length - 1, bytes.length >> 1, 5000, 4096, 100, 24, 3, 0]) {
      truncateSync(file, length);
      expect(await restored(path)).toMatch(/^ImageFault: /u);
    }
  });

  it('is found out where its checksums are right, but other statements or answers are in it', async () => {
    const { path, file } = await imaged();
    rewriteHeader(file, (header) => ({ ...header, statements: 14 }));
    expect(await restored(path)).toBe('ImageFault: 15 of 14 statements are there');
    const again = await imaged();
    rewriteHeader(again.file, (header) => {
      const answers = [{ query: 'ASK {}', answer: 'false' }];
      return { ...header, answers };
    });
    expect(await restored(again.path)).toMatch(/another answer than before to ASK/u);
  });

  it('is found out where it is of another catalogue', async () => {
    const [one, other] = [await imaged(), await imaged()];
    copyFileSync(one.file, other.file);
    expect(await restored(other.path)).toMatch(/of another catalogue/u);
    const empty = newPath();
    openCatalogue(empty);
    copyFileSync(one.file, imageFile(empty, 'records'));
    expect(await restored(empty)).toMatch(/of another catalogue/u);
  });

  it('is found out where a backup has taken the place of the catalogue, and went on otherwise', async () => {
    const { path, catalogue, file } = await imaged();
    const backup = newPath();
    mkdirSync(backup);
    await catalogue.backup(join(backup, 'data.mdb'));
    commit(catalogue, look(2, { name: 'As it was' }));
    const engine = await openEngine(path);
    rows(engine, 'records');
    expect(engine.keep({ image: 'records', ...whatever }).kept).toBeDefined();
    copyFileSync(file, imageFile(backup, 'records'));
    // It says that it is of a change that has not been.
    expect(await restored(backup)).toMatch(/of another catalogue/u);
    commit(openCatalogue(backup), look(2, { name: 'As it is' }));
    expect(await restored(backup)).toMatch(/of another catalogue/u);
  });

  it.each([
    ['the form of images', { version: 0 }],
    ['the engine', { engine: '0' }],
    ['the program', { program: '0.0.1' }],
  ])('goes without a word where it is of another version of %s', async (_, other) => {
    const { path, file } = await imaged();
    rewriteHeader(file, (header) => ({ ...header, ...other }));
    expect(await restored(path)).toBe('not restored');
    expect(existsSync(file)).toBe(false);
  });

  it('goes without a word where too much was committed since', async () => {
    const { path, catalogue, file } = await imaged();
    rewriteHeader(file, (header) => ({ ...header, state: { change: 0, id: 'x' } }));
    commit(catalogue, look(1, { name: 'Other' }));
    expect(await restored(path)).toBe('not restored');
    expect(existsSync(file)).toBe(false);
  });
});
