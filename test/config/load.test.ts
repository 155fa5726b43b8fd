import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigFault } from '../../src/config/config-fault.ts';
import { loadStore } from '../../src/config/config-file.ts';
import { loadConfig } from '../../src/config/load.ts';
import { sourceOf, type SourceConfig } from '../../src/config/schema.ts';
import { Fault } from '../../src/model/fault.ts';
import { complaints, faultIn, faultOf, load, minimal, temporaryDirectory } from './loading.ts';

/** What a source is that says nothing else. */
const defaults: Omit<SourceConfig, 'name' | 'include' | 'exclude'> = {
  fallbacks: [],
  negotiate: true,
  validate: 'off',
  profiles: [],
  robots: 'obey',
  sitemaps: 'all',
  recheck: 'always',
  lastmod: 'verify',
  maxRemovedShare: 0.2,
};

describe('a configuration', () => {
  it('has defaults for absent keys', () => {
    const config = load(minimal);
    expect(config.http).toMatchObject({ connections: 256, perHost: { connections: 2 } });
    expect(config.limits.jsonDepth).toBe(200);
    expect(config.workers).toBeUndefined();
    expect(config.sources).toEqual([
      { name: 'a', site: 'https://a.example.org/', include: [], exclude: [], ...defaults },
    ]);
  });

  it('treats a key as absent if its options are all commented out', () => {
    const config = load(`${minimal}http:\n  #retries: 3\nlimits: ~\nworkers:\n`);
    expect(config.http.retries).toBe(2);
    expect(config.limits.recordMs).toBe(60_000);
  });

  it('has paths relative to its file', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'sub'));
    writeFileSync(join(directory, 'sub', 'c.yaml'), minimal);
    const config = loadConfig('sub/c.yaml', { env: {}, cwd: directory });
    expect(config.file).toBe(join(directory, 'sub', 'c.yaml'));
    expect(config.store.path).toBe(join(directory, 'sub', 'catalogue'));
    const absolute = loadConfig(join(directory, 'sub', 'c.yaml'), { env: {} });
    expect(absolute.store.path).toBe(config.store.path);
  });

  it('maps namespaces to XML schemas, relative to its file', () => {
    const cwd = temporaryDirectory();
    const schemas = "schemas: { 'urn:a:1': ./a.xsd, '': /b.xsd }\n";
    writeFileSync(join(cwd, 'config.yaml'), minimal + schemas);
    expect(loadConfig('config.yaml', { env: {}, cwd }).schemas).toEqual({
      'urn:a:1': join(cwd, 'a.xsd'),
      '': '/b.xsd',
    });
    expect(load(minimal).schemas).toBeUndefined();
    expect(complaints(`${minimal}schemas: ./a.xsd\n`)).toEqual([
      'config.yaml:5:10 schemas: is "./a.xsd"; give a mapping of namespaces to XSD files, such as ' +
        '{ "urn:a:1": ./a.xsd }',
    ]);
    expect(complaints(`${minimal}schemas: { 'urn:a:1': '' }\n`)).toEqual([
      'config.yaml:5:23 schemas.urn:a:1: is empty; give an XSD file, such as ./schemas/eml.xsd',
    ]);
  });

  it('is overridden by flags', () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'config.yaml'), `${minimal}workers: 3\n`);
    const overridden = loadConfig('config.yaml', { env: {}, cwd, overrides: { workers: 0 } });
    expect(overridden.workers).toBe(0);
    const untouched = { workers: undefined };
    expect(loadConfig('config.yaml', { env: {}, cwd, overrides: untouched }).workers).toBe(3);
  });

  it('locates the catalogue although everything else is wrong', async () => {
    const cwd = temporaryDirectory();
    const text = 'store: { path: ./here }\nhttp: nonsense\nsources: ["${NOT_SET}"]\n';
    writeFileSync(join(cwd, 'config.yaml'), text);
    expect((await loadStore('config.yaml', { env: {}, cwd })).path).toBe(join(cwd, 'here'));
    writeFileSync(join(cwd, 'unset.yaml'), text.replace('./here', '"${NOT_SET}"'));
    await expect(loadStore('unset.yaml', { env: {}, cwd })).rejects.toMatchObject({
      mistakes: [{ key: 'store.path' }],
    });
  });

  it.each(['true', 'off', '"a text"', '[1, { a: b }]'])(
    'ignores store.image: %s, and warns of it once',
    async (image) => {
      const cwd = temporaryDirectory();
      const warnings: string[] = [];
      const onWarning = (message: string): void => void warnings.push(message);
      const text = minimal.replace('./catalogue', `./catalogue, image: ${image}`);
      const config = load(text, { onWarning });
      expect(config.store.path).toMatch(/catalogue$/u);
      expect(warnings).toEqual([expect.stringMatching(/^store\.image is ignored.*compact/u)]);
      writeFileSync(join(cwd, 'config.yaml'), text);
      const { path } = await loadStore('config.yaml', { env: {}, cwd, onWarning });
      expect(path).toBe(join(cwd, 'catalogue'));
      expect(warnings).toEqual([warnings[0], warnings[0]]);
      // Nobody has to be told.
      expect(load(text).store.path).toMatch(/catalogue$/u);
    },
  );

  it('has no warning without store.image, and none if it is wrong', async () => {
    const cwd = temporaryDirectory();
    const warnings: string[] = [];
    const options = { env: {}, onWarning: (message: string) => void warnings.push(message) };
    load(minimal, options);
    const wrong = minimal.replace('./catalogue', '5, image: on');
    writeFileSync(join(cwd, 'config.yaml'), wrong);
    expect(() => load(wrong, options)).toThrow('store.path');
    await expect(loadStore('config.yaml', { cwd, ...options })).rejects.toThrow('store.path');
    expect(warnings).toEqual([]);
  });

  it('may have Windows line ends, a byte order mark, aliases, and be JSON', () => {
    expect(load(`\uFEFF${minimal}`.replaceAll('\n', '\r\n')).sources).toHaveLength(1);
    const shared = 'include: &globs ["/a/**"]\n    exclude: *globs\n';
    expect(load(`${minimal}    ${shared}`).sources[0]).toMatchObject({
      include: ['/a/**'],
      exclude: ['/a/**'],
    });
    const source = { name: 'a', urls: ['https://a.example.org/1'] };
    expect(load(JSON.stringify({ store: { path: 'c' }, sources: [source] })).sources).toHaveLength(
      1,
    );
  });

  it('becomes sources, each of one kind', () => {
    const { sources } = load(`${minimal}
  - { name: b, sitemap: "https://b.example.org/sitemap.xml", exclude: ["/old/**"] }
  - { name: c, urls: ["https://c.example.org/1", "HTTP://c.example.org/2"] }
`);
    expect(sources.map((source) => sourceOf(source))).toEqual([
      {
        kind: 'site',
        name: 'a',
        site: 'https://a.example.org/',
        include: [],
        exclude: [],
        ...defaults,
      },
      {
        kind: 'sitemap',
        name: 'b',
        sitemap: 'https://b.example.org/sitemap.xml',
        include: [],
        exclude: ['/old/**'],
        ...defaults,
      },
      {
        kind: 'urls',
        name: 'c',
        urls: ['https://c.example.org/1', 'HTTP://c.example.org/2'],
        include: [],
        exclude: [],
        ...defaults,
      },
    ]);
    expect(() => sourceOf({ name: 'x', include: [], exclude: [], ...defaults })).toThrow(TypeError);
  });
});

