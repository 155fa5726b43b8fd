import { copyFileSync, mkdirSync, rmSync, truncateSync, writeFileSync, readdirSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PushLedger } from '../../src/catalogue/push-ledger.ts';
import { startRdfStore } from '../support/rdf-store.ts';
import { changingWorkspace } from './changing-workspace.ts';
import { graphsOf, impatience, isWrite, pushWorkspace } from './push-workspace.ts';
import type { Workspace } from './workspace.ts';

const equal = /: 13 graphs equal, 0 different, 0 missing\n$/u;

describe('cdif-graph push', () => {
  it('sends everything, then nothing, then what a harvest changed, and shows what it did', async () => {
    const { site, workspace } = await changingWorkspace(12);
    const store = await startRdfStore();
    onTestFinished(store.close);
    const push = async (...args: readonly string[]): ReturnType<Workspace['run']> =>
      workspace.run(['push', store.graphStore, '--store', 'catalogue', ...args]);
    await workspace.run(['ingest', 'config.yaml']);
    const dry = await push('--dry-run');
    expect(dry.stdout).toContain(
      'Everything is to be pushed, because this catalogue has no record',
    );
    expect(graphsOf(store)).toEqual([]);
    const first = await push();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^http:\S+: change \d+ of the catalogue\nEverything was pushed, because this catalogue has no /u,
    );
    expect(first.stdout).toMatch(/record graphs +16 +0 +0 +0 +0\n/u);
    expect(first.stdout).toMatch(/\n[\d,]+ statements in \d+ writes, [\d.]+ s\n$/u);
    expect((await push()).stdout).toMatch(/\nThe store is up to date: nothing to push\.\n$/u);
    site.change([0, 9]);
    site.remove([3]);
    await workspace.run(['ingest', 'config.yaml', '--allow-removals']);
    const counted = JSON.parse((await push('--dry-run', '--json')).stdout) as { records: object };
    const changed = JSON.parse((await push('--json')).stdout) as { records: object };
    expect(changed.records).toMatchObject({ changed: 6, removed: 1, unchanged: 9 });
    expect(counted.records).toEqual(changed.records);
    expect(await push('--verify')).toMatchObject({ code: 0 });
    await workspace.run(['compact', '--store', 'catalogue']);
    expect(JSON.parse((await push('--json')).stdout)).toMatchObject({ writes: 0 });
  });

  it('writes by Update alone, or by both interfaces', async () => {
    const { store, push } = await pushWorkspace();
    const byUpdate = ['--update', store.update, '--query', store.query];
    expect(await push(byUpdate)).toMatchObject({ code: 0, stderr: '' });
    expect(store.requests.some(({ service }) => service === 'graph-store')).toBe(false);
    expect((await push([...byUpdate, '--verify'])).stdout).toMatch(equal);
    const byBoth = [store.graphStore, ...byUpdate];
    const other = await push(byBoth);
    expect(other.stdout).toContain('Everything was pushed, because the store has the marker of an');
    expect((await push([...byBoth, '--verify'])).stdout).toMatch(equal);
    // The graphs have blank nodes now, which the earlier push must notice.
    expect((await push(byUpdate)).stdout).toContain('or pushed to by another address');
    expect((await push([...byUpdate, '--verify'])).stdout).toMatch(equal);
  });

  it('leaves graphs out, names them with a prefix, and sends everything with --full', async () => {
    const { store, push } = await pushWorkspace();
    await push([store.graphStore, '--graph-prefix', 'https://one.example/', '--source', 'local']);
    await push([store.graphStore]);
    expect(graphsOf(store)).toHaveLength(28);
    const without = ['--without', 'index,views', '--without', 'problems'];
    const { stdout } = await push([store.graphStore, ...without]);
    expect(stdout).not.toContain('nothing to push');
    expect(stdout).toMatch(/^0 statements in \d+ writes/mu);
    expect(graphsOf(store)).toHaveLength(25);
    const full = await push([store.graphStore, '--full']);
    expect(full.stdout).toContain('Everything was pushed, because --full asks for it.');
    expect((await push([store.graphStore, '--verify'])).stdout).toMatch(equal);
    const prefixed = ['--verify', '--graph-prefix', 'https://one.example/'];
    expect((await push([store.graphStore, ...prefixed])).stdout).toMatch(equal);
  });

  it('tells with --verify which statements differ, and exits with 1', async () => {
    const { store, push } = await pushWorkspace();
    await push([store.graphStore]);
    const record = graphsOf(store)[0] ?? '';
    store.held.update(
      `DROP GRAPH <${record}> ; ` +
        'INSERT DATA { GRAPH <urn:cdif-graph:index> { <urn:a> <urn:b> "\\u001B[2J" } }',
    );
    const { code, stdout } = await push([store.graphStore, '--verify']);
    expect(code).toBe(1);
    expect(stdout).toContain(': 11 graphs equal, 1 different, 1 missing\n');
    expect(stdout).toContain(
      '\nurn:cdif-graph:index\n  1 statement only in the store:\n    <urn:a> <urn:b> "\\u001B[2J"\n',
    );
    expect(stdout).toMatch(
      new RegExp(`\\n${record}\\n  \\d+ statements only in the catalogue:`, 'u'),
    );
    const json = JSON.parse(
      (await push([store.graphStore, '--verify', '--json'])).stdout,
    ) as object;
    expect(json).toMatchObject({ store: store.graphStore, equal: 11, different: 1, missing: 1 });
  });

  it('pushes to the store of the configuration, and the arguments replace it', async () => {
    const { workspace, store } = await pushWorkspace({
      access: { scheme: 'bearer', token: 'abc' },
    });
    await workspace.write(
      'stores.yaml',
      `store: { path: ./catalogue }\nengine: { query: "${store.query}", ` +
        `graphStore: "${store.graphStore}", token: "\${STORE_TOKEN}", without: [views] }\n` +
        'sources: []\n',
    );
    const env = { STORE_TOKEN: 'abc' };
    const run = async (...args: readonly string[]): ReturnType<Workspace['run']> =>
      workspace.run(['push', '--config', 'stores.yaml', ...args], { env });
    expect(await run()).toMatchObject({ code: 0, stderr: '' });
    expect(graphsOf(store)).toHaveLength(13);
    expect(graphsOf(store)).not.toContain('urn:cdif-graph:views');
    const refused = await run(store.graphStore);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('requires authentication (401 Unauthorized); set CDIF_GRAPH_');
  });
});

