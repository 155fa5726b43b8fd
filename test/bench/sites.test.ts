import { describe, expect, it } from 'vitest';
import { createSites, type Host, type SiteOptions } from '../../bench/generate/site.mjs';
import { shapeNames } from '../../bench/generate/shape.mjs';

const options: SiteOptions = { seed: 1, records: 12, pageKb: 8, shapes: ['cdif'], listSize: 5 };
const origins = ['http://one.invalid', 'http://two.invalid'];

/** Every path and every byte. */
function everything(hosts: readonly Host[]): readonly (readonly [string, string, string])[] {
  return hosts.flatMap((host) =>
    [...host].map(
      ([path, { type, pieces }]) => [path, type, Buffer.concat(pieces).toString('utf8')] as const,
    ),
  );
}

function textOf(host: Host | undefined, path: string): string {
  return Buffer.concat(host?.get(path)?.pieces ?? []).toString('utf8');
}

/** The paths of documents. */
function documentPaths(hosts: readonly Host[]): readonly string[] {
  return hosts.flatMap((host) => [...host.keys()].filter((path) => !/\.(?:txt|xml)$/u.test(path)));
}

function listedIn(sitemap: string): readonly string[] {
  return [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/gu)].map(([, url = '']) => url);
}

describe('the generated sites', () => {
  it('are the same bytes for the same options', () => {
    expect(everything(createSites(options, origins))).toEqual(
      everything(createSites(options, origins)),
    );
  });

  it('differ in every document for another seed', () => {
    const one = createSites(options, origins)[0];
    const other = createSites({ ...options, seed: 2 }, origins)[0];
    const same = documentPaths([one ?? new Map()]).filter(
      (path) => textOf(one, path) === textOf(other, path),
    );
    expect(same).toEqual([]);
  });

  it('give a record the same description, however many there are and wherever it is served', () => {
    const few = createSites({ ...options, pageKb: 0 }, ['http://one.invalid']);
    const many = createSites({ ...options, pageKb: 0, records: 40 }, ['http://other.invalid']);
    expect(textOf(many[0], '/cdif/7.jsonld')).toBe(textOf(few[0], '/cdif/7.jsonld'));
    expect(textOf(few[0], '/cdif/7.jsonld')).not.toBe('');
  });

  it('deal out the documents among the hosts', () => {
    const counts = createSites(options, [...origins, 'http://three.invalid']).map(
      (host) => documentPaths([host]).length,
    );
    expect(counts).toEqual([4, 4, 4]);
  });

  it('list in the sitemaps of robots.txt just what they serve, at their own origin', () => {
    const hosts = createSites(options, origins);
    for (const [index, host] of hosts.entries()) {
      const robots = textOf(host, '/robots.txt');
      expect(robots).toContain(`Sitemap: ${origins[index]}/sitemap-1.xml\n`);
      expect(listedIn(textOf(host, '/sitemap-1.xml'))).toEqual(
        documentPaths([host]).map((path) => `${origins[index]}${path}`),
      );
    }
  });

  it('divide long lists of URLs among several sitemaps', () => {
    const records = 10_001;
    const [host] = createSites({ ...options, pageKb: 0, records }, ['http://one.invalid']);
    const sitemaps = textOf(host, '/robots.txt').match(/^Sitemap: .*$/gmu);
    expect(sitemaps).toHaveLength(2);
    const listed = ['/sitemap-1.xml', '/sitemap-2.xml'].flatMap((path) =>
      listedIn(textOf(host, path)),
    );
    expect(new Set(listed).size).toBe(records);
  });

  it('make pages that weigh what was asked for, beside the JSON-LD', () => {
    const [host] = createSites(options, ['http://one.invalid']);
    const pieces = host?.get('/cdif/3')?.pieces ?? [];
    const [before = 0, , behind = 0] = pieces.map(({ length }) => length);
    expect(before + behind).toBeGreaterThanOrEqual(8000);
    expect(before + behind).toBeLessThan(8500);
    expect(textOf(host, '/cdif/3').match(/<\/script>/gu)).toHaveLength(2);
  });

  it('let documents take turns in the shapes that were asked for', () => {
    const hosts = createSites({ ...options, shapes: shapeNames, pageKb: 0 }, origins);
    const shapes = documentPaths(hosts).map((path) => path.split('/')[1]);
    expect(new Set(shapes)).toEqual(new Set(shapeNames));
  });
});
