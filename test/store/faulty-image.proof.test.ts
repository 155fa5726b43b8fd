import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { imageFile } from '../../src/store/image/image-files.ts';
import { proofSize, provesInFull } from '../support/proof.ts';
import { imaged, restored, rewriteHeader, rows, whatever } from './imaged.ts';
import { commit, look, newPath, openCatalogue, openEngine } from './updates.ts';

describe('an image that is not what it should be', () => {
  it('is found out wherever a byte of it is another', async () => {
    const { path, file } = await imaged();
    const bytes = readFileSync(file);
    const step = Math.ceil(bytes.length / proofSize(2, 200));
    const header = 24 + bytes.readUInt32LE(16);
    const places = provesInFull ? [0, 15, 16, 20, 24, header - 1] : [20];
    for (let at = 4096 * Math.ceil(header / 4096); at < bytes.length; at += step) places.push(at);
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

  it('is found out where it is no file', async () => {
    const { path, file } = await imaged();
    rmSync(file);
    mkdirSync(file);
    expect(await restored(path)).toBe('ImageFault: it is no file');
  });

  it('is found out where its end is missing, or there is too much', async () => {
    const { path, file } = await imaged();
    const bytes = readFileSync(file);
    writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(1)]));
    expect(await restored(path)).toMatch(/it has \d+ of \d+ bytes/u);
    const few = [bytes.length - 1, 24];
    const more = [bytes.length >> 1, 5000, 4096, 100, 3, 0];
    for (const length of provesInFull ? [...few, ...more] : few) {
      truncateSync(file, length);
      expect(await restored(path)).toMatch(/^ImageFault: /u);
    }
  });

  it.runIf(provesInFull)(
    'is found out where its checksums are right, but other statements or answers are in it',
    async () => {
      const { path, file } = await imaged();
      rewriteHeader(file, (header) => ({ ...header, statements: 14 }));
      expect(await restored(path)).toBe('ImageFault: 15 of 14 statements are there');
      const again = await imaged();
      rewriteHeader(again.file, (header) => {
        const answers = [{ query: 'ASK {}', answer: 'false' }];
        return { ...header, answers };
      });
      expect(await restored(again.path)).toMatch(/another answer than before to ASK/u);
    },
  );

  it.runIf(provesInFull)('is found out where it is of another catalogue', async () => {
    const [one, other] = [await imaged(), await imaged()];
    copyFileSync(one.file, other.file);
    expect(await restored(other.path)).toMatch(/of another catalogue/u);
    const empty = newPath();
    openCatalogue(empty);
    copyFileSync(one.file, imageFile(empty, 'records'));
    expect(await restored(empty)).toMatch(/of another catalogue/u);
  });

  it.runIf(provesInFull)(
    'is found out where a backup has taken the place of the catalogue, and went on otherwise',
    async () => {
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
    },
  );

  const versions = [
    ['the form of images', { version: 0 }],
    ['the engine', { engine: '0' }],
    ['the program', { program: '0.0.1' }],
  ] as const;
  it.each(provesInFull ? versions : versions.slice(0, 1))(
    'goes without a word where it is of another version of %s',
    async (_, other) => {
      const { path, file } = await imaged();
      rewriteHeader(file, (header) => ({ ...header, ...other }));
      expect(await restored(path)).toBe('not restored');
      expect(existsSync(file)).toBe(false);
    },
  );

  it('is found out where too much was committed since', async () => {
    const { path, catalogue, file } = await imaged();
    rewriteHeader(file, (header) => ({ ...header, state: { change: 0, id: 'x' } }));
    commit(catalogue, look(1, { name: 'Other' }));
    expect(await restored(path)).toBe('ImageFault: it is of a state that is no longer known');
  });
});
