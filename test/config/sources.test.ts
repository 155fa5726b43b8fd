import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { urlOfDomainName } from '../../src/config/schema-parts.ts';
import { loadConfig } from '../../src/config/load.ts';
import { sourceOf, startOf, type Source } from '../../src/config/schema.ts';
import { complaints, load, temporaryDirectory } from './loading.ts';

/** A configuration with these sources, each a line of YAML. */
function withSources(...sources: readonly string[]): string {
  const items = sources.map((source) => `  - { ${source} }\n`);
  return `store: { path: ./catalogue }\nsources:\n${items.join('')}`;
}

function sourcesOf(...sources: readonly string[]): readonly Source[] {
  return load(withSources(...sources)).sources.map((source) => sourceOf(source));
}

/** The complaints about sources, without file and place. */
function wrong(...sources: readonly string[]): readonly string[] {
  return complaints(withSources(...sources)).map((line) => line.replace(/^\S+ /u, ''));
}

describe('a list', () => {
  it('is a source that starts from its URL', () => {
    const [source] = sourcesOf('name: a, list: "https://lists.example.org/all.json"');
    expect(source).toEqual({
      kind: 'list',
      list: 'https://lists.example.org/all.json',
      name: 'a',
      include: [],
      exclude: [],
      fallbacks: [],
      negotiate: true,
      validate: 'off',
      profiles: [],
      robots: 'obey',
      sitemaps: 'all',
      recheck: 'always',
      lastmod: 'verify',
      maxRemovedShare: 0.2,
    });
    expect(source && startOf(source)).toBe('https://lists.example.org/all.json');
  });

  it('must be on the Web', () => {
    expect(wrong('name: a, list: ./all.json')).toEqual([
      'sources[0].list: is "./all.json"; give an absolute http or https URL, such as https://repository.example.org/',
    ]);
  });
});

