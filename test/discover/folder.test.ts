import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { discoverFolder } from '../../src/discover/folder.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Target } from '../../src/model/target.ts';
import { discover, discovering, inShort, problems } from './discovering.ts';
import { base, folderWith, listed, targetsOf } from './folders.ts';

describe('a folder', () => {
  it('gives its files with a URL below the base and their path', async () => {
    const folder = folderWith('soil/map 1.jsonld');
    const records = 'https://e.org/records/';
    expect(await discover({ kind: 'folder', folder, base: records })).toEqual([
      {
        kind: 'produced',
        value: {
          url: 'https://e.org/records/soil/map%201.jsonld',
          source: 'a',
          found: { by: 'folder' },
          depth: 0,
          file: join(folder, 'soil', 'map 1.jsonld'),
        },
      },
    ]);
  });

  it('is not listed further where a folder in it became a link to another one meanwhile', async () => {
    const folder = folderWith('a/1.json', 'b/2.json', 'c/3.json');
    const outside = folderWith('secret.json');
    const reading = { signal: new AbortController().signal };
    const found: string[] = [];
    for await (const each of discoverFolder({ folder, base }, reading)) {
      if (each.kind === 'url' && found.length === 0) {
        rmSync(join(folder, 'b'), { recursive: true });
        symlinkSync(outside, join(folder, 'b'));
      }
      if (each.kind === 'url') found.push(each.url.replace(base, ''));
      else if (each.kind === 'problem') found.push(JSON.stringify(each.problem));
    }
    expect(found).toEqual([
      'a/1.json',
      `{"kind":"file-unreadable","url":"${base}b/","code":"EXDEV"}`,
      'c/3.json',
    ]);
  });

  it('lists files with metadata extensions in any case, and no hidden ones', async () => {
    const folder = folderWith(
      'a.jsonld',
      'b.JSON',
      'c.Html',
      'd.htm',
      'e.jsonld.bak',
      'f.txt',
      'json',
      'g.XHTML',
      'o.ttl',
      'p.trig',
      'q.nt',
      'r.nq',
      's.rdf',
      't.xml',
      '.h.json',
      '.git/i.json',
      'sub/.j/k.json',
      'sub/l.json',
      'm.json/n.html',
    );
    expect(await listed(folder)).toEqual([
      'a.jsonld',
      'b.JSON',
      'c.Html',
      'd.htm',
      'g.XHTML',
      'm.json/n.html',
      'o.ttl',
      'p.trig',
      'q.nt',
      'r.nq',
      's.rdf',
      'sub/l.json',
    ]);
  });

  it('is listed by the bytes of the names, level by level', async () => {
    const names = ['b.json', 'B.json', 'a/z.json', 'a/b/c.json', 'a.json', 'é.json', 'z.json'];
    const folder = folderWith(...names, '\u{FF5E}.json', '\u{1F33E}.json');
    const decoded = (await listed(folder)).map((url) => decodeURIComponent(url));
    expect(decoded).toEqual([
      'B.json',
      'a/b/c.json',
      'a/z.json',
      'a.json',
      'b.json',
      'z.json',
      'é.json',
      '\u{FF5E}.json',
      '\u{1F33E}.json',
    ]);
  });

  it('is filtered by the path of the URL', async () => {
    const folder = folderWith('a b/1.json', 'old/2.json');
    expect(await listed(folder, ['/a%20b/*'])).toEqual(['a%20b/1.json', 'excluded old/2.json']);
  });

  it('that is empty is a source without URLs, also where nothing in it can hold metadata', async () => {
    const folder = folderWith('readme.txt');
    mkdirSync(join(folder, 'empty'));
    expect(await listed(folder)).toEqual(['failed source-empty ']);
  });

  it.each([
    ['is not there', 'nowhere', 'ENOENT'],
    ['is a file', 'file.json', 'ENOTDIR'],
    ['has too long a name', 'x'.repeat(300), 'ENAMETOOLONG'],
  ])('that %s is unreadable, without a path in the problem', async (_, name, code) => {
    const folder = folderWith('file.json');
    const outcomes = await discover({ kind: 'folder', folder: join(folder, name), base });
    expect(problems(outcomes)).toEqual([
      { kind: 'file-unreadable', url: base, code },
      { kind: 'source-empty', url: base, source: 'a' },
    ]);
    expect(JSON.stringify(outcomes)).not.toContain(folder);
  });

  // The permissions of a folder do not hold for root.
  it.skipIf(process.getuid?.() === 0)('reports an unreadable subfolder', async () => {
    const folder = folderWith('a/1.json', 'b c/2.json', 'd/3.json');
    chmodSync(join(folder, 'b c'), 0o000);
    onTestFinished(() => chmodSync(join(folder, 'b c'), 0o700));
    expect(await listed(folder)).toEqual(['a/1.json', 'failed file-unreadable b%20c/', 'd/3.json']);
  });

  it('reports folders that vanished during listing, and continues', async () => {
    const folder = folderWith('a.json', 'b/1.json', 'c.json');
    const outcomes: Outcome<Target>[] = [];
    for await (const outcome of discovering({ kind: 'folder', folder, base })) {
      outcomes.push(outcome);
      rmSync(join(folder, 'b'), { recursive: true, force: true });
    }
    expect(problems(outcomes)).toEqual([
      { kind: 'file-unreadable', url: `${base}b/`, code: 'ENOENT' },
    ]);
    expect(targetsOf(outcomes).map(({ url }) => url)).toEqual([`${base}a.json`, `${base}c.json`]);
  });

  it('ends with the reason of an abort', async () => {
    const folder = folderWith('a.json', 'b.json');
    const abort = new AbortController();
    const reason = new Error('Enough.');
    const seen: string[] = [];
    const reading = async (): Promise<void> => {
      const { signal } = abort;
      for await (const outcome of discovering({ kind: 'folder', folder, base }, { signal })) {
        seen.push(...inShort([outcome]));
        abort.abort(reason);
      }
    };
    await expect(reading()).rejects.toBe(reason);
    expect(seen).toEqual([`${base}a.json`]);
  });

  it('comes as a stream, however many files there are', async () => {
    const folder = folderWith(...Array.from({ length: 2000 }, (_, index) => `${index}.json`));
    const limits = { urlsPerSource: 1500 };
    const outcomes = await discover({ kind: 'folder', folder, base }, { limits });
    expect(targetsOf(outcomes)).toHaveLength(1500);
    expect(problems(outcomes)).toMatchObject([{ kind: 'source-too-large', url: base }]);
  });
});

