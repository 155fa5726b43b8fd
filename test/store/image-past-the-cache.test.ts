import type * as fs from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { imaged, restored, rows } from './imaged.ts';
import { openEngine } from './updates.ts';

/** What the system does with a file that is opened for writing past its page cache. */
const system = vi.hoisted(() => ({ opens: true, writes: 'all', direct: -1, written: 0 }));

vi.mock('node:fs', async (original) => {
  const actual = await original<typeof fs>();
  const flag = actual.constants.O_APPEND;
  return {
    ...actual,
    constants: { ...actual.constants, O_DIRECT: flag },
    openSync: (file: fs.PathLike, flags: fs.OpenMode) => {
      const isDirect = typeof flags === 'number' && (flags & flag) !== 0;
      if (isDirect && !system.opens) throw new Error('EINVAL');
      const descriptor = actual.openSync(file, isDirect ? actual.constants.O_WRONLY : flags);
      if (isDirect) system.direct = descriptor;
      return descriptor;
    },
    writeSync: (...args: readonly [number, Uint8Array, number, number, number]) => {
      const [descriptor, bytes, at, length, position] = args;
      const isDirect = descriptor === system.direct;
      if (isDirect && system.writes === 'none') throw new Error('EINVAL');
      const some = isDirect && system.writes === 'some' ? 4096 : length;
      const written = actual.writeSync(descriptor, bytes, at, some, position);
      if (isDirect) system.written += written;
      return written;
    },
  };
});

describe('an image that is written past the page cache', () => {
  it.each([
    { opens: true, writes: 'all' },
    { opens: true, writes: 'some' },
    { opens: true, writes: 'none' },
    { opens: false, writes: 'none' },
  ])('is whole where the system opens and writes %j', async (does) => {
    Object.assign(system, does, { direct: -1, written: 0 });
    const { path } = await imaged('all');
    system.direct = -1;
    expect(system.written > 0).toBe(does.writes !== 'none');
    const [filled, engine] = [await openEngine(path), await openEngine(path)];
    expect(await engine.restore('all')).toBe(true);
    expect(rows(engine, 'all')).toEqual(rows(filled, 'all'));
    expect(await restored(path, 'all')).toBe('restored');
  });
});
