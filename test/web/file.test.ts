import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBodyBytes, readBodyHead } from '../../src/extract/open-body.ts';
import type { FetchLimits } from '../../src/web/fetch-file.ts';
import { createFetchStage } from '../../src/web/fetch-stage.ts';
import type { HttpReader, Response } from '../../src/model/http.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Target } from '../../src/model/target.ts';

const limits: FetchLimits = { pieceBytes: 1000, listBytes: 5000, maxRatio: 200 };
const never = async (): Promise<never> => {
  throw new Error('the Web was asked');
};
const noWeb: HttpReader = { open: never, read: never };
const now = (): Date => new Date('2026-01-02T03:04:05Z');

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'cdif-graph-file-')));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function target(file: string, url = 'http://a.invalid/x.json'): Target {
  return { url, source: 'a', found: { by: 'folder' }, depth: 0, file };
}

async function outcomesOf(
  of: Target,
  signal = new AbortController().signal,
): Promise<Outcome<Response>[]> {
  const stage = createFetchStage({ http: noWeb, limits });
  const outcomes: Outcome<Response>[] = [];
  for await (const outcome of stage.process({ target: of }, { signal, now }))
    outcomes.push(outcome);
  return outcomes;
}

function unreadable(code: string): readonly Outcome<Response>[] {
  const problem = { kind: 'file-unreadable', url: 'http://a.invalid/x.json', code } as const;
  return [{ kind: 'failed', problem }];
}

