import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/model/run.ts';
import { openEmbeddedStore } from '../../dist/catalogue/store.js';
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
let onWaiting: (response: ServerResponse) => void = () => undefined;

/** Whether all that is asked for fails. */
let isDown = false;

/** Paths say what they answer; `/slow` waits until the test ends. */
const answers: Record<string, (response: ServerResponse) => void> = {
  '/good': (response) => response.setHeader('content-type', 'application/ld+json').end(record),
  '/empty.xml': (response) => response.setHeader('content-type', 'text/xml').end('<urlset/>'),
  '/slow': (response) => onWaiting(response),
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
  it('is 0 if some URLs failed, and 2 with --strict', async () => {
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
  ])('is 1 if %s', async (_case, source) => {
    const plain = await ingest(source());
    expect(plain).toMatchObject({ code: 1 });
    expect(plain.stdout).toMatch(/^ {2}error +1 {2}/mu);
    expect(plain.stderr).toContain('no source gave any record');
  });

  it('is 1 with --strict, too, if no source gave a record', async () => {
    expect(await ingest(urls('/broken'), '--strict')).toMatchObject({ code: 1 });
  });

  it('is 1 if all records are kept from earlier runs', async () => {
    await ingest(urls('/good'));
    isDown = true;
    const failed = await ingest(urls('/good'));
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stdout).toContain('1 kept because the visit failed');
  });

  it('is 1 if a fault ends it, and 3 for wrong usage', async () => {
    const locked = await ingest(urls('/good'), '--log', 'no/such/folder/log.jsonl');
    expect(locked).toMatchObject({ code: 1, stdout: '' });
    expect(locked.stderr).toMatch(
      /^cdif-graph: The log .* cannot be written: the folder .*folder does not exist/u,
    );
    expect(await ingest(urls('/good'), '--nonsense')).toMatchObject({ code: 3 });
    expect(await ingest('nonsense: true')).toMatchObject({ code: 3 });
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is that of %s where it was interrupted, whatever else', async (name, exitCode) => {
    await workspace.write('config.yaml', localConfig(urls('/broken', '/slow')));
    const interruption = new AbortController();
    // What is in flight may finish.
    onWaiting = (response) => {
      interruption.abort();
      response.destroy();
    };
    const args = ['ingest', 'config.yaml', '--strict', '--log', 'log.jsonl'];
    const { code, stdout, stderr } = await workspace.run(args, {
      signal: interruption.signal,
      interruptedBy: name,
    });
    expect(code).toBe(exitCode);
    expect(stdout).toMatch(/^Harvest \S+ was interrupted/u);
    expect(stderr).not.toContain('cdif-graph:');
    expect((await eventsOf('log.jsonl')).at(-1)).toMatchObject({
      event: 'run-ended',
      report: { interrupted: true },
    });
  });
});

/** A configuration of a good source and another one. */
async function ingestTwo(other: string, ...options: string[]) {
  const both = `${urls('/good')} }, { name: other, ${other}`;
  return ingest(both, ...options);
}

describe('code 4 of ingest', () => {
  it.each([
    ['whose sitemap is not served', 'source-empty', () => `sitemap: "${origin}/broken"`],
    ['of which nothing can be fetched', 'source-without-records', () => urls('/broken')],
  ])('is for a source %s, which is named on stderr and in the report', async (_, kind, source) => {
    const plain = await ingestTwo(source(), '--quiet');
    expect(plain.code).toBe(4);
    expect(plain.stderr).toMatch(new RegExp(`^cdif-graph: other: [^\n]* \\(${kind}\\)\n$`, 'u'));
    expect(plain.stdout).toMatch(
      new RegExp(`^other\n[^]*Failed \\(exit code 4\\): .*\\(${kind}\\)$`, 'mu'),
    );
    const { stdout, code } = await ingestTwo(source(), '--json', '--strict');
    expect(code).toBe(4);
    const { sources } = JSON.parse(stdout) as { sources: { failures: string[] }[] };
    expect(sources.map(({ failures }) => failures)).toEqual([[], [kind]]);
  });

  it('is not for a source whose records are counted for another one that lists them too', async () => {
    const source = urls('/good', '/broken');
    expect(await ingestTwo(source)).toMatchObject({ code: 0 });
    expect(await ingestTwo(source)).toMatchObject({ code: 0 });
  });

  it('is for a source that lost more of its records than may go, and for removals that wait', async () => {
    const all = ['/good', '/good?2', '/good?3', '/good?4'];
    answers['/good?4'] = answers['/good?3'] = answers['/good?2'] = answers['/good'] ?? (() => {});
    expect(await ingestTwo(urls(...all.slice(1)))).toMatchObject({ code: 0 });
    delete answers['/good?4'];
    const held = await ingestTwo(urls(...all.slice(1)), '--json');
    expect(held.code).toBe(4);
    expect(JSON.parse(held.stdout)).toMatchObject({
      sources: [{ failures: [] }, { failures: ['removals-held'] }],
    });
    answers['/good?4'] = (response) => response.writeHead(503).end();
    const shrunk = await ingestTwo(urls(...all.slice(1)), '--json');
    expect(shrunk.code).toBe(4);
    expect(JSON.parse(shrunk.stdout)).toMatchObject({
      sources: [{ failures: [] }, { failures: ['source-shrunk'] }],
    });
    // A share that the source may lose is no failure.
    const share = `maxRemovedShare: 0.4, ${urls(...all.slice(1))}`;
    expect(await ingestTwo(share)).toMatchObject({ code: 0 });
  });
});

