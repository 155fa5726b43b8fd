import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SiteReport } from '../../src/model/site-check.ts';
import { createWorkspace, localConfig, type Workspace } from '../cli/workspace.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** Their report is larger than the buffer of a pipe. */
const pages = 200;

let server: Server;
let origin: string;
let workspace: Workspace;
/** What is not answered, and what happens when it is requested. */
const held = { path: '/none', reached: (): void => undefined };

beforeAll(async () => {
  workspace = await createWorkspace();
  server = createServer(({ url = '' }, response) => {
    if (url.startsWith(held.path)) held.reached();
    else if (url === '/robots.txt') response.end(`Sitemap: ${origin}/sitemap.xml`);
    else if (url === '/sitemap.xml') {
      const locations = Array.from({ length: pages }, (_, at) => `<loc>${origin}/page/${at}</loc>`);
      response.end(`<urlset><url>${locations.join('</url><url>')}</url></urlset>`);
    } else if (url.startsWith('/page/')) response.end(pageOf(url));
    else response.end('<metadata/>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await workspace.write('config.yaml', localConfig('urls: ["http://127.0.0.1:1/"]'));
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await workspace.remove();
});

function pageOf(path: string): string {
  const subjectOf = {
    '@type': 'DataDownload',
    contentUrl: `${origin}/xml${path}`,
    encodingFormat: 'application/xml',
  };
  const record = { '@context': 'https://schema.org/', '@type': 'Dataset', name: path, subjectOf };
  return `<html><script type="application/ld+json">${JSON.stringify(record)}</script></html>`;
}

const notYet = (_signal: NodeJS.Signals): void => undefined;

/** Checks the site, and sends a signal when it requests what the server holds. */
async function interrupted(path: string, signal: NodeJS.Signals) {
  let kill = notYet;
  held.path = path;
  held.reached = () => kill(signal);
  onTestFinished(() => {
    held.path = '/none';
    server.closeAllConnections();
  });
  return workspace.runProcess(['check', origin, '--json', '--quiet'], {
    onStart: (given) => {
      kill = given;
    },
  });
}

describe.skipIf(process.platform === 'win32')('a check that is interrupted', () => {
  it('has nothing to report before it knows what the URL is', async () => {
    const { stdout, stderr, code } = await interrupted('/robots.txt', 'SIGINT');
    expect({ stdout, stderr, code }).toEqual({
      stdout: '',
      stderr: 'cdif-graph: interrupted\n',
      code: 130,
    });
  });

  it.each([
    ['while it reads the sitemap', '/sitemap.xml', 'SIGTERM', 143],
    ['while it visits pages', '/page/50', 'SIGINT', 130],
    ['while it checks linked documents', '/xml/page/150', 'SIGTERM', 143],
  ] as const)('reports what it saw %s', async (_when, path, signal, expected) => {
    const { stdout, stderr, code } = await interrupted(path, signal);
    expect({ stderr, code }).toEqual({ stderr: '', code: expected });
    expect(JSON.parse(stdout)).toMatchObject({ endedBy: 'interrupted', start: 'site' });
  });

  it('counts the linked documents that it did not request', async () => {
    const { stdout } = await interrupted('/xml/page/150', 'SIGINT');
    const { linked } = JSON.parse(stdout) as SiteReport; // Its own output.
    expect(linked.unchecked).toBeGreaterThan(0);
    expect((linked.unchecked ?? 0) + (linked['no-schema'] ?? 0)).toBe(pages);
  });

  it('ends while nobody reads its report', async () => {
    const child = spawn(process.execPath, [cli, 'check', origin, '--json', '--quiet'], {
      cwd: workspace.folder,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exit = once(child, 'exit');
    // The report is there, and waits for its reader.
    await once(child.stdout, 'readable');
    child.kill('SIGINT');
    expect(await exit).toEqual([null, 'SIGINT']);
  });
});