describe('the credentials of a push', () => {
  const login = { user: 'anna', password: 'geheim' };
  const asUser = { CDIF_GRAPH_USER: 'anna', CDIF_GRAPH_PASSWORD: 'geheim' };

  it.each([
    [{ scheme: 'basic', ...login } as const, asUser],
    [{ scheme: 'digest', ...login, uses: 3 } as const, asUser],
    [{ scheme: 'bearer', token: 'abc' } as const, { CDIF_GRAPH_TOKEN: 'abc' }],
  ])('come from the environment: %o', async (access, env) => {
    const { store, push } = await pushWorkspace({ access });
    expect(await push([store.graphStore], { env })).toMatchObject({ code: 0, stderr: '' });
    expect((await push([store.graphStore, '--verify'], { env })).stdout).toMatch(equal);
    const wrong = { ...env, CDIF_GRAPH_PASSWORD: 'SECRET', CDIF_GRAPH_TOKEN: '' };
    const bad = 'CDIF_GRAPH_TOKEN' in env ? { CDIF_GRAPH_TOKEN: 'SECRET' } : wrong;
    const { code, stderr } = await push([store.graphStore], { env: bad });
    expect(code).toBe(1);
    expect(stderr).toMatch(/graph-store refuses the credentials \(401 Unauthorized\); see CDIF_/u);
    expect(stderr).not.toMatch(/SECRET|geheim/u);
  });

  it('can be a client certificate', async () => {
    const { store, push } = await pushWorkspace({ tls: true });
    const folder = join(import.meta.dirname, '../support/tls');
    const ca = { CDIF_GRAPH_CA: join(folder, 'ca.pem') };
    const env = {
      ...ca,
      CDIF_GRAPH_CLIENT_CERTIFICATE: join(folder, 'client.pem'),
      CDIF_GRAPH_CLIENT_KEY: join(folder, 'client-key.pem'),
    };
    expect(await push([store.graphStore], { env })).toMatchObject({ code: 0, stderr: '' });
    expect((await push([store.graphStore], { env: ca })).code).toBe(0);
    const anonymous = await push([store.graphStore, '--full'], { env: ca });
    expect(anonymous).toMatchObject({ code: 1 });
    expect(anonymous.stderr).toContain('(403 Forbidden)');
    expect((await push([store.graphStore])).stderr).toContain(
      'as CDIF_GRAPH_CA, or as ca in engine',
    );
  });
});

