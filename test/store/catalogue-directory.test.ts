import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { open } from 'lmdb';
import { describe, expect, it } from 'vitest';
import { Catalogue } from '../../src/store/catalogue.ts';
import { CatalogueFault } from '../../src/store/catalogue-fault.ts';
import { contents, entry, newPath, openCatalogue } from './entries.ts';

function troubleOf(path: string, access: 'read' | 'write'): string {
  try {
    void new Catalogue({ path, access }).close();
    return 'none';
  } catch (error) {
    if (!(error instanceof CatalogueFault)) throw error;
    return error.message.includes(path) ? error.trouble : 'a fault that names no path';
  }
}

describe('the catalogue directory', () => {
  it('is created to write to it, with the folders above', () => {
    const path = join(newPath(), 'a', 'b.with-extension');
    openCatalogue(path).commit({ entries: [entry(1)], outcomes: [] });
    expect(contents(path).graphs).toHaveLength(1);
  });

  it('is not created to read it', () => {
    const path = newPath();
    expect(troubleOf(path, 'read')).toBe('missing');
    expect(existsSync(path)).toBe(false);
    mkdirSync(path);
    expect(troubleOf(path, 'read')).toBe('missing');
    expect(readdirSync(path)).toEqual([]);
  });

  it('may be an empty directory, or what is left of a first run that was ended at its very start', () => {
    const path = newPath();
    mkdirSync(path);
    writeFileSync(join(path, 'data.mdb'), '');
    expect(troubleOf(path, 'read')).toBe('missing');
    expect(troubleOf(path, 'write')).toBe('none');
    expect(contents(path).graphs).toEqual([]);
  });

  it('is refused where there is a file', () => {
    const path = newPath();
    writeFileSync(path, '');
    expect(troubleOf(path, 'read')).toBe('not-a-directory');
    expect(troubleOf(path, 'write')).toBe('not-a-directory');
    expect(troubleOf(join(path, 'below'), 'write')).toBe('not-a-directory');
  });

  it('is refused where there are files of somebody else', () => {
    const path = newPath();
    mkdirSync(path);
    writeFileSync(join(path, 'thesis.txt'), 'precious');
    expect(troubleOf(path, 'write')).toBe('not-a-catalogue');
    expect(readdirSync(path)).toEqual(['thesis.txt']);
  });

  it('is refused when its data file is no LMDB file, which would end the process', () => {
    const path = newPath();
    mkdirSync(path);
    writeFileSync(join(path, 'data.mdb'), 'not LMDB '.repeat(2000));
    expect(troubleOf(path, 'read')).toBe('not-a-catalogue');
    expect(troubleOf(path, 'write')).toBe('not-a-catalogue');
  });

  it('is refused when its data file was cut off', async () => {
    const path = newPath();
    await new Catalogue({ path, access: 'write' }).close();
    truncateSync(join(path, 'data.mdb'), 5000);
    expect(troubleOf(path, 'write')).toBe('not-a-catalogue');
  });

  it("is refused when it holds another program's databases, which stay as they are", async () => {
    const path = newPath();
    const foreign = open({ path, noSubdir: false });
    await foreign.put('key', 'value');
    await foreign.close();
    expect(troubleOf(path, 'read')).toBe('not-a-catalogue');
    expect(troubleOf(path, 'write')).toBe('not-a-catalogue');
    const again = open({ path, noSubdir: false });
    expect([...again.getKeys()]).toEqual(['key']);
    await again.close();
  });

  it.each([
    [2, 'newer-format'],
    [0.5, 'not-a-catalogue'],
  ])('is refused when its format is %s', async (format, trouble) => {
    const path = newPath();
    await new Catalogue({ path, access: 'write' }).close();
    const environment = open({ path, noSubdir: false });
    await environment.openDB({ name: 'meta', encoding: 'json' }).put('format', format);
    await environment.close();
    expect(troubleOf(path, 'read')).toBe(trouble);
    expect(troubleOf(path, 'write')).toBe(trouble);
  });

  it('is refused when it cannot be written or read', async () => {
    const path = newPath();
    await new Catalogue({ path, access: 'write' }).close();
    chmodSync(dirname(path), 0o755);
    chmodSync(path, 0o555);
    expect(asNobody(() => troubleOf(path, 'write'))).toBe('not-writable');
    chmodSync(path, 0o000);
    expect(asNobody(() => troubleOf(path, 'read'))).toBe('not-readable');
    chmodSync(path, 0o700);
  });

  it.runIf(existsSync('/sys/kernel'))('cannot be created where there must be no folders', () => {
    expect(troubleOf('/sys/cdif-graph', 'write')).toBe('not-writable');
  });
});

/** Does something without the rights of root, whom no permission stops. */
function asNobody<T>(action: () => T): T {
  if (process.geteuid?.() !== 0) return action();
  process.seteuid?.(65_534);
  try {
    return action();
  } finally {
    process.seteuid?.(0);
  }
}