describe('a site', () => {
  it.each([
    ['example.org', 'https://example.org/'],
    ['Example.ORG/', 'https://example.org/'],
    ['www.example.org', 'https://www.example.org/'],
    ['data.example.org:8443', 'https://data.example.org:8443/'],
    ['data.example.org:8443/', 'https://data.example.org:8443/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['xn--bcher-kva.example', 'https://xn--bcher-kva.example/'],
    ['データ.例え.jp', 'https://xn--5ckp3n.xn--r8jz45g.jp/'],
    ['a-b.c_d.example', 'https://a-b.c_d.example/'],
    ['7.example', 'https://7.example/'],
  ])('given by its domain name starts with https: %s', (given, site) => {
    const [source] = sourcesOf(`name: a, site: "${given}"`);
    expect(source).toMatchObject({ kind: 'site', site, isByName: true });
    expect(source && startOf(source)).toBe(site);
  });

  it.each(['https://example.org', 'http://example.org/', 'http://127.0.0.1:8080', 'http://host/'])(
    'given by a URL starts there: %s',
    (site) => {
      const [source] = sourcesOf(`name: a, site: "${site}"`);
      expect(source).toMatchObject({ kind: 'site', site });
      expect(source && 'isByName' in source).toBe(false);
    },
  );

  it.each([
    'repository',
    'localhost:8080',
    '127.0.0.1',
    '127.0.0.1:8080',
    'example.org/catalogue',
    'example.org?a=1',
    'example.org:',
    'example.org:port',
    'example.org:99999',
    'example..org',
    '.example.org',
    '-a.example.org',
    'example org',
    'some example.org',
    '//example.org',
    './records',
    '/example.org',
    'mailto:a@example.org',
  ])('is no other text: %j', (text) => {
    expect(wrong(`name: a, site: "${text}"`)).toEqual([
      `sources[0].site: is "${text}"; give an absolute http or https URL or a domain name, such as https://repository.example.org/ or repository.example.org`,
    ]);
  });

  it('has no user name and password in its URL', () => {
    expect(wrong('name: a, site: "https://me:secret@example.org/"')).toEqual([
      'sources[0].site: is "https://…@example.org/"; give a URL without user name and password, since URLs are kept and printed',
    ]);
    const [complaint] = wrong('name: a, site: "me:secret@example.org"');
    expect(complaint).not.toContain('secret');
  });

  it('is the only kind that may be a domain name', () => {
    for (const location of ['sitemap: "example.org"', 'urls: ["example.org"]']) {
      expect(wrong(`name: a, ${location}`)).toEqual([
        expect.stringMatching(/: is "example\.org"; give an absolute http or https URL, such as/u),
      ]);
    }
  });

  it('rejects a long text that is nearly a domain name, in little time', () => {
    for (const text of ['a.'.repeat(200_000), 'a-'.repeat(200_000), `${'a'.repeat(400_000)}.`]) {
      expect(urlOfDomainName(`${text}!`)).toBeUndefined();
    }
  });
});

describe('a catalogue', () => {
  it('is a source that starts from its URL', () => {
    const [source] = sourcesOf('name: a, catalog: "https://data.example.org/catalog"');
    expect(source).toMatchObject({
      kind: 'catalog',
      catalog: 'https://data.example.org/catalog',
      name: 'a',
    });
    expect(source && startOf(source)).toBe('https://data.example.org/catalog');
  });
});

describe('a template', () => {
  it('is for kinds that list landing pages', () => {
    const template = 'template: "https://e.org/{id}"';
    expect(wrong(`name: a, list: "https://e.org/list", ${template}`)).toEqual([
      'sources[0].template: is for site, sitemap and urls; remove it beside list',
    ]);
    expect(wrong('name: a, site: "https://e.org/", template: "https://e.org/{doi}"')).toEqual([
      'sources[0].template: is "https://e.org/{doi}"; give a URL with {id}, {path}, {url} or {+url} in it',
    ]);
  });
});

describe('a folder', () => {
  it('is relative to the file, and its default base has the name of the source', () => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'sub'));
    writeFileSync(join(cwd, 'sub', 'c.yaml'), withSources('name: Soil.1, folder: ./records'));
    const [config] = loadConfig('sub/c.yaml', { env: {}, cwd }).sources;
    if (config === undefined) throw new Error('no source');
    const source = sourceOf(config);
    expect(source).toEqual({
      kind: 'folder',
      folder: join(cwd, 'sub', 'records'),
      base: 'http://soil.1.invalid/',
      name: 'Soil.1',
      include: [],
      exclude: [],
      fallbacks: [],
      negotiate: true,
      validate: 'off',
      profiles: [],
      robots: 'obey',
      sitemaps: 'all',
      recheck: 'always',
      lastmod: 'verify',
      maxRemovedShare: 0.2,
    });
    expect(startOf(source)).toBe('http://soil.1.invalid/');
  });

  it.each([
    ['https://Data.example.org', 'https://data.example.org/'],
    ['https://data.example.org/records', 'https://data.example.org/records/'],
    ['https://data.example.org/re cords/../x/', 'https://data.example.org/x/'],
  ])('has the configured base, normalised, with a trailing slash: %s', (given, base) => {
    const [source] = sourcesOf(`name: a, folder: /records, base: "${given}"`);
    expect(source).toMatchObject({ folder: '/records', base });
  });

  it.each([
    ['?a=1', 'https://e.org/?a=1'],
    ['#x', 'https://e.org/#x'],
  ])('has a base without query and fragment: %s', (_, base) => {
    expect(wrong(`name: a, folder: ., base: "${base}"`)).toEqual([
      `sources[0].base: is "${base}"; give a URL without query and fragment, since the path of each file is added to it`,
    ]);
  });

  it('is the only kind with a base', () => {
    const base = 'base: "https://e.org/"';
    expect(wrong(`name: a, list: "https://e.org/list", ${base}`, `name: b, ${base}`)).toEqual([
      'sources[0].base: is only for a folder; remove it beside list',
      'sources[1]: has no location; add one of site, sitemap, list, catalog, oai, urls, folder, dois',
    ]);
  });

  it('has a base of its own, since two files would have one URL', () => {
    const two = ['name: a, folder: ./1, base: "https://E.org/r"', 'name: A, folder: ./2'];
    expect(
      wrong(...two, 'name: b, folder: ./3, base: "https://e.org/r/"', 'name: a-b, folder: ./4'),
    ).toEqual([
      'sources[2].base: is used twice: sources[0] has the same base; give each folder a base of its own',
    ]);
    expect(wrong('name: a, folder: ./1', 'name: A, folder: ./2')).toEqual([
      'sources[1].base: is used twice: sources[0] has the same base; give each folder a base of its own',
    ]);
  });

  it('needs a base if its name is no valid host', () => {
    expect(wrong('name: xn--a, folder: .')).toEqual([
      'sources[0].name: gives no host for the base; add base',
    ]);
    const [source] = sourcesOf('name: xn--a, folder: ., base: "http://a.invalid/"');
    expect(source).toMatchObject({ base: 'http://a.invalid/' });
    // Any other name is a host.
    for (const name of ['a_b', 'a..b', '1.2', '0x7f', 'a-', 'a.', '9'.repeat(100)]) {
      expect(sourcesOf(`name: "${name}", folder: .`)[0]).toMatchObject({
        base: `http://${name}.invalid/`,
      });
    }
  });
});

