import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { configJsonSchemaText } from '../../src/config/explain.ts';
import { loadConfig } from '../../src/config/load.ts';
import { load } from './loading.ts';

const folder = fileURLToPath(new URL('../../config/', import.meta.url));
const env = { CDIF_DEMO_SITE: 'http://127.0.0.1:8080' };
const configurations = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
const schemaFile = readFileSync(`${folder}config.schema.json`, 'utf8');

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly description?: string;
  readonly default?: unknown;
  readonly deprecated?: boolean;
}

/** Every option: the schemas that have no options below them, with their place. */
function optionsOf(schema: Schema, place = ''): readonly (readonly [string, Schema])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const below = optionsOf(member.items ?? member, `${place}${key}.`);
    return below.length > 0 ? below : [[`${place}${key}`, member] as const];
  });
}

const schema = JSON.parse(schemaFile) as Schema; // written by the function under test
const options = optionsOf(schema);
const validator = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]); // the same file

function configOf(source: object): object {
  return { store: { path: 'c' }, sources: [source] };
}

describe('the shipped configurations', () => {
  it.each(configurations)('load: %s', (name) => {
    const config = loadConfig(`${folder}${name}`, { env });
    expect(config.sources.length).toBeGreaterThan(0);
  });

  it.each(configurations)('are valid by the JSON Schema as well: %s', (name) => {
    const config: unknown = parse(readFileSync(`${folder}${name}`, 'utf8'));
    expect(validator.safeParse(config).error).toBeUndefined();
  });

  it('point editors at the schema in their first line', () => {
    for (const name of configurations) {
      expect(readFileSync(`${folder}${name}`, 'utf8')).toMatch(
        /^# yaml-language-server: \$schema=\.\/(?:\S+\/)?config\.schema\.json\n/u,
      );
    }
  });

  it('keep the catalogue of the demonstration in a folder that Git ignores', () => {
    const config = loadConfig(`${folder}demo.yaml`, { env });
    const root = fileURLToPath(new URL('../../', import.meta.url));
    expect(config.store.path).toBe(`${root}catalogue/demo`);
    expect(readFileSync(`${root}.gitignore`, 'utf8').split('\n')).toContain('/catalogue/');
  });
});

describe('the JSON Schema', () => {
  it('is up to date (npm run generate:config-schema)', () => {
    expect(schemaFile).toBe(configJsonSchemaText());
  });

  it('describes every option', () => {
    expect(options.filter(([, { description }]) => description === undefined)).toEqual([]);
    expect(options.length).toBeGreaterThan(25);
  });

  it.each([
    ['a source without a location', { name: 'a' }],
    ['a source with two', { name: 'a', site: 'https://a.org/', urls: ['https://a.org/1'] }],
    ['a source of an unknown kind', { name: 'a', repository: 'https://a.org/' }],
    ['a relative URL', { name: 'a', site: '/a' }],
  ])('refuses %s', (_, source) => {
    expect(validator.safeParse(configOf(source)).success).toBe(false);
  });

  it('accepts a domain name for a site only', () => {
    for (const name of ['example.org', 'www.example.org/', 'example.org:8443', 'bücher.example']) {
      expect(validator.safeParse(configOf({ name: 'a', site: name })).success).toBe(true);
      expect(validator.safeParse(configOf({ name: 'a', list: name })).success).toBe(false);
    }
  });

  it('allows variables as values, and empty optional mappings', () => {
    const http = { connections: '${N}', timeouts: null };
    const config = { ...configOf({ name: '${NAME}', site: '${SITE}' }), http, limits: null };
    expect(validator.safeParse(config).success).toBe(true);
  });
});

describe('the template', () => {
  const text = readFileSync(`${folder}template.yaml`, 'utf8');
  const contextFile = fileURLToPath(
    new URL('../../fixtures/views/five-distributions.jsonld', import.meta.url),
  );
  const folderOfTls = fileURLToPath(new URL('../support/tls/', import.meta.url));
  // All options uncommented, with existing files. Options follow their # directly or indented.
  const complete = text
    .replaceAll(/^( *)#(?=[a-z-]| {2})/gmu, '$1')
    .replaceAll(/\.\/(?=\S+\.pem$)/gmu, folderOfTls)
    .replace('./contexts/soil.jsonld', contextFile);

  it('loads as it is', () => {
    expect(load(text).sources).toHaveLength(1);
  });

  it('loads with all options uncommented, and all of them are defaults', () => {
    const { file, ...plain } = load(text);
    // A store takes a user or a token; workers take the key of a certificate from a variable.
    const withUser = complete
      .replace(/^ *token: .*\n/mu, '')
      .replace(/^( *clientKey: ).*/mu, "$1'${CLIENT_KEY}'");
    const key = { CLIENT_KEY: `${folderOfTls}client-key.pem` };
    const secrets = { REPOSITORY_TOKEN: 'a', STORE_USER: 'a', STORE_PASSWORD: 'a', ...key };
    const { file: otherFile, ...full } = load(withUser, { env: secrets });
    expect(otherFile).not.toBe(file);
    expect(full.sources.map(({ name }) => name)).toEqual([
      'example-repository',
      'example-sitemap',
      'example-list',
      'example-catalog',
      'example-oai',
      'example-pages',
      'example-folder',
      'example-dois',
    ]);
    expect(Object.keys(full.contexts ?? {})).toEqual(['https://w3id.org/soil/*']);
    expect(full.workers).toBe(1);
    expect(full.engine).toMatchObject({ dialect: 'standard', without: [] });
    expect(full.queue).toEqual({ redis: 'redis://127.0.0.1:6379' });
    expect(full.http.contact).toBe('mailto:metadata@example.org');
    expect(full.limits).toEqual({ ...plain.limits, recordHeapBytes: 2_147_483_648 });
    expect({ ...full.http, contact: undefined }).toEqual({ ...plain.http, contact: undefined });
  });

  it.each(options.filter(([, { deprecated }]) => deprecated !== true))(
    'shows %s with its meaning above it',
    (place, { description = '' }) => {
      const key = place.split('.').at(-1) ?? '';
      const lines = complete.split('\n');
      const comments = lines.flatMap((line, index) => {
        if (!new RegExp(`^[ -]*${key}:`, 'u').test(line)) return [];
        const start = lines.findLastIndex((other, at) => at < index && !/^ *# /u.test(other));
        return [
          lines
            .slice(start + 1, index)
            .map((other) => other.replace(/^ *# /u, ''))
            .join(' '),
        ];
      });
      expect(comments).toContain(description);
    },
  );

  it('omits deprecated keys, which may have any value', () => {
    const former = options.filter(([, { deprecated }]) => deprecated === true);
    expect(former.map(([place]) => place)).toEqual(['store.image']);
    expect(text).not.toMatch(/image:/u);
    for (const image of ['on', true, null, { a: 1 }]) {
      const config = {
        ...configOf({ name: 'a', site: 'https://a.org/' }),
        store: { path: 'c', image },
      };
      expect(validator.safeParse(config).success).toBe(true);
    }
  });
});
