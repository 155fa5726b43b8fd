import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fileOfMappedUrl } from '../../src/web/fetch-file.ts';
import { ResourceError } from '../../src/model/http.ts';
import { targetUrl } from '../../src/model/target.ts';

const base = 'https://e.org/records/';

function folderWith(...files: readonly string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'cdif-graph-linked-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

describe('a link below the base of a folder', () => {
  it.each([
    ['b.json', 'b.json'],
    ['./sub/../sub/c.html', 'sub/c.html'],
    ['a,b;c=d&e@f:g+$.json', 'a,b;c=d&e@f:g+$.json'],
    ["it's (new)!*~.json", "it's (new)!*~.json"],
    ['Größe 1|2[3]^{4}.json', 'Größe 1|2[3]^{4}.json'],
    ['50%25.json', '50%.json'],
    ['a%3Fb%23c.json', 'a?b#c.json'],
  ])('is the file that listing gives this URL, as it is mostly written: %s', async (link, file) => {
    const folder = folderWith(file);
    const url = targetUrl(link, `${base}a.json`) ?? '';
    expect(await fileOfMappedUrl(url, [{ folder, base }])).toBe(join(folder, file));
  });

  it.each([
    ['a file that is not there', `${base}gone.json`],
    ['a file that can hold no metadata', `${base}b.txt`],
    ['a hidden file', `${base}.h.json`],
    ['a file in a hidden folder', `${base}.git/i.json`],
    ['a folder', `${base}sub/`],
    ['the folder itself', base],
    ['a file with a query', `${base}b.json?v=1`],
    ['a way out', `${base}..%2Fsecret.json`],
    ['a way out in another spelling', `${base}sub%2F..%2F..%2Fsecret.json`],
    ['another spelling of a file', `${base}%62.json`],
    ['a name that ends early', `${base}b.json%00.json`],
    ['a name that is no UTF-8', `${base}%E9.json`],
    ['a link to a file outside', `${base}link.json`],
    ['a file behind a link to a folder', `${base}again/c.html`],
    ['a place beside the base', 'https://e.org/b.json'],
  ])('is not %s', async (_name, url) => {
    const outer = folderWith(
      'secret.json',
      'in/b.json',
      'in/b.txt',
      'in/.h.json',
      'in/.git/i.json',
    );
    const folder = join(outer, 'in');
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'sub', 'c.html'), '');
    symlinkSync('../secret.json', join(folder, 'link.json'));
    symlinkSync('sub', join(folder, 'again'));
    expect(await fileOfMappedUrl(url, [{ folder, base }])).toBeUndefined();
  });

  it('leads to the first folder that has the file', async () => {
    const [one, two] = [folderWith('a.json'), folderWith('a.json', 'b.json')];
    const places = [
      { folder: one, base },
      { folder: two, base: 'https://e.org/' },
      { folder: join(two, 'nowhere'), base },
    ];
    expect(await fileOfMappedUrl(`${base}a.json`, places)).toBe(join(one, 'a.json'));
    expect(await fileOfMappedUrl('https://e.org/b.json', places)).toBe(join(two, 'b.json'));
    expect(await fileOfMappedUrl(`${base}b.json`, places)).toBeUndefined();
    expect(await fileOfMappedUrl(`${base}b.json`, [])).toBeUndefined();
  });

  it('is not requested where its domain does not exist', async () => {
    const place = { folder: folderWith('a.json'), base: 'http://a.invalid/' };
    expect(await fileOfMappedUrl('http://b.invalid/x.json', [place])).toBeUndefined();
    const url = 'http://a.invalid/metadata.xml';
    const error: unknown = await fileOfMappedUrl(url, [place]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResourceError);
    expect(error).toMatchObject({ problem: { kind: 'file-unreadable', url, code: 'ENOENT' } });
  });
});
