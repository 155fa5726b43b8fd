import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decodePathSegment, encodePathSegment, targetUrl } from '../../src/model/target.ts';
import { isIri } from '../../src/rdf/iri.ts';
import { discover, inShort, problems } from './discovering.ts';
import { addFile, base, folderWith, targetsOf } from './folders.ts';

/** Names that mean something in a URL, on a terminal or to a file system, each a file or a folder. */
const odd = [
  ['#', '?', '%', '%2F', '%2e%2e', '...', '..a', ' ', 'a b', '"', "'", '`', '<>', '{}', '|', '[1]'],
  ['\\', '\\..\\x', '^', '[', '~', '&', '=', '+', ',', ';', ':', '@', '!', '$', '*', '(', 'a?b#c'],
  ['C:', 'http:', 'javascript:', '-', '--help', '\n', '\t', '\u001B[2J', '\u007F', '\u202E'],
  ['é', 'e\u0301', 'Größe', '名前', '\u{1F33E}', '\u00A0', '\u2028', '\uFEFF', '\uFFFD', '\uFFFE'],
  ['n'.repeat(248), 'ß'.repeat(124), '%25', '%E9', '%25E9', '1', 'CON', 'a%', 'a%2'],
].flat();

describe('the URL of a file', () => {
  it('is valid, is the only spelling, and gives the name again, for odd names at every level', async () => {
    // Both a file and a folder of every name.
    const files = odd.flatMap((name) => [`${name}.json`, `x${name}/${name}.html`]);
    const folder = folderWith(...files);
    const outcomes = await discover({ kind: 'folder', folder, base });
    const targets = targetsOf(outcomes);
    expect(problems(outcomes)).toEqual([]);
    // Some begin with a dot, and are hidden.
    const expected = files.filter((file) => !file.startsWith('.') && !file.includes('/.'));
    expect(new Set(targets.map(({ file }) => file))).toEqual(
      new Set(expected.map((file) => join(folder, file))),
    );
    expect(new Set(targets.map(({ url }) => url)).size).toBe(expected.length);
    for (const { url, file } of targets) {
      expect(isIri(url)).toBe(true);
      expect(targetUrl(url)).toBe(url);
      const { pathname, search, hash } = new URL(url);
      const path = pathname.slice(1).split('/').map(decodeURIComponent).join('/');
      expect([join(folder, path), search, hash]).toEqual([file, '', '']);
      expect(path.split('/').map((name) => encodePathSegment(Buffer.from(name)))).toEqual(
        pathname.slice(1).split('/'),
      );
      expect(pathname.slice(1).split('/').map(decodePathSegment)).toEqual(path.split('/'));
    }
  });

  it('may be as long as paths can be', async () => {
    const deep = `${'名'.repeat(80)}/`.repeat(12);
    const folder = folderWith(`${deep}1.json`);
    const [target] = targetsOf(await discover({ kind: 'folder', folder, base }));
    expect(target?.url.length).toBeGreaterThan(8000);
    expect(target?.file).toBe(join(folder, deep, '1.json'));
  });
});

describe('a name that is no UTF-8', () => {
  const latin = Buffer.from('caf\u00E9.json', 'latin1');
  const folder = folderWithLatin();

  /** Not every file system takes such names. */
  function folderWithLatin(): string | undefined {
    const made = mkdtempSync(join(tmpdir(), 'cdif-graph-latin-'));
    try {
      for (const name of [latin, Buffer.from('\u00FF.txt', 'latin1')]) addFile(made, name);
      addFile(made, 'a.json');
      mkdirSync(Buffer.concat([Buffer.from(`${made}/`), Buffer.from([0xc3, 0x28])]));
      return made;
    } catch {
      return undefined;
    }
  }

  it.skipIf(folder === undefined)('is told of, and costs only its own file or folder', async () => {
    onTestFinished(() => rmSync(folder ?? '', { recursive: true, force: true }));
    const outcomes = await discover({ kind: 'folder', folder: folder ?? '', base });
    expect(inShort(outcomes)).toEqual([
      `${base}a.json`,
      `failed file-unreadable ${base}caf%E9.json`,
      `failed file-unreadable ${base}%C3%28`,
    ]);
    expect(problems(outcomes)).toMatchObject([{ code: 'EILSEQ' }, { code: 'EILSEQ' }]);
  });
});