describe('the summary of ingest', () => {
  it('starts with a line for each source, compared with its last run that came to its end', async () => {
    const first = await ingestTwo(urls('/broken'));
    expect(first.stdout.split('\n').slice(1, 5)).toEqual([
      '         records  added  changed  removed  errors  warnings',
      '  local        1      1        0        0       0         0 (first run)',
      '  other        0      0        0        0       2         0 (first run)',
      '',
    ]);
    const { stdout } = await ingest(urls('/good', '/broken'));
    expect(stdout.split('\n')[1]).toBe(
      '  local  1 record, 0 added, 0 changed, 0 removed, 1 error (+1), 0 warnings',
    );
    const json = await ingest(urls('/good'), '--json');
    const errors = { records: 1, added: 0, changed: 0, removed: 0, errors: 1, warnings: 0 };
    expect(JSON.parse(json.stdout)).toMatchObject({
      sources: [{ figures: { ...errors, errors: 0 }, lastRun: { figures: errors } }],
    });
  });

  it('compares no part of a source, read with --limit, with the whole', async () => {
    const all = urls('/broken', '/broken?2', '/good');
    expect((await ingest(all, '--limit', '1')).stdout).toContain(
      ' 1 error, 0 warnings (first run)',
    );
    expect((await ingest(all)).stdout).toContain(' 2 errors, 0 warnings (first run)');
    const part = await ingest(all, '--limit', '1');
    expect(part.stdout).toMatch(/^ {2}local {2}1 record, .* 1 error, 0 warnings$/mu);
    expect((await ingest(all)).stdout).toMatch(/^ {2}local .* 2 errors, 0 warnings$/mu);
  });
});

