import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CliResult } from '../support/run-cli.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;
let server: Server;
let origin: string;

/** A PID that leads to a landing page without metadata, whose `Link` field leads to it. */
function answer(url: string): [number, Record<string, string>, string] {
  if (url === '/pid/7') return [302, { location: '/landing' }, ''];
  if (url === '/landing') {
    const link = '</metadata.jsonld>; rel="describedby"; type="application/ld+json"';
    return [200, { 'content-type': 'text/html', link }, '<title>Tides</title>'];
  }
  if (url !== '/metadata.jsonld') return [404, {}, ''];
  const dataset = { '@type': 'Dataset', '@id': `${origin}/pid/7`, name: 'Tides', version: '7' };
  const json = JSON.stringify({ '@context': 'https://schema.org/', ...dataset });
  return [200, { 'content-type': 'application/ld+json' }, json];
}

beforeAll(async () => {
  workspace = await createWorkspace();
  server = createServer(({ url = '' }, response) => {
    const [status, headers, body] = answer(url);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await workspace.remove();
});

async function live(args: readonly string[], stdin = ''): Promise<CliResult> {
  return workspace.run(['kernel', ...args, '--live', '--allow-private-addresses'], { stdin });
}

describe('kernel --live', () => {
  it('follows a PID to its metadata, needs no catalogue and leaves none', async () => {
    const { stdout, code } = await live([`${origin}/pid/7`, '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      graph: `${origin}/metadata.jsonld`,
      objects: [{ iri: `${origin}/pid/7`, attributes: { version: { values: [{ text: '7' }] } } }],
    });
    expect(code).toBe(0);
    expect(await readdir(workspace.folder)).toEqual([]);
  });

  it('goes on behind what leads nowhere', async () => {
    const names = `isbn:7\n${origin}/nothing\n${origin}/pid/7\n`;
    const { stdout, stderr, code } = await live(['-', '--format', 'handle'], names);
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stderr).toContain('isbn:7 is no URL, DOI, Handle or ARK, so it leads nowhere.');
    expect(stderr).toContain(`No metadata record was found at ${origin}/nothing.`);
    expect(code).toBe(1);
  });

  it.each([
    [['--source', 'tides', '--live'], '--live looks for what a name leads to'],
    [['doi:10.1234/5', '--allow-private-addresses'], '--allow-private-addresses is for --live.'],
  ])('is refused with %j', async (args, message) => {
    const { stderr, code } = await workspace.run(['kernel', ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(3);
  });
});
