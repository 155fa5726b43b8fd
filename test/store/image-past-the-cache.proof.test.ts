import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type * as fs from 'node:fs';
import type * as promises from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { imageFile } from '../../src/store/image/image-files.ts';
import { provesInFull } from '../support/proof.ts';
import { fill, imaged, restored, rows, whatever } from './imaged.ts';
import { commit, look, newPath, openCatalogue, openEngine } from './updates.ts';

/** What the system does with files, and what came of it. */
const system = vi.hoisted(() => ({
  opensDirect: true,
  /** Of what is written past the page cache. */
  writes: 'all',
  /** How often something is written before the disk is full. */
  room: Infinity,
  freeBlocks: 1e9,
  direct: -1,
  directBytes: 0,
  open: 0,
  /** Whether it lets this user read images. */
  lets: true,
}));

vi.mock('node:fs', async (original) => {
  const actual = await original<typeof fs>();
  // One that this program uses nowhere else.
  const flag = actual.constants.O_APPEND;
  return {
    ...actual,
    constants: { ...actual.constants, O_DIRECT: flag },
    openSync: (file: fs.PathLike, flags: fs.OpenMode) => {
      const isDirect = typeof flags === 'number' && (flags & flag) !== 0;
      if (isDirect && !system.opensDirect) throw new Error('EINVAL');
      const descriptor = actual.openSync(file, isDirect ? actual.constants.O_WRONLY : flags);
      system.open += 1;
      if (isDirect) system.direct = descriptor;
      return descriptor;
    },
    closeSync: (descriptor: number) => {
      system.open -= 1;
      if (descriptor === system.direct) system.direct = -1;
      actual.closeSync(descriptor);
    },
    writeSync: (...args: readonly [number, Uint8Array, number, number, number]) => {
      const [descriptor, bytes, at, length, position] = args;
      system.room -= 1;
      if (system.room < 0) throw new Error('ENOSPC');
      if (descriptor !== system.direct)
        return actual.writeSync(descriptor, bytes, at, length, position);
      const isAligned = [bytes.byteOffset, at, length, position].every((each) => each % 4096 === 0);
      if (!isAligned || system.writes === 'none') throw new Error('EINVAL');
      const some = system.writes === 'some' ? 4096 : length;
      const written = actual.writeSync(descriptor, bytes, at, some, position);
      system.directBytes += written;
      return written;
    },
    statfsSync: () => ({ bavail: system.freeBlocks, bsize: 4096 }),
  };
});

vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof promises>();
  return {
    ...actual,
    open: async (file: fs.PathLike, flags: string) => {
      if (system.lets) return actual.open(file, flags);
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    },
  };
});

function behave(as: Partial<typeof system>): void {
  const usual = { opensDirect: true, writes: 'all', room: Infinity, freeBlocks: 1e9, lets: true };
  Object.assign(system, { ...usual, direct: -1, directBytes: 0, open: 0, ...as });
}

describe('an image that is written past the page cache', () => {
  const systems = [
    { opensDirect: true, writes: 'all' },
    { opensDirect: true, writes: 'some' },
    { opensDirect: true, writes: 'none' },
    { opensDirect: false, writes: 'none' },
  ];
  it.each(provesInFull ? systems : systems.slice(1, 2))(
    'is whole where the system does that as %j',
    async (does) => {
      behave(does);
      const { path, file } = await imaged('all');
      const header = 4096 * Math.ceil((24 + readFileSync(file).readUInt32LE(16)) / 4096);
      const pieces = readFileSync(file).length - header;
      const isAll = does.writes === 'all';
      expect(system.directBytes === pieces).toBe(isAll);
      expect(system.directBytes > 0).toBe(does.writes !== 'none');
      expect(system.open).toBe(0);
      const [filled, engine] = [await openEngine(path), await openEngine(path)];
      expect(await engine.restore('all')).toBe(true);
      expect(rows(engine, 'all')).toEqual(rows(filled, 'all'));
      expect(await restored(path, 'all')).toBe('restored');
    },
  );
});

describe('an image for which there is no room', () => {
  const shortages = [
    { does: { freeBlocks: 100 }, said: /^it would take \d+ MB of 1 MB that are free$/u },
    { does: { room: 0 }, said: /^ENOSPC$/u },
    { does: { room: 1 }, said: /^ENOSPC$/u },
  ];
  it.runIf(provesInFull).each(shortages)(
    'leaves the one before as it is, and nothing of its own: $does',
    async ({ does, said }) => {
      behave({});
      const { path, catalogue, file } = await imaged();
      const before = readFileSync(file);
      commit(catalogue, look(1, { name: 'Other' }));
      const engine = await openEngine(path);
      expect(await engine.restore('records')).toBe(true);
      expect(rows(engine, 'records').length).toBeGreaterThan(5);
      behave(does);
      expect(() => engine.keep({ image: 'records', ...whatever })).toThrow(said);
      expect(system.open).toBe(0);
      expect(readFileSync(file).equals(before)).toBe(true);
      expect(readdirSync(path).toSorted()).toEqual(['data.mdb', 'lock.mdb', 'records.image']);
      // Later there is.
      behave({});
      expect(engine.keep({ image: 'records', ...whatever }).kept).toBeDefined();
      expect(await restored(path)).toBe('restored');
    },
  );

  it('is not there where there was none before', async () => {
    behave({ room: 1 });
    const path = newPath();
    fill(openCatalogue(path));
    const engine = await openEngine(path);
    rows(engine, 'records');
    expect(() => engine.keep({ image: 'records', ...whatever })).toThrow('ENOSPC');
    expect(existsSync(imageFile(path, 'records'))).toBe(false);
    expect(readdirSync(path).toSorted()).toEqual(['data.mdb', 'lock.mdb']);
  });
});

describe('an image that may not be read', () => {
  it('is as if it were not there', async () => {
    behave({});
    const { path, file } = await imaged();
    behave({ lets: false });
    expect(await restored(path)).toBe('not restored');
    behave({});
    expect(existsSync(file)).toBe(true);
    expect(await restored(path)).toBe('restored');
  });
});
