import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandResult } from '../support/run-command.ts';
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
  if (url === '/broken-link') {
    return [200, { 'content-type': 'text/html', link: '</gone>; rel="describedby"' }, '<p>'];
  }
  if (url === '/cut') return [200, { 'content-type': 'application/ld+json' }, '{"@id":'];
  if (url !== '/metadata.jsonld') return [404, {}, ''];
  const dataset = { '@type': 'Dataset', '@id': `${origin}/pid/7`, name: 'Tides', version: '7' };
  const json = JSON.stringify({ '@context': 'https://schema.org/', ...dataset });
  return [200, { 'content-type': 'application/ld+json' }, json];
}

beforeAll(async () => {
  workspace = await createWorkspace();
  server = createServer(({ url = '' }, response) => {
    if (url === '/never') return;
    const [status, headers, body] = answer(url);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await workspace.remove();
});

async function live(args: readonly string[], stdin = ''): Promise<CommandResult> {
  return workspace.run([...args, '--live', '--allow-private-addresses'], { stdin });
}

describe('--live', () => {
  it('follows a PID to its metadata, needs no catalogue and leaves none', async () => {
    const { stdout, code } = await live(['kernel', `${origin}/pid/7`, '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      graph: `${origin}/metadata.jsonld`,
      objects: [{ iri: `${origin}/pid/7`, attributes: { version: { values: [{ text: '7' }] } } }],
    });
    expect(code).toBe(0);
    expect(await readdir(workspace.folder)).toEqual([]);
  });

  it('continues after a name that leads nowhere', async () => {
    const names = `isbn:7\n${origin}/nothing\n${origin}/pid/7\n`;
    const { stdout, stderr, code } = await live(['kernel', '-', '--format', 'handle'], names);
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stderr).toContain(
      'isbn:7 is not a URL, DOI, Handle or ARK, so it cannot be followed on the Web.',
    );
    expect(stderr).toContain(`No metadata record was found at ${origin}/nothing: `);
    expect(code).toBe(1);
  });

  it('shows the links that the target of a PID should send, with the page that links to it', async () => {
    const { stdout } = await live(['signposting', `${origin}/pid/7`, '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      iri: `${origin}/pid/7`,
      sets: [
        { sender: 'landing page', anchor: `${origin}/landing` },
        { sender: 'metadata', anchor: `${origin}/metadata.jsonld` },
      ],
    });
  });

  it('sums up a record with all that led to it', async () => {
    const { stdout, code } = await live(['show', `${origin}/pid/7`]);
    expect(stdout).toMatch(/^Tides \(Dataset\)\n {2}IRI {11}http.*\n {2}version {7}7\n/u);
    expect(stdout).toContain(`Typed links\n  describedby header   ${origin}/metadata.jsonld`);
    expect(stdout).toContain('found as      a JSON-LD document');
    expect(stdout).toContain('More, with --live: --graph');
    expect(stdout).not.toMatch(/copy|copied/u);
    expect(code).toBe(0);
    expect(await readdir(workspace.folder)).toEqual([]);
  });

  it.each([
    ['--graph', /^<http.*\/pid\/7> <http:\/\/schema\.org\/name> "Tides" <http.*jsonld> \.$/mu],
    ['--raw', /"name":"Tides"/u],
    ['--provenance', /#route> <urn:cdif-graph:ns#direct> <urn:cdif-graph:provenance> \.$/mu],
    ['--json', /"details": \[/u],
  ])('shows a record as in a catalogue: %s', async (view, text) => {
    const { stdout, code } = await live(['show', `${origin}/pid/7`, view]);
    expect(stdout).toMatch(text);
    expect(code).toBe(0);
  });

  it('shows nothing without a record', async () => {
    const { stdout, stderr, code } = await live(['show', `${origin}/nothing`]);
    expect(stdout).toBe('');
    expect(stderr).toContain(`No metadata record was found at ${origin}/nothing: `);
    expect(code).toBe(1);
  });

  it('prints JSON even without a record', async () => {
    const { stdout } = await live(['show', `${origin}/nothing`, '--json']);
    expect(JSON.parse(stdout)).toEqual({ name: `${origin}/nothing`, records: [] });
  });

  it.each([
    ['/nothing', 'the server answered that it does not exist', 'URL not served (HTTP status 404)'],
    ['/cut', 'the response offers metadata, but none of it is usable', 'JSON that cannot be read'],
    [
      '/broken-link',
      'no metadata of its own, only links to metadata',
      'URL not served (HTTP status 404)',
    ],
  ])(
    'gives the reason for a missing record, and a command that explains it: %s',
    async (path, state, problem) => {
      const { stderr } = await live(['kernel', `${origin}${path}`]);
      expect(stderr).toContain(`No metadata record was found at ${origin}${path}: ${state}.`);
      expect(stderr).toContain(problem);
      expect(stderr).toContain(
        `For details: cdif-graph explain --live '${origin}${path}' --allow-private-addresses\n`,
      );
    },
  );

  it('names the option that permits requests to private addresses', async () => {
    const { stderr, code } = await workspace.run(['signposting', `${origin}/pid/7`, '--live']);
    expect(stderr).toContain('Address refused (address 127.0.0.1)');
    expect(stderr).toContain('--allow-private-addresses permits requests to such addresses.');
    expect(code).toBe(1);
  });

  it('waits no longer than it may', async () => {
    const { stderr, code } = await live(['kernel', `${origin}/never`, '--timeout', '1']);
    expect(stderr).toContain('it took longer than 1 s (--timeout allows more).');
    expect(code).toBe(1);
  });

  it.each([
    [['kernel', '--source', 'tides', '--live'], '--live follows a name on the Web'],
    [['kernel', 'doi:10.1234/5', '--allow-private-addresses'], 'needs --live.'],
    [['show', 'doi:10.1234/5', '--allow-private-addresses'], 'needs --live.'],
  ])('is refused with %j', async (args, message) => {
    const { stderr, code } = await workspace.run(args);
    expect(stderr).toContain(message);
    expect(code).toBe(3);
  });
});