describe('a file', () => {
  it.each([
    ['x.jsonld.gz', 'application/ld+json'],
    ['x.ndjson.GZ', 'application/x-ndjson'],
    ['x.ttl.gz', 'text/turtle'],
    ['x.html.gz', 'text/html'],
  ])('is decompressed where its name is %s', async (name, contentType) => {
    const file = join(folder(), name);
    const url = `http://a.invalid/${name}`;
    writeFileSync(file, Buffer.concat([gzipSync('text'), Buffer.from('<!-- -->')]));
    const [outcome] = await outcomesOf(target(file, url));
    const problems = [{ kind: 'gzip-bytes-ignored', url, bytes: 8 }];
    expect(outcome).toMatchObject({ kind: 'produced', value: { contentType }, problems });
    if (outcome?.kind !== 'produced') throw new Error('there is no response');
    expect(Buffer.from(readBodyBytes(outcome.value.body ?? new Uint8Array())).toString()).toBe(
      'text',
    );
    // Not all that is called so is gzip.
    writeFileSync(file, 'plain');
    expect(await outcomesOf(target(file, url))).toMatchObject([{ kind: 'produced' }]);
  });

  it('is decompressed into a temporary file where it is large, within the limit', async () => {
    const file = join(folder(), 'x.json.gz');
    const url = 'http://a.invalid/x.json.gz';
    writeFileSync(file, gzipSync('x'.repeat(4000)));
    const stage = createFetchStage({ http: noWeb, limits });
    const { signal } = new AbortController();
    let path = '';
    for await (const outcome of stage.process({ target: target(file, url) }, { signal, now })) {
      if (outcome.kind !== 'produced') throw new Error('there is no response');
      const { body } = outcome.value;
      expect(body).toMatchObject({ bytes: 4000, temporary: true });
      if (body !== undefined && 'path' in body) path = body.path;
      expect(existsSync(path)).toBe(true);
    }
    expect(existsSync(path)).toBe(false);
    writeFileSync(file, gzipSync('x'.repeat(6000)));
    const problem = { kind: 'body-too-large', url, maxBytes: 5000 };
    expect(await outcomesOf(target(file, url))).toEqual([{ kind: 'failed', problem }]);
    writeFileSync(file, gzipSync('x'.repeat(6000)).subarray(0, 20));
    expect(await outcomesOf(target(file, url))).toMatchObject([
      { kind: 'failed', problem: { kind: 'body-undecodable' } },
    ]);
  });

  it('is read in place of a request for its URL', async () => {
    const file = join(folder(), 'x.json');
    writeFileSync(file, '{"name":"Größe"}');
    expect(await outcomesOf(target(file))).toEqual([
      {
        kind: 'produced',
        value: {
          target: target(file),
          retrieval: {
            finalUrl: 'http://a.invalid/x.json',
            redirects: [],
            at: '2026-01-02T03:04:05.000Z',
          },
          contentType: 'application/json',
          linkFields: [],
          body: new TextEncoder().encode('{"name":"Größe"}'),
        },
      },
    ]);
  });

  it.each([
    ['x.jsonld', 'application/ld+json'],
    ['a%20b/x.JSON', 'application/json'],
    ['x.Html', 'text/html'],
    ['x.htm', 'text/html'],
  ])('is what the ending of its name in the URL says: %s', async (path, contentType) => {
    const file = join(folder(), 'version-3');
    writeFileSync(file, '');
    const [outcome] = await outcomesOf(target(file, `http://a.invalid/${path}`));
    expect(outcome).toMatchObject({ value: { contentType, body: new Uint8Array() } });
  });

  it('has its body in a buffer of its own, which can be transferred to a thread', async () => {
    const file = join(folder(), 'x.json');
    writeFileSync(file, 'x'.repeat(limits.pieceBytes));
    const [outcome] = await outcomesOf(target(file));
    const body = outcome?.kind === 'produced' ? outcome.value.body : undefined;
    if (!(body instanceof Uint8Array)) throw new Error('not in memory');
    expect([body.length, body.buffer.byteLength]).toEqual([limits.pieceBytes, limits.pieceBytes]);
  });

  it('that is larger than a piece is passed on by its path, and kept', async () => {
    const file = join(folder(), 'x.json');
    writeFileSync(file, 'x'.repeat(limits.listBytes));
    for (let run = 0; run < 2; run += 1) {
      expect(await outcomesOf(target(file))).toMatchObject([
        { value: { body: { path: file, bytes: limits.listBytes, temporary: false } } },
      ]);
    }
  });

  it('may be as large as a list', async () => {
    const file = join(folder(), 'x.json');
    writeFileSync(file, 'x'.repeat(limits.listBytes + 1));
    const [outcome] = await outcomesOf(target(file));
    expect(outcome).toMatchObject({
      problem: { kind: 'body-too-large', maxBytes: limits.listBytes },
    });
  });

  it('that vanished is unreadable, without a path in the problem', async () => {
    expect(await outcomesOf(target(join(folder(), 'gone.json')))).toEqual(unreadable('ENOENT'));
  });

  it('that became a folder is unreadable', async () => {
    const file = join(folder(), 'x.json');
    mkdirSync(file);
    expect(await outcomesOf(target(file))).toEqual(unreadable('EFTYPE'));
  });

  it('that became a link is not followed', async () => {
    const made = folder();
    writeFileSync(join(made, 'secret'), 'secret');
    symlinkSync(join(made, 'secret'), join(made, 'x.json'));
    expect(await outcomesOf(target(join(made, 'x.json')))).toEqual(unreadable('ELOOP'));
  });

  it.each([10, limits.pieceBytes + 1])(
    'is not read where a folder on the way became a link to another (%i bytes)',
    async (bytes) => {
      const made = folder();
      mkdirSync(join(made, 'outside'));
      writeFileSync(join(made, 'outside', 'x.json'), 's'.repeat(bytes));
      symlinkSync('outside', join(made, 'sub'));
      expect(await outcomesOf(target(join(made, 'sub', 'x.json')))).toEqual(unreadable('ESTALE'));
    },
  );

  it('that is large is not read after another file or a link replaced it', async () => {
    const made = folder();
    const file = join(made, 'x.json');
    writeFileSync(file, 'x'.repeat(limits.listBytes));
    const [outcome] = await outcomesOf(target(file));
    const body = outcome?.kind === 'produced' ? outcome.value.body : undefined;
    if (body === undefined || body instanceof Uint8Array) throw new Error('not in a file');
    expect(readBodyBytes(body)).toHaveLength(limits.listBytes);
    renameSync(file, join(made, 'old'));
    symlinkSync(join(made, 'old'), file);
    expect(() => readBodyBytes(body)).toThrow('ELOOP');
    rmSync(file);
    writeFileSync(file, 's'.repeat(limits.listBytes));
    expect(() => readBodyBytes(body)).toThrow('changed while it was read');
    expect(() => readBodyHead(body, 10)).toThrow('changed while it was read');
  });

  it('may have hard links', async () => {
    const made = folder();
    writeFileSync(join(made, 'y'), '{}');
    linkSync(join(made, 'y'), join(made, 'x.json'));
    expect(await outcomesOf(target(join(made, 'x.json')))).toMatchObject([{ kind: 'produced' }]);
  });

  it.skipIf(process.platform === 'win32')('that is a pipe is not waited for', async () => {
    const file = join(folder(), 'x.json');
    execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
    expect(await outcomesOf(target(file))).toEqual(unreadable('EFTYPE'));
    expect(await outcomesOf(target('/dev/zero'))).toEqual(unreadable('EFTYPE'));
  });

  // Permissions do not apply to root.
  it.skipIf(process.getuid?.() === 0)('that may not be read is unreadable', async () => {
    const file = join(folder(), 'x.json');
    writeFileSync(file, '');
    chmodSync(file, 0o000);
    expect(await outcomesOf(target(file))).toEqual(unreadable('EACCES'));
  });

  it('is not read after an abort', async () => {
    const reason = new Error('Enough.');
    const file = join(folder(), 'x.json');
    await expect(outcomesOf(target(file), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('is read for a link to it as well, before or after it was listed', async () => {
    const made = folder();
    writeFileSync(join(made, 'b.json'), '{}');
    const folders = [{ folder: made, base: 'http://a.invalid/' }];
    const stage = createFetchStage({ http: noWeb, limits, folders });
    const url = 'http://a.invalid/b.json';
    const link: Target = { url, source: 'a', found: { by: 'link' }, depth: 1 };
    const context = { signal: new AbortController().signal, now };
    for await (const outcome of stage.process({ target: link }, context)) {
      expect(outcome).toMatchObject({
        kind: 'produced',
        value: { target: link, body: new TextEncoder().encode('{}') },
      });
    }
  });
});
