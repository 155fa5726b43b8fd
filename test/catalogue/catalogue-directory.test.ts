import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { open } from 'lmdb';
import { describe, expect, it } from 'vitest';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { CatalogueFault } from '../../src/catalogue/catalogue-fault.ts';
import { checkFile } from '../../src/catalogue/lmdb-file.ts';
import { inconsistencies } from './consistency.ts';
import {
  commit,
  contents,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openCatalogue,
  url,
} from './updates.ts';

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
    commit(openCatalogue(path), urlUpdate(1));
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

  it('may be empty, or hold the files of a first run that was killed at its start', () => {
    const path = newPath();
    mkdirSync(path);
    // An older version left the second image.
    for (const name of ['data.mdb', 'records.image', 'own.image']) {
      writeFileSync(join(path, name), '');
    }
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

  it('is refused if it holds files of another program', () => {
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

  it('is refused when pages are missing that are in use, which would end the process', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    const looks = Array.from({ length: 200 }, (_, index) =>
      urlUpdate(index, { json: `{"name":"${'x'.repeat(5000)}${Math.sqrt(index)}"}` }),
    );
    commit(catalogue, ...looks);
    await catalogue.close();
    const file = join(path, 'data.mdb');
    const { size } = statSync(file);
    for (const kept of [size - 20_480, size / 2, 16_384]) {
      truncateSync(file, Math.floor(kept / 4096) * 4096);
      expect(troubleOf(path, 'read')).toBe('damaged');
      expect(troubleOf(path, 'write')).toBe('damaged');
    }
  });

  it('is opened when only free pages are missing at its end', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1, { nquads: `<a:a> <a:b> "${'x'.repeat(500_000)}" .\n` }));
    commit(catalogue, urlUpdate(2), urlUpdateAt(1, [], []));
    // What is free can be used again only after two more commits, until when nothing is written there.
    for (const run of ['a', 'b', 'c']) commit(catalogue, urlUpdate(2, { run }));
    await catalogue.close();
    const file = join(path, 'data.mdb');
    const whole = readFileSync(file);
    let { size } = statSync(file);
    while (checkFile(file) === undefined) truncateSync(file, (size -= 4096));
    expect(whole.length - size).toBeGreaterThan(0);
    writeFileSync(file, whole.subarray(0, size + 4096));
    expect(checkFile(file)).toBeUndefined();
    expect(contents(path).graphs).toEqual([url(2)]);
    const again = openCatalogue(path);
    for (let index = 3; index < 40; index += 1) commit(again, urlUpdate(index));
    expect(inconsistencies(again)).toEqual([]);
  });

  it.each(['deleted', 'replaced'])('is not written to any more once it was %s', async (how) => {
    const [path, other] = [newPath(), newPath()];
    const catalogue = openCatalogue(path);
    commit(catalogue, urlUpdate(1));
    if (how === 'replaced') {
      commit(openCatalogue(other), urlUpdate(2));
      renameSync(join(other, 'data.mdb'), join(path, 'data.mdb'));
    } else rmSync(path, { recursive: true });
    expect(() => commit(catalogue, urlUpdate(3))).toThrow(
      expect.objectContaining({ name: 'CatalogueFault', trouble: 'replaced' }),
    );
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
    [99, 'newer-format'],
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
