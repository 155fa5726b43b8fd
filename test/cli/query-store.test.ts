import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type QueriedTestStore, startQueriedStore } from '../support/queried-store.ts';
import type { CommandResult } from '../support/run-command.ts';
import { copyDemo } from './demo-workspace.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

let local: Workspace;
/** Has a configuration, but no catalogue. */
let elsewhere: Workspace;
let store: QueriedTestStore;

beforeAll(async () => {
  ({ workspace: local } = await copyDemo());
  elsewhere = await createWorkspace();
  store = await startQueriedStore((await local.run(['export'])).stdout);
});

afterAll(async () => {
  await store.close();
  await elsewhere.remove();
  await local.remove();
});

beforeEach(async () => {
  store.instead = undefined;
  await elsewhere.write(
    'config.yaml',
    configured('user: "${STORE_USER}", password: b', 'token: c'),
  );
});

/** Its source has mistakes, which do not matter to queries. */
function configured(...engines: readonly string[]): string {
  const keys = [`query: "${store.url}?key=hidden"`, ...engines.slice(1)].join(', ');
  return [
    'store: { path: ./none }',
    `engine: { ${keys} }`,
    'sources: [{ name: a, site: 1, headers: { A: "${UNSET}" } }]',
    '',
  ].join('\n');
}

/** Statements, and rows without ORDER BY, have no order. */
function sortLines(text: string): readonly string[] {
  return text.split('\n').toSorted();
}

describe('query with a store in the configuration', () => {
  it.each([
    ['datasets'],
    ['search-text', '--param', 'word=halm sound', '--format', 'csv'],
    ['facets-types', '--format', 'json'],
    [
      'SELECT * { GRAPH ?g { ?z a schema:Dataset ; schema:name ?a } } ORDER BY ?a',
      '--format',
      'tsv',
    ],
    ['ASK { GRAPH ?g { ?s a schema:Dataset } }'],
    [
      'CONSTRUCT { <urn:a> schema:name ?n } WHERE { GRAPH ?g { ?s schema:name ?n } }',
      '--format',
      'nq',
    ],
  ])('prints what the catalogue itself gives: %s', async (...args) => {
    const asked = store.seen.length;
    const here = await local.run(['query', '--store', 'catalogue', ...args]);
    expect(here.stdout).not.toBe('');
    expect(store.seen.length).toBe(asked);
    const there = await elsewhere.run(['query', ...args]);
    expect({ ...there, stdout: sortLines(there.stdout) }).toEqual({
      ...here,
      stdout: sortLines(here.stdout),
    });
    expect(store.seen.at(-1)).toMatchObject({ authorization: 'Bearer c' });
  });

  it('answers query after query with --interactive', async () => {
    const stdin = 'SELECT (1 AS ?n) {}\n\nsearch-text word="halm sound"\n';
    const { stdout, stderr, code } = await elsewhere.run(
      ['query', '--interactive', '--format', 'csv'],
      { stdin },
    );
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toMatch(/^n\r\n1\r\n[^]*Halm Sound/u);
  });

  it('refuses SERVICE and prefixes of nobody at their place, without asking', async () => {
    const asked = store.seen.length;
    const { stderr, code } = await elsewhere.run(['query', 'ASK {\n SERVICE <http://x/> {} }']);
    expect(code).toBe(1);
    expect(stderr).toContain('at line 2, column 2: SERVICE would ask another endpoint');
    expect((await elsewhere.run(['query', 'ASK { ?s x:y ?o }'])).stderr).toContain('x: is not');
    expect(store.seen.length).toBe(asked);
  });

  it('says on a terminal who answers, and never with the parameters of its URL', async () => {
    const shown = store.url;
    const args = ['query', 'ASK {}'];
    expect((await elsewhere.run(args, { hasTerminal: true })).stderr).toBe(
      `cdif-graph: ${shown} answers (engine.query of the configuration)\n`,
    );
    expect((await elsewhere.run(args)).stderr).toBe('');
  });

  it('names the configuration where the store wants other credentials', async () => {
    store.instead = (response) => response.writeHead(401).end();
    const refused = await elsewhere.run(['query', 'ASK {}']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      `cdif-graph: ${store.url} refuses the credentials of engine in the configuration ` +
        '(401 Unauthorized)\n',
    );
    await elsewhere.write('config.yaml', configured('none'));
    expect((await elsewhere.run(['query', 'ASK {}'])).stderr).toContain(
      'requires authentication (401 Unauthorized); set token, or user and password, in engine of',
    );
  });

  it('refuses mistakes of the store with their place', async () => {
    await elsewhere.write('config.yaml', configured('', 'token: "${STORE_TOKEN}"'));
    const { stderr, code } = await elsewhere.run(['query', 'ASK {}']);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /config\.yaml:2:\d+ engine\.token: uses .* STORE_TOKEN, which is not set/u,
    );
  });

  it('is not needed by commands that read the catalogue', async () => {
    await local.write(
      'broken.yaml',
      'store: { path: ./catalogue }\nengine: { query: 1, token: "${UNSET}" }\n',
    );
    expect(await local.run(['search', '--config', 'broken.yaml'])).toMatchObject({ code: 0 });
    expect(await local.run(['query', '--config', 'broken.yaml', 'ASK {}'])).toMatchObject({
      code: 3,
    });
  });
});

async function askWith(env: Record<string, string>): Promise<CommandResult> {
  return elsewhere.run(['query', '--endpoint', store.url, 'ASK {}'], { env });
}

describe('the environment of query --endpoint', () => {
  it('authenticates the request', async () => {
    expect(await askWith({ CDIF_GRAPH_TOKEN: 'a-token' })).toMatchObject({ code: 0, stderr: '' });
    expect(store.seen.at(-1)?.authorization).toBe('Bearer a-token');
    await askWith({ CDIF_GRAPH_AUTHORIZATION: 'Basic YTpi', CDIF_GRAPH_TOKEN: '' });
    expect(store.seen.at(-1)?.authorization).toBe('Basic YTpi');
  });

  it.each([
    [{ CDIF_GRAPH_USER: 'SECRET' }, 'CDIF_GRAPH_USER needs CDIF_GRAPH_PASSWORD'],
    [{ CDIF_GRAPH_PASSWORD: 'SECRET' }, 'CDIF_GRAPH_PASSWORD needs CDIF_GRAPH_USER'],
    [
      { CDIF_GRAPH_AUTHORIZATION: 'SECRET', CDIF_GRAPH_TOKEN: 'SECRET' },
      'CDIF_GRAPH_AUTHORIZATION and CDIF_GRAPH_TOKEN are set, but one of them authenticates',
    ],
    [{ CDIF_GRAPH_TOKEN: 'SECRET\n' }, 'CDIF_GRAPH_TOKEN has a value that is no token'],
    [
      { CDIF_GRAPH_USER: 'SECRET:', CDIF_GRAPH_PASSWORD: 'SECRET' },
      'CDIF_GRAPH_USER has a value that is no user name',
    ],
    [{ CDIF_GRAPH_CA: 'SECRET.pem' }, 'CDIF_GRAPH_CA names a file that cannot be read (ENOENT)'],
    [
      { CDIF_GRAPH_CLIENT_KEY: '-----BEGIN SECRET-----' },
      'CDIF_GRAPH_CLIENT_KEY needs CDIF_GRAPH_CLIENT_CERTIFICATE',
    ],
  ])('is refused by the names of its variables, without their values: %j', async (env, message) => {
    const { stderr, stdout, code } = await askWith(env);
    expect({ stdout, code }).toEqual({ stdout: '', code: 3 });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('SECRET');
  });
});
