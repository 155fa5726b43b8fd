import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadStoreAndEngine } from '../../src/config/config-file.ts';
import { configJsonSchemaText } from '../../src/config/explain.ts';
import type { Config } from '../../src/config/schema.ts';
import { pem } from '../web/tls-server.ts';
import { complaints, load, minimal, temporaryDirectory } from './loading.ts';

const folder = fileURLToPath(new URL('../support/tls/', import.meta.url));
const url = 'https://store.example.org/sparql';

function withEngine(text: string): string {
  return `${minimal}engine: { ${text} }\n`;
}

/** The complaints with their line, without file and column. */
function wrong(text: string, env: Record<string, string> = {}): readonly string[] {
  return complaints(withEngine(text), { env }).map((line) =>
    line.replace(/^[^:]*:(\d+):\d+/u, '$1'),
  );
}

describe('the store of a configuration', () => {
  it.each([
    [`query: ${url}`, { query: url, without: [] }],
    [
      `query: ${url}, graphStore: "http://127.0.0.1:8890/g", dialect: virtuoso, without: [views]`,
      {
        query: url,
        graphStore: 'http://127.0.0.1:8890/g',
        dialect: 'virtuoso',
        without: ['views'],
      },
    ],
    [`query: ${url}, update: ${url}, token: "\${TOKEN}"`, { token: 'a-token' }],
    [`query: ${url}, user: dba, password: "\${PASSWORD}"`, { user: 'dba', password: '007' }],
  ])('is taken as it is written: %s', (text, expected) => {
    const env = { TOKEN: 'a-token', PASSWORD: '007' };
    expect(load(withEngine(text), { env }).engine).toMatchObject(expected);
  });

  it('is none by default, and where all of its keys are commented out', () => {
    expect(load(minimal).engine).toBeUndefined();
    expect(load(`${minimal}engine:\n  # query: ${url}\n`).engine).toBeUndefined();
  });

  it('takes certificates from files beside the configuration, or as texts', () => {
    const pems = `clientCertificate: ${folder}client.pem, clientKey: "\${KEY}", ca: ${folder}ca.pem`;
    const env = { KEY: pem('client-key') };
    expect(load(withEngine(`query: ${url}, ${pems}`), { env }).engine).toMatchObject({
      clientCertificate: pem('client'),
      clientKey: pem('client-key'),
      ca: pem('ca'),
    });
  });

  it.each([
    [
      `graphStore: ${url}`,
      '5 engine: has no query, so that nothing would answer; add query, the URL that answers ' +
        'queries; to push to a store that is not to be asked, use cdif-graph push URL',
    ],
    [`qery: ${url}`, '5 engine.qery: is not known; did you mean query?'],
    [
      `query: "https://me:secret@store.example.org/"`,
      '5 engine.query: is "https://…@store.example.org/"; give a URL without user name and ' +
        'password, since URLs are kept and printed',
    ],
    [
      `query: "ftp://store.example.org/"`,
      '5 engine.query: is "ftp://store.example.org/"; give an absolute http or https URL, such as ' +
        'https://repository.example.org/',
    ],
    [
      `query: ${url}, dialect: cdif-graph, graphStore: ${url}`,
      '5 engine.graphStore: is for a store that can be written to, which cdif-graph serve is not; ' +
        'remove it beside dialect cdif-graph',
    ],
    [
      `query: ${url}, dialect: oracle`,
      '5 engine.dialect: is "oracle"; give one of standard, virtuoso, cdif-graph',
    ],
    [
      `query: ${url}, without: [records]`,
      '5 engine.without[0]: is "records"; give one of index, views, provenance, problems',
    ],
    [`query: ${url}, user: dba`, '5 engine.user: needs password; add password'],
    [`query: ${url}, password: dba`, '5 engine.password: needs user; add user'],
    [
      `query: ${url}, user: a, password: b, token: c`,
      '5 engine.token: is given beside user, but one authenticates; keep one of them',
    ],
    [
      `query: ${url}, clientKey: ${folder}client-key.pem`,
      '5 engine.clientKey: needs clientCertificate; add clientCertificate',
    ],
    [
      `query: "http://127.0.0.1/", ca: ${folder}ca.pem`,
      '5 engine.ca: is for https, but the engine has only http URLs; remove it, or use an https URL',
    ],
    [
      `query: ${url}, ca: ${folder}none.pem`,
      '5 engine.ca: names a file that cannot be read (ENOENT); name a file that can be read, or ' +
        'give the PEM text itself',
    ],
  ])('is refused with line and remedy: %s', (text, complaint) => {
    expect(wrong(text)).toEqual([complaint]);
  });

  it.each([
    ['user: "SECRET:a", password: b', 'engine.user: has a value that does not fit'],
    ['user: a, password: "SECRET\\n"', 'engine.password: has a value that does not fit'],
    ['user: a, password: 4711', 'engine.password: has a value that does not fit'],
    ['token: "SECRET and more"', 'engine.token: has a value that does not fit'],
    ['token: "${TOKEN}"', 'engine.token: has a value that does not fit'],
  ])('is refused without showing what may be secret: %s', (text, complaint) => {
    const [shown = '', ...others] = wrong(`query: ${url}, ${text}`, { TOKEN: 'SECRET\n' });
    expect(shown).toContain(complaint);
    expect(shown).not.toMatch(/SECRET|4711/u);
    expect(others).toEqual([]);
  });

  it('is reported with all mistakes at once', () => {
    const text = withEngine('query: 1, dialect: a, user: a').replace('https://a.', 'ftp://a.');
    expect(complaints(text).map((line) => line.split(' ')[1])).toEqual([
      'sources[0].site:',
      'engine.query:',
      'engine.dialect:',
      'engine.user:',
    ]);
  });
});

/** Loads a text that has mistakes in its sources. */
async function loaded(
  engine: string,
  env: Record<string, string> = {},
): Promise<{ readonly cwd: string } & Pick<Config, 'engine' | 'store'>> {
  const cwd = temporaryDirectory();
  const sources = 'sources: [{ site: 1, headers: { A: "${TOKEN}" } }]\nworkers: many\n';
  writeFileSync(join(cwd, 'config.yaml'), `store: { path: here }\n${engine}${sources}`);
  return { cwd, ...(await loadStoreAndEngine('config.yaml', { env, cwd })) };
}

describe('loading only what queries need', () => {
  it('ignores mistakes and unset variables of sources', async () => {
    const text = `engine: { query: ${url}, token: "\${STORE_TOKEN}", ca: ${folder}ca.pem }\n`;
    const { cwd, store, engine } = await loaded(text, { STORE_TOKEN: 'a' });
    expect(store.path).toBe(join(cwd, 'here'));
    expect(engine).toMatchObject({ query: url, token: 'a', ca: pem('ca') });
    expect((await loaded('')).engine).toBeUndefined();
  });

  it.each([
    [`engine: { query: ${url}, token: "\${STORE_TOKEN}" }\n`, 'STORE_TOKEN, which is not set'],
    ['engine: { query: 1, dialect: a }\n', 'config.yaml:2:30 engine.dialect: is "a"'],
    [`engine: { query: ${url}, ca: none.pem }\n`, 'config.yaml:2:56 engine.ca: names a file that'],
  ])('refuses mistakes of the store, at their place: %s', async (text, complaint) => {
    await expect(loaded(text)).rejects.toThrow(complaint);
  });

  it('has no pattern for secrets in the JSON Schema, which depends on the editor', () => {
    expect(configJsonSchemaText()).not.toContain(String.raw`\\p{`);
  });
});