describe('a symbolic link in a folder', () => {
  it('to a file inside is that file', async () => {
    const folder = folderWith('.versions/3.json', 'sub/1.html');
    symlinkSync('.versions/3.json', join(folder, 'current.jsonld'));
    symlinkSync(join(folder, 'sub', '1.html'), join(folder, 'sub', 'again.html'));
    const targets = targetsOf(await discover({ kind: 'folder', folder, base }));
    expect(targets.map(({ url, file }) => [url, file])).toEqual([
      [`${base}current.jsonld`, join(folder, '.versions', '3.json')],
      [`${base}sub/1.html`, join(folder, 'sub', '1.html')],
      [`${base}sub/again.html`, join(folder, 'sub', '1.html')],
    ]);
  });

  it('never leads out of it, to a file or a folder, not even to a neighbour of its name', async () => {
    const folder = folderWith('in/1.json');
    mkdirSync(join(folder, 'in-2'));
    writeFileSync(join(folder, 'in-2', 'secret.json'), '');
    symlinkSync('../in-2/secret.json', join(folder, 'in', 'a.json'));
    symlinkSync('../in-2', join(folder, 'in', 'b'));
    symlinkSync('/', join(folder, 'in', 'c.json'));
    const outcomes = await discover({ kind: 'folder', folder: join(folder, 'in'), base });
    expect(targetsOf(outcomes).map(({ url }) => url)).toEqual([`${base}1.json`]);
    expect(problems(outcomes)).toEqual(
      ['a.json', 'b', 'c.json'].map((name) => ({
        kind: 'file-unreadable',
        url: base + name,
        code: 'EXDEV',
      })),
    );
  });

  it('to a folder within is skipped, so that the walk ends', async () => {
    const folder = folderWith('a/1.json', 'b/2.json');
    symlinkSync('..', join(folder, 'a', 'up'));
    symlinkSync('../b', join(folder, 'a', 'b'));
    symlinkSync('.', join(folder, 'self.json'));
    expect(await listed(folder)).toEqual(['a/1.json', 'b/2.json']);
  });

  it('that is broken is reported if it is named like metadata', async () => {
    const folder = folderWith('1.json');
    for (const name of ['gone.json', 'gone.txt']) symlinkSync('nowhere', join(folder, name));
    for (const name of ['loop.json', 'loop']) symlinkSync(name, join(folder, name));
    expect(problems(await discover({ kind: 'folder', folder, base }))).toEqual([
      { kind: 'file-unreadable', url: `${base}gone.json`, code: 'ENOENT' },
      { kind: 'file-unreadable', url: `${base}loop.json`, code: 'ELOOP' },
    ]);
  });

  it('may be the folder itself', async () => {
    const folder = folderWith('in/1.json');
    symlinkSync('in', join(folder, 'records'));
    const [target] = targetsOf(
      await discover({ kind: 'folder', folder: join(folder, 'records'), base }),
    );
    expect(target).toMatchObject({ url: `${base}1.json`, file: join(folder, 'in', '1.json') });
  });
});
