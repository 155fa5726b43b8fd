import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from '../support/run-command.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

const token = 'c0ffee-not-to-be-seen';
const authorization = `Bearer ${token}`;

interface Watched {
  readonly server: Server;
  readonly origin: string;
  /** What came with each path that was asked for. */
  readonly seen: Map<string, string>;
}

/** A server of pages by their path, that refuses all but robots.txt to who shows nothing where it wants to be shown something. */
async function watch(pages: (path: string) => string, wants: boolean): Promise<Watched> {
  const seen = new Map<string, string>();
  const server = createServer(({ url = '', headers }, response) => {
    const shown = headers.authorization ?? 'nothing';
    seen.set(url, shown);
    if (wants && shown !== authorization) response.writeHead(401).end();
    else if (url === '/gone.html') response.writeHead(302, { location: pages(url) }).end();
    else response.end(pages(url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // what it is for a server that listens on a port
  return { server, origin: `http://127.0.0.1:${port}`, seen };
}

function record(name: string): string {
  const text = { '@context': 'https://schema.org/', '@type': 'Dataset', name };
  return `<script type="application/ld+json">${JSON.stringify(text)}</script>`;
}

let workspace: Workspace;
let stranger: Watched;
let own: Watched;

beforeAll(async () => {
  workspace = await createWorkspace();
  stranger = await watch((path) => (path === '/robots.txt' ? '' : record(path)), false);
  own = await watch((path) => {
    if (path === '/robots.txt') return `Sitemap: ${own.origin}/sitemap.txt`;
    if (path === '/gone.html') return `${stranger.origin}/redirected.html`;
    if (path === '/sitemap.txt') {
      const urls = [`${own.origin}/1.html`, `${own.origin}/2.html`, `${own.origin}/gone.html`];
      return [...urls, `${stranger.origin}/listed.html`].join('\n');
    }
    const link = `<link rel="describedby" type="application/ld+json" href="${stranger.origin}/linked">`;
    return path === '/2.html' ? link : record(path);
  }, true);
  await workspace.write(
    'config.yaml',
    [
      'store: { path: ./catalogue }',
      'workers: 0',
      'http: { allowPrivateAddresses: true, retries: 0, perHost: { delayMs: 0 } }',
      'sources:',
      '  - name: guarded',
      `    site: "${own.origin}"`,
      '    headers: { Authorization: "Bearer ${TOKEN}" }',
      '',
    ].join('\n'),
  );
});

afterAll(async () => {
  own.server.close();
  stranger.server.close();
  await workspace.remove();
});

function run(...args: readonly string[]): Promise<CommandResult> {
  return workspace.run(args, { env: { TOKEN: token } });
}

describe('the token of a source', () => {
  it('opens its site, with robots.txt and sitemaps, and is shown to nobody else', async () => {
    const { code } = await run('ingest', 'config.yaml');
    expect(code).toBe(0);
    expect(Object.fromEntries(own.seen)).toEqual({
      '/robots.txt': authorization,
      '/sitemap.txt': authorization,
      '/1.html': authorization,
      '/2.html': authorization,
      '/gone.html': authorization,
    });
    expect(Object.fromEntries(stranger.seen)).toEqual({
      '/robots.txt': 'nothing',
      '/listed.html': 'nothing',
      '/linked': 'nothing',
      '/redirected.html': 'nothing',
    });
  });

  it('is in nothing that is printed or kept', async () => {
    const url = `${own.origin}/1.html`;
    const gone = `${own.origin}/gone.html`;
    const results = await Promise.all([
      run('ingest', 'config.yaml', '--dry-run', '--json'),
      run('show', url, '--json'),
      run('explain', url, '--json'),
      run('explain', '--live', gone, '--json'),
      run('export'),
    ]);
    for (const { stdout, stderr } of results) {
      expect(stdout + stderr).toContain(own.origin);
      expect(stdout + stderr).not.toContain(token);
    }
    const folder = join(workspace.folder, 'catalogue');
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((name) => readFileSync(join(folder, name)).includes(token))).toEqual([]);
  });

  it('opens what only its owner may read, in the catalogue, its copies and the log', async () => {
    const modeOf = (name: string): number => statSync(join(workspace.folder, name)).mode & 0o777;
    await workspace.write('run.log', '');
    chmodSync(join(workspace.folder, 'run.log'), 0o644);
    chmodSync(join(workspace.folder, 'catalogue', 'data.mdb'), 0o644);
    await run('ingest', 'config.yaml', '--log', 'run.log');
    await run('ingest', 'config.yaml', '--log', 'new.log');
    await run('compact');
    await run('backup', 'backup.mdb');
    await run('export', '--out', 'all.nq');
    const files = readdirSync(join(workspace.folder, 'catalogue'));
    for (const name of files)
      expect([name, modeOf(join('catalogue', name))]).toEqual([name, 0o600]);
    expect(files).toEqual(expect.arrayContaining(['data.mdb', 'lock.mdb']));
    expect(modeOf('catalogue')).toBe(0o700);
    expect(['run.log', 'new.log', 'backup.mdb'].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
    expect(modeOf('all.nq')).toBe(0o666 & ~process.umask());
    const log = readFileSync(join(workspace.folder, 'run.log'), 'utf8');
    expect(log).toContain(own.origin);
    expect(log).not.toContain(token);
  });

  it('is not shown if it cannot be sent', async () => {
    const { stderr, code } = await workspace.run(['ingest', 'config.yaml'], {
      env: { TOKEN: `${token}\n` },
    });
    expect(code).toBe(3);
    expect(stderr).toContain('a header field cannot hold');
    expect(stderr).not.toContain(token);
  });
});
