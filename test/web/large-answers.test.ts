import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FetchLimits, SpoolFault } from '../../src/web/fetch-file.ts';
import { createFetchStage } from '../../src/web/fetch-stage.ts';
import { Fault } from '../../src/model/fault.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { BodyFile, Response } from '../../src/model/http.ts';
import type { Target } from '../../src/model/target.ts';
import { client, serve } from './loopback.ts';

const limits: FetchLimits = { pieceBytes: 1000, listBytes: 100_000, maxRatio: 200 };
/** As large as a list may be, with all neighbouring bytes different. */
const large = Buffer.from(
  Array.from({ length: limits.listBytes }, (_, index) => 32 + (index % 191)),
);

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdif-graph-spool-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Circumstances {
  readonly folder: string;
  readonly isList?: true;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
}

/** Fetches a URL into a folder for large responses. */
function fetching(
  url: string,
  { folder, isList, maxBytes = 1_000_000, signal = new AbortController().signal }: Circumstances,
): AsyncIterable<Outcome<Response>> {
  const http = client({ maxBytes });
  const stage = createFetchStage({ http, limits, temporaryFolder: folder });
  const found = { by: 'list' } as const;
  const target: Target = { url, source: 'a', found, depth: 0, ...(isList ? { isList } : {}) };
  return stage.process({ target }, { signal, now: () => new Date() });
}

/** The results of `look` for each outcome while it is the latest one. */
async function seeing<Seen>(
  outcomes: AsyncIterable<Outcome<Response>>,
  look: (outcome: Outcome<Response>) => Seen,
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for await (const outcome of outcomes) seen.push(look(outcome));
  return seen;
}

function fileOf(outcome: Outcome<Response>): BodyFile {
  const body = outcome.kind === 'produced' ? outcome.value.body : undefined;
  if (body === undefined || body instanceof Uint8Array) throw new Error('there is no file');
  return body;
}

const sending =
  (body: Uint8Array) =>
  (_request: unknown, response: ServerResponse): void => {
    // Without a length, in pieces.
    for (let at = 0; at < body.length; at += 700) response.write(body.subarray(at, at + 700));
    response.end();
  };

describe('a large response', () => {
  it('is in a private file while it is processed, and removed then', async () => {
    const folder = emptyFolder();
    const origin = await serve(sending(large));
    const [seen] = await seeing(fetching(`${origin}/`, { folder }), (outcome) => {
      const { path, identity: _, ...facts } = fileOf(outcome);
      expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([path]);
      return { facts, bytes: readFileSync(path), mode: statSync(path).mode % 0o1000 };
    });
    expect(seen?.facts).toEqual({ bytes: large.length, temporary: true });
    expect(seen?.bytes.equals(large)).toBe(true);
    // Windows has no such modes.
    expect(seen?.mode).toBe(process.platform === 'win32' ? seen?.mode : 0o600);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [limits.pieceBytes, true],
    [limits.pieceBytes + 1, false],
    [0, true],
  ])('is one of more bytes than a piece may have: %i', async (length, isInMemory) => {
    const folder = emptyFolder();
    const origin = await serve(sending(large.subarray(0, length)));
    const [seen] = await seeing(fetching(`${origin}/`, { folder }), (outcome) => {
      const body = outcome.kind === 'produced' ? outcome.value.body : undefined;
      return body instanceof Uint8Array ? Buffer.from(body) : readFileSync(fileOf(outcome).path);
    });
    expect(seen?.equals(large.subarray(0, length))).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
    const inMemory = await seeing(
      fetching(`${origin}/`, { folder }),
      (outcome) => outcome.kind === 'produced' && outcome.value.body instanceof Uint8Array,
    );
    expect(inMemory).toEqual([isInMemory]);
  });

  it('is decompressed as a stream', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large));
    });
    const sizes = await seeing(
      fetching(`${origin}/`, { folder: emptyFolder() }),
      (outcome) => statSync(fileOf(outcome).path).size,
    );
    expect(sizes).toEqual([large.length]);
  });

  it('that breaks off is requested again, and leaves no file of the first try', async () => {
    const folder = emptyFolder();
    let requests = 0;
    const origin = await serve((request, response) => {
      requests += 1;
      if (requests > 1) sending(large)(request, response);
      else response.write(large.subarray(0, 50_000), () => request.socket.destroy());
    });
    const [file] = await seeing(fetching(`${origin}/`, { folder }), (outcome) => ({
      isWhole: readFileSync(fileOf(outcome).path).equals(large),
      beside: readdirSync(folder).length - 1,
    }));
    expect(file).toEqual({ isWhole: true, beside: 0 });
    expect(requests).toBe(2);
  });

  it('is removed when its consumer fails or stops', async () => {
    const folder = emptyFolder();
    const origin = await serve(sending(large));
    const failing = seeing(fetching(`${origin}/`, { folder }), () => {
      throw new Error('a mistake');
    });
    await expect(failing).rejects.toThrow('a mistake');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('may be removed by others before', async () => {
    const folder = emptyFolder();
    const origin = await serve(sending(large));
    await seeing(fetching(`${origin}/`, { folder }), (outcome) => rmSync(fileOf(outcome).path));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that is aborted leaves no file behind', async () => {
    const folder = emptyFolder();
    const abort = new AbortController();
    const reason = new Error('Enough.');
    const origin = await serve((_request, response) => void response.write(large));
    const running = seeing(fetching(`${origin}/`, { folder, signal: abort.signal }), () => 0);
    const ending: Promise<unknown> = running.catch((error: unknown) => error);
    await expect.poll(() => readdirSync(folder)).toHaveLength(1);
    abort.abort(reason);
    expect(await ending).toBe(reason);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that cannot be stored is a fault with a remedy, and ends the request', async () => {
    let closed = false;
    const origin = await serve((_request, response) => {
      response.on('close', () => (closed = true)).write(large);
    });
    const folder = join(emptyFolder(), 'nowhere');
    const error: unknown = await seeing(fetching(`${origin}/`, { folder }), () => 0).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(SpoolFault);
    expect(error).toBeInstanceOf(Fault);
    expect(error).toMatchObject({
      exitCode: 1,
      message: `cannot write a large response to the temporary folder ${folder} (ENOENT); free space there, or set TMPDIR to another folder`,
    });
    await expect.poll(() => closed).toBe(true);
  });
});

describe('a list', () => {
  it.each([
    ['may be larger than a page', true, 'produced'],
    ['that is a page may not', undefined, 'failed'],
  ] as const)('%s', async (_name, isList, kind) => {
    const folder = emptyFolder();
    const origin = await serve(sending(large));
    const options = { folder, maxBytes: 50_000, ...(isList ? { isList } : {}) };
    expect(await seeing(fetching(`${origin}/`, options), (outcome) => outcome.kind)).toEqual([
      kind,
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has a limit of its own', async () => {
    const folder = emptyFolder();
    const origin = await serve(sending(Buffer.concat([large, Buffer.from('1')])));
    const url = `${origin}/`;
    const outcomes = await seeing(fetching(url, { folder, isList: true }), (outcome) => outcome);
    expect(outcomes).toEqual([
      { kind: 'failed', problem: { kind: 'body-too-large', url, maxBytes: limits.listBytes } },
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