describe('a push is refused', () => {
  it.each([
    [[], 3, /No store is named: give the URL of its Graph Store, or --update, or set engine\./u],
    [['--query', 'http://127.0.0.1:9/'], 3, /--query is used together with --update only/u],
    [
      ['STORE', '--source', 'nobody'],
      3,
      /the catalogue has no source nobody; its sources are local/u,
    ],
    [['STORE', '--without', 'view'], 3, /Allowed are index, views, provenance, problems/u],
    [
      ['STORE', '--graph-prefix', 'one'],
      3,
      /It must be the beginning of an IRI without #, such as/u,
    ],
    [['STORE', '--verify', '--full'], 3, /--verify compares and writes nothing: give it without/u],
    [['STORE', '--dialect', 'fuseki'], 3, /Allowed choices are standard, virtuoso, cdif-graph/u],
    [['graphs'], 3, /It must be a URL, such as http:/u],
    [
      ['http://anna:SECRET@127.0.0.1:9/'],
      3,
      /without user name and password: set CDIF_GRAPH_USER/u,
    ],
    [['ORIGIN/nowhere'], 1, /\/nowhere is no graph store \(404 Not Found\)/u],
    [['ORIGIN/update'], 1, /\/update is no graph store \(405 Method Not Allowed\)/u],
  ])('with %j', async (args, exitCode, message) => {
    const { store, push } = await pushWorkspace();
    const { origin } = new URL(store.graphStore);
    const given = args.map((each) =>
      each.replace('STORE', store.graphStore).replace('ORIGIN', origin),
    );
    const { code, stdout, stderr } = await push(given);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('SECRET');
    expect(graphsOf(store)).toEqual([]);
  });

  it('where it leads to cdif-graph serve', async () => {
    const { push } = await pushWorkspace();
    const server = createServer((_, response) => {
      response.writeHead(404, { server: 'cdif-graph/1.0.0' }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    // A server on a TCP port has such an address.
    const { port } = server.address() as AddressInfo;
    expect(await push([`http://127.0.0.1:${port}/sparql`])).toMatchObject({
      code: 1,
      stderr: `cdif-graph: http://127.0.0.1:${port}/sparql takes no writes: it is cdif-graph serve\n`,
    });
  });

  it('while another one goes on, unless it may wait', async () => {
    const { workspace, store, push } = await pushWorkspace();
    const catalogue = join(workspace.folder, 'catalogue');
    const ledger = PushLedger.open({
      catalogue,
      store: store.graphStore,
      now: () => new Date(),
    });
    const { code, stderr } = await push([store.graphStore]);
    expect(code).toBe(5);
    expect(stderr).toMatch(/store http:\S+: process \d+ on .*; use --wait to wait for it/u);
    setTimeout(() => void ledger.close(), 100);
    expect(await push([store.graphStore, '--wait'])).toMatchObject({ code: 0 });
  });
});

describe('what a push recorded', () => {
  it('may be lost or damaged: the message says what to do, and nothing else', async () => {
    const { workspace, store, push } = await pushWorkspace();
    const ledgers = join(workspace.folder, 'catalogue/pushes');
    await push([store.graphStore]);
    const [name = ''] = readdirSync(ledgers);
    truncateSync(join(ledgers, name, 'data.mdb'), 5000);
    const damaged = await push([store.graphStore]);
    expect(damaged.code).toBe(1);
    expect(damaged.stderr).toMatch(/pushes\/\w+, cannot be read: .*; delete that directory, and/u);
    rmSync(ledgers, { recursive: true });
    const lost = await push([store.graphStore]);
    expect(lost.code).toBe(1);
    expect(lost.stderr).toContain('push with --full to replace those graphs');
    expect((await push([store.graphStore, '--full'])).code).toBe(0);
    expect((await push([store.graphStore, '--verify'])).stdout).toMatch(equal);
  });

  it('needs a directory that can be written to', async () => {
    const { workspace, store, push } = await pushWorkspace();
    writeFileSync(join(workspace.folder, 'catalogue/pushes'), '');
    const { code, stderr } = await push([store.graphStore]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /what the store has cannot be recorded in \S+\/pushes\/\w+: .*; when this/u,
    );
    expect(store.requests.filter(isWrite)).toEqual([]);
  });

  it('does not deceive a catalogue that was restored from a backup', async () => {
    const { site, workspace } = await changingWorkspace(3);
    const store = await startRdfStore();
    onTestFinished(store.close);
    const push = async (...args: readonly string[]): ReturnType<Workspace['run']> =>
      workspace.run(['push', store.graphStore, '--store', 'catalogue', ...args], {
        storePatience: impatience(),
      });
    const folder = join(workspace.folder, 'catalogue');
    await workspace.run(['ingest', 'config.yaml']);
    mkdirSync(join(workspace.folder, 'backup'));
    copyFileSync(join(folder, 'data.mdb'), join(workspace.folder, 'backup/data.mdb'));
    // Both renamings are the same change of the catalogue.
    await workspace.run(['rename-source', 'local', 'one', '--store', 'catalogue']);
    await push();
    copyFileSync(join(workspace.folder, 'backup/data.mdb'), join(folder, 'data.mdb'));
    await workspace.run(['rename-source', 'local', 'two', '--store', 'catalogue']);
    expect((await push('--json')).stdout).not.toContain('"writes": 0');
    expect(await push('--verify')).toMatchObject({ code: 0 });
    site.change([0, 1]);
    await workspace.run(['rebuild', '--store', 'catalogue']);
    await workspace.run(['remove', '--source', 'two', '--store', 'catalogue']);
    expect(await push()).toMatchObject({ code: 0 });
    expect(await push('--verify')).toMatchObject({ code: 0 });
    expect(graphsOf(store).filter((name) => name.startsWith('http'))).toEqual([]);
  });
});