describe('status --max-age', () => {
  it('ends with 1 and names configured sources that were not harvested in time', async () => {
    answers['/good?other'] = answers['/good'] ?? (() => {});
    await ingestTwo(`sitemap: "${origin}/broken"`);
    const overdue = 'cdif-graph: other was not harvested in time (never)\n';
    for (const where of [[], ['--store', 'catalogue'], ['--run', 'last', '--json']]) {
      const status = await workspace.run(['status', '--max-age', '36h', ...where]);
      expect(status).toMatchObject({ code: 1, stderr: overdue });
      expect(status.stdout).not.toBe('');
    }
    await ingestTwo(urls('/good?other', '/good?more'), '--limit', '1');
    expect(await workspace.run(['status', '--max-age', '36h'])).toMatchObject({ code: 1 });
    await ingestTwo(urls('/good?other'));
    expect(await workspace.run(['status', '--max-age', '36h'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const old = await workspace.run(['status', '--max-age', '0s']);
    expect(old.code).toBe(1);
    expect(old.stderr).toMatch(
      /^cdif-graph: local was not harvested in time \(last on \d{4}-\S+Z\)\n.*other/u,
    );
  });

  it('ends with 1 if the last harvest is in the future, and reports a wrong clock', async () => {
    answers['/good?other'] = answers['/good'] ?? (() => {});
    await ingestTwo(urls('/good?other'));
    const store = openEmbeddedStore({ path: join(workspace.folder, 'catalogue'), access: 'write' });
    const { report } = await store.run('last');
    const startedAt = new Date('2100-01-01T00:00:00Z');
    const { run } = await store.beginRun(startedAt);
    const at = startedAt.toISOString();
    if (report !== undefined) {
      await store.keepReport({ ...report, run, startedAt: at, endedAt: at });
    }
    await store.close();
    const status = await workspace.run(['status', '--max-age', '36h']);
    expect(status.code).toBe(1);
    expect(status.stderr).toContain(
      '(last on 2100-01-01T00:00:00Z, which is in the future: a clock was wrong)',
    );
    await ingestTwo(urls('/good?other'));
    expect(await workspace.run(['status', '--max-age', '36h'])).toMatchObject({ code: 0 });
  });

  it.each(['36', '1.5h', 'h', '-1h', '36 h', '1w'])('refuses %j', async (age) => {
    const refused = await workspace.run(['status', `--max-age=${age}`]);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('It must be a duration such as 90s, 10m, 36h or 2d.');
  });
});

describe('--quiet', () => {
  it('writes nothing to stderr without failures, and leaves stdout unchanged', async () => {
    const loud = await ingest(urls('/good'));
    expect(loud.stderr).toContain('local  1 discovered');
    const quiet = await ingest(urls('/good'), '--quiet');
    expect(quiet).toMatchObject({ code: 0, stderr: '' });
    expect(quiet.stdout).toContain('1 unchanged');
  });
});

/** Holds the catalogue of the workspace. */
function holdCatalogue() {
  return openEmbeddedStore({ path: join(workspace.folder, 'catalogue'), access: 'write' });
}

describe('a catalogue that another process writes to', () => {
  const writing = [
    ['ingest', 'config.yaml'],
    ['rebuild'],
    ['remove', '--source', 'local'],
    ['rename-source', 'local', 'other'],
    ['compact'],
  ];

  it('waits as long as --wait allows, and reports that once', async () => {
    await ingest(urls('/good'));
    const store = holdCatalogue();
    for (const args of writing) {
      const { code, stderr, stdout } = await workspace.run([...args, '--wait', '0s']);
      expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
      expect(stderr).toMatch(/has been writing to it since \S+; the time to wait for it is over/u);
    }
    const late = await workspace.run(['compact', '--wait', '1s']);
    expect(late.code).toBe(5);
    expect(late.stderr).toMatch(
      /^cdif-graph: waiting for process \d+ on .*\ncdif-graph: catalogue .*\n$/u,
    );
    await store.close();
  });

  it('is written to once it is free, or not at all at Ctrl-C', async () => {
    await ingest(urls('/good'));
    const store = holdCatalogue();
    const interruption = new AbortController();
    setTimeout(() => interruption.abort(), 100);
    const stopped = await workspace.run(['compact', '--wait'], { signal: interruption.signal });
    expect(stopped).toMatchObject({ code: 130, stdout: '' });
    expect(stopped.stderr).toMatch(/^cdif-graph: waiting [^\n]*\ncdif-graph: interrupted\n$/u);
    const ended = workspace.run(['ingest', 'config.yaml', '--wait', '--quiet']);
    setTimeout(() => void store.close(), 100);
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('explains where to put --wait without a duration', async () => {
    const { code, stderr } = await workspace.run(['ingest', '--wait', 'config.yaml']);
    expect(code).toBe(3);
    expect(stderr).toContain('put --wait after all other arguments');
  });
});

describe('--log', () => {
  it('appends the events to a file, without secrets', async () => {
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
        stderr.match(
          /the log ends here, because \/dev\/full cannot be written: the disk is full/gu,
        ),
      ).toHaveLength(1);
    },
  );
});

describe('status --run', () => {
  it('prints the whole report of a run, as text or JSON', async () => {
    await ingest(urls('/good', '/broken'));
    const text = await workspace.run(['status', '--run', 'last']);
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(text.stdout).toMatch(/^Run \S+ finished after [^]*\n {2}requests +2, /u);
    expect(text.stdout).toContain(`URL not served (HTTP status 500): ${origin}/broken`);
    const { stdout } = await workspace.run(['status', '--run', '2', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      report: { sources: [{ source: 'local', funnel: { discovered: 2 } }], requests: { HEAD: 0 } },
    });
    const unknown = await workspace.run(['status', '--run', 'x']);
    expect(unknown).toMatchObject({ code: 3, stdout: '' });
    expect(unknown.stderr).toMatch(
      /^cdif-graph: No run has an identifier that begins with "x"; the latest run is \d{8}T\d{6}Z(?:-\d+)?\.\n$/u,
    );
  });
});