describe('types', () => {
  it('are local names, prefixed names and IRIs, and may be left out', () => {
    const types = ['Dataset', 'dcat:Dataset', 'https://schema.org/ImageObject', 'urn:x:type'];
    const [some, all] = sourcesOf(
      `name: a, urls: ["https://e.org/"], types: ${JSON.stringify(types)}`,
      'name: b, urls: ["https://e.org/"]',
    );
    expect(some?.types).toEqual(types);
    expect(all?.types).toBeUndefined();
  });

  it.each([['a b'], [''], [':Dataset'], ['dcat:'], ['<https://schema.org/Dataset>'], ['7']])(
    'are no other texts: %j',
    (type) => {
      const [complaint] = wrong(`name: a, urls: ["https://e.org/"], types: ["${type}"]`);
      expect(complaint).toMatch(
        /^sources\[0\]\.types\[0\]: is .+; give a type, such as Dataset, dcat:Dataset or /u,
      );
    },
  );

  it('are a non-empty list', () => {
    expect(wrong('name: a, urls: ["https://e.org/"], types: []')).toEqual([
      'sources[0].types: is an empty list; give a list of at least one type',
    ]);
    expect(wrong('name: a, urls: ["https://e.org/"], types: Dataset')).toEqual([
      'sources[0].types: is "Dataset"; give a list of types, such as ["Dataset"]',
    ]);
  });
});

describe('a glob', () => {
  const urls = 'name: a, urls: ["https://e.org/"]';

  it.each([
    ['dataset/*'],
    ['dataset'],
    ['https://e.org/**'],
    ['*.html'],
    ['*dataset*'],
    ['?id=7'],
    ['./dataset'],
    ['!(dataset)'],
    [''],
  ])('that matches no path is a mistake: %j', (glob) => {
    const [complaint, ...others] = wrong(`${urls}, include: ["${glob}"]`);
    const value = glob === '' ? 'empty' : JSON.stringify(glob);
    expect(complaint).toBe(
      `sources[0].include[0]: is ${value}; give a glob that begins with / or **, such as /dataset/**`,
    );
    expect(others).toEqual([]);
  });

  it.each([['/dataset/**'], ['**/old/**'], ['**'], ['*/a'], ['{/a,/b}/*'], ['!/a/**'], ['[/]a']])(
    'may begin with a slash or with a pattern that matches one: %s',
    (glob) => {
      const [source] = sourcesOf(`${urls}, exclude: ["${glob}"]`);
      expect(source?.exclude).toEqual([glob]);
    },
  );

  it('has at most 1000 characters', () => {
    expect(wrong(`${urls}, exclude: ["/${'a'.repeat(1000)}"]`)).toEqual([
      expect.stringMatching(/; give a glob of up to 1000 characters$/u),
    ]);
  });
});

describe('a source of DOIs', () => {
  it.each([
    [
      'dois: [10.1234/a, "https://doi.org/10.1234/b"]',
      { by: 'list', list: ['10.1234/a', 'https://doi.org/10.1234/b'] },
      'https://doi.org/',
    ],
    ['dois: /lists/peat.txt', { by: 'file', file: '/lists/peat.txt' }, 'http://a.invalid/peat.txt'],
    [
      'dois: { prefix: "10.1234", api: "https://mirror.example" }',
      { by: 'query', query: { prefix: '10.1234', api: 'https://mirror.example' } },
      'https://mirror.example/dois?prefix=10.1234',
    ],
  ])('is a list, a file or a query: %s', (text, dois, start) => {
    const [source] = sourcesOf(`name: a, ${text}`);
    expect(source).toMatchObject({ kind: 'dois', dois });
    expect(source && startOf(source)).toContain(start);
  });

  it.each([
    ['[10.1234/a, peat]', 'dois[1]: is not a DOI; give a DOI, such as'],
    ['[]', 'a list of DOIs, a file'],
    ['7', 'a list of DOIs, a file'],
    ['{ resourceType: dataset }', 'prefix or client'],
    ['{ prefix: "1234" }', 'a prefix of DOIs'],
    ['{ client: dryad }', 'a repository account'],
  ])('is not dois: %s', (text, complaint) => {
    const [line, ...others] = wrong(`name: a, dois: ${text}`);
    expect(line).toContain(complaint);
    expect(others).toEqual([]);
  });
});