describe('a file that is no configuration', () => {
  it.each([['nowhere.yaml'], ['config.yaml/inside']])(
    'is reported with a remedy when it does not exist: %s',
    (file) => {
      const directory = temporaryDirectory();
      writeFileSync(join(directory, 'config.yaml'), minimal);
      const fault = faultIn(() => loadConfig(file, { env: {}, cwd: directory }));
      expect(fault).toBeInstanceOf(Fault);
      expect(fault.exitCode).toBe(3);
      expect(fault.cause).toMatchObject({ syscall: 'open' });
      expect(fault.message).toBe(
        `${file}: there is no such file; name another, or write one with: cdif-graph init`,
      );
    },
  );

  it('is reported when it is a directory', () => {
    const fault = faultIn(() => loadConfig('.', { env: {}, cwd: temporaryDirectory() }));
    expect(fault.message).toBe('.: is a directory; name the file in it');
  });

  it('is reported when it cannot be read', () => {
    const fault = faultIn(() => loadConfig('a'.repeat(300), { env: {} }));
    expect(fault.message).toContain('cannot be read (ENAMETOOLONG); check its permissions');
  });

  it('is reported when it is not UTF-8', () => {
    const fault = faultOf(Buffer.from('store: { path: Größe }', 'latin1'));
    expect(fault.message).toBe('config.yaml: is not UTF-8; save it as UTF-8');
  });

  it.each([[''], ['\n# only a comment\n'], ['~']])('is reported when it is empty: %j', (text) => {
    expect(complaints(text)).toEqual(['config.yaml: is empty; write one with: cdif-graph init']);
  });

  it.each([
    ['- a', 'is a list'],
    ['hello', 'is "hello"'],
    ['42', 'is 42'],
    ['.nan', 'is NaN'],
    ['true', 'is true'],
    ['""', 'is empty'],
  ])('is reported when it is not a mapping: %s', (text, what) => {
    expect(complaints(text)).toEqual([
      `config.yaml:1:1: ${what}; give a mapping of store, http, limits, workers, engine, queue, contexts, schemas, sources`,
    ]);
  });
});

describe('a fault', () => {
  it('lists its mistakes in the order of the file', () => {
    const { file, mistakes, name } = faultOf('sources: 1\nworkers: 2.5\nstore: 3\n');
    expect({ file, name }).toEqual({ file: 'config.yaml', name: 'ConfigFault' });
    expect(mistakes.map(({ key, position }) => [key, position?.line])).toEqual([
      ['sources', 1],
      ['workers', 2],
      ['store', 3],
    ]);
    const here = { line: 1, column: 9 };
    const there = { line: 1, column: 2 };
    const texts = { what: 'w', remedy: 'r' };
    const sorted = new ConfigFault('f', [
      { key: 'b', position: here, ...texts },
      { key: 'a', position: there, ...texts },
      { key: '', ...texts },
    ]);
    expect(sorted.message).toBe('f: w; r\nf:1:2 a: w; r\nf:1:9 b: w; r');
  });
});
