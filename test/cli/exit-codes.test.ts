import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/model/run-event.ts';
import { createWorkspace, localConfig, type Workspace } from './workspace.ts';

const record = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Dataset',
  name: 'Water levels',
  identifier: 'fen-1',
});

let server: Server;
let origin: string;
let workspace: Workspace;
/** Called when somebody waits for what does not come. */
let onWaiting = (): void => undefined;

/** Whether all that is asked for fails. */
let isDown = false;

/** Paths say what they answer; `/slow` waits until the test ends. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/good': (response) => response.setHeader('content-type', 'application/ld+json').end(record),
  '/empty.xml': (response) => response.setHeader('content-type', 'text/xml').end('<urlset/>'),
  '/slow': () => onWaiting(),
};

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const answer = answers[url];
    if (isDown) response.writeHead(503).end();
    else if (answer === undefined) response.writeHead(url === '/broken' ? 500 : 404).end();
    else answer(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});
beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(async () => {
  isDown = false;
  await workspace.remove();
});

async function ingest(source: string, ...options: string[]) {
  await workspace.write('config.yaml', localConfig(source));
  return workspace.run(['ingest', 'config.yaml', ...options]);
}

const urls = (...paths: string[]): string =>
  `urls: [${paths.map((path) => `"${origin}${path}"`).join(', ')}]`;

async function eventsOf(file: string): Promise<RunEvent[]> {
  const text = await readFile(join(workspace.folder, file), 'utf8');
  // Each line is an event; the assertions look at them.
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunEvent);
}

describe('the exit code of ingest', () => {
  it('is 0 where some of it failed, and 2 then with --strict', async () => {
    const source = urls('/good', '/broken');
    expect(await ingest(source)).toMatchObject({ code: 0 });
    expect(await ingest(source, '--strict')).toMatchObject({ code: 2 });
    expect(await ingest(urls('/good'), '--strict')).toMatchObject({ code: 0 });
  });

  it.each([
    ['its sitemap is empty', () => `sitemap: "${origin}/empty.xml"`],
    ['all that is listed fails', () => urls('/broken')],
    ['all that is listed is gone', () => urls('/missing')],
    ['its host is dead', () => 'urls: ["http://127.0.0.1:1/"]'],
  ])('is 1 where %s', async (_case, source) => {
    const plain = await ingest(source());
    expect(plain).toMatchObject({ code: 1 });
    expect(plain.stdout).toMatch(/^ {2}error +1 {2}/mu);
    expect(plain.stderr).toContain('The harvest came to nothing');
  });

  it('is 2 with --strict also where nothing comes of it', async () => {
    expect(await ingest(urls('/broken'), '--strict')).toMatchObject({ code: 2 });
  });

  it('is 1 where all that is had is kept from before', async () => {
    await ingest(urls('/good'));
    isDown = true;
    const failed = await ingest(urls('/good'));
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stdout).toContain('1 kept where the look failed');
  });

  it('is 1 where a fault ends it, and 3 where it is called wrongly', async () => {
    const locked = await ingest(urls('/good'), '--log', 'no/such/folder/log.jsonl');
    expect(locked).toMatchObject({ code: 1, stdout: '' });
    expect(locked.stderr).toMatch(/^cdif-graph: The log .*log\.jsonl cannot be written: ENOENT/u);
    expect(await ingest(urls('/good'), '--nonsense')).toMatchObject({ code: 3 });
    expect(await ingest('nonsense: true')).toMatchObject({ code: 3 });
  });

  it('is 1 where it was interrupted, and the log says what became of all', async () => {
    await workspace.write('config.yaml', localConfig(urls('/good', '/slow')));
    const interruption = new AbortController();
    onWaiting = () => interruption.abort();
    const { code } = await workspace.run(['ingest', 'config.yaml', '--log', 'log.jsonl'], {
      signal: interruption.signal,
    });
    expect(code).toBe(1);
    expect((await eventsOf('log.jsonl')).at(-1)).toMatchObject({
      event: 'run-ended',
      report: { interrupted: true },
    });
  });
});

describe('--log', () => {
  it('appends what happens to a file, with no secrets', async () => {
    const source = `${urls('/good', '/broken')}, headers: { Authorization: "Bearer c0ffee" }`;
    await ingest(source, '--log', 'log.jsonl');
    const events = await eventsOf('log.jsonl');
    const kinds = events.map(({ event }) => event);
    expect([kinds[0], kinds.at(-1)]).toEqual(['run-started', 'run-ended']);
    expect(kinds.filter((kind) => kind === 'url-settled')).toHaveLength(2);
    await ingest(source, '--log', 'log.jsonl');
    expect((await eventsOf('log.jsonl')).slice(0, events.length)).toEqual(events);
    expect(await readFile(join(workspace.folder, 'log.jsonl'), 'utf8')).not.toContain('c0ffee');
  });

  it.skipIf(process.platform !== 'linux')(
    'ends where the disk is full, and the run goes on',
    async () => {
      const { code, stdout, stderr } = await ingest(urls('/good'), '--log', '/dev/full');
      expect(code).toBe(0);
      expect(stdout).toContain('1 added');
      expect(
        stderr.match(/the log ends here, \/dev\/full cannot be written: ENOSPC/gu),
      ).toHaveLength(1);
    },
  );
});

describe('status --run', () => {
  it('tells the whole report of a run, for people or as JSON', async () => {
    await ingest(urls('/good', '/broken'));
    const text = await workspace.run(['status', '--run', 'last']);
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(text.stdout).toMatch(/^Run \S+ finished after [^]*\n {2}requests +2, /u);
    expect(text.stdout).toContain(`Not served (HTTP status 500): ${origin}/broken`);
    const { stdout } = await workspace.run(['status', '--run', '2', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      report: { sources: [{ source: 'local', funnel: { discovered: 2 } }], requests: { HEAD: 0 } },
    });
    const unknown = await workspace.run(['status', '--run', 'x']);
    expect(unknown).toMatchObject({ code: 3, stdout: '' });
    expect(unknown.stderr).toMatch(
      /^cdif-graph: There is no run x; the latest is \d{8}T\d{6}Z(?:-\d+)?\.\n$/u,
    );
  });
});
