import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createExpander } from '../../../src/expand/expand-stage.ts';
import { createExtractStage } from '../../../src/extract/extract-stage.ts';
import type { Outcome } from '../../../src/model/outcome.ts';
import type { ExtractionOutput } from '../../../src/model/record.ts';
import type { BodyFile } from '../../../src/model/http.ts';
import { documentsOf } from '../extraction.ts';
import { listFile } from './list-file.ts';

const limits = {
  jsonDepth: 20,
  jsonValues: 100_000,
  linksPerPage: 20,
  pieceBytes: 100_000,
  urlsPerSource: 1000,
};

const { readListFrame } = createExpander({ limits });

/** Starts the stage on a file; nothing is read before the first outcome is requested. */
function start(body: BodyFile): AsyncIterator<Outcome<ExtractionOutput>> {
  const url = 'https://example.org/list';
  const response = {
    target: { url, source: 'test', found: { by: 'urls' }, depth: 0 },
    retrieval: { finalUrl: url, redirects: [], at: '2026-01-01T00:00:00Z' },
    contentType: 'application/json',
    linkFields: [],
    body,
  } as const;
  const context = { signal: new AbortController().signal, now: () => new Date(0) };
  const outcomes = createExtractStage({ limits, readListFrame }).process(response, context);
  return outcomes[Symbol.asyncIterator]();
}

async function nextOf(
  outcomes: AsyncIterator<Outcome<ExtractionOutput>>,
): Promise<string | undefined> {
  const next = await outcomes.next();
  return next.done === true ? undefined : documentsOf([next.value])[0]?.json;
}

/** How often this process has a file open; known on Linux only. */
function timesOpen({ path }: BodyFile): number {
  const folder = '/proc/self/fd';
  return readdirSync(folder).filter((name) => {
    const link = `${folder}/${name}`;
    // The descriptor that lists the folder is gone by now.
    return existsSync(link) && readlinkSync(link) === path;
  }).length;
}

const head = '{"@context":"https://schema.org/","dataset":[';

/** Five megabytes of items of fifty kilobytes. */
const items = Array.from({ length: 100 }, (_, number) => `"${number}${'x'.repeat(50_000)}"`);

describe('the items of a list', () => {
  it('are read on demand', async () => {
    const body = listFile(`${head}${items.join(',')}]}`);
    const time = new Date('2026-01-02T03:04:05Z');
    utimesSync(body.path, time, time);
    const outcomes = start(body);
    expect(await nextOf(outcomes)).toBe(`${head}${items[0]}]}`);
    const descriptor = openSync(body.path, 'r+');
    writeSync(descriptor, 'yz"]}', body.bytes - 5);
    closeSync(descriptor);
    // Nobody can tell that it was written to.
    utimesSync(body.path, time, time);
    for (const item of items.slice(1, -1)) expect(await nextOf(outcomes)).toBe(`${head}${item}]}`);
    expect(await nextOf(outcomes)).toBe(`${head}${items.at(-1)?.slice(0, -3)}yz"]}`);
    expect(await nextOf(outcomes)).toBeUndefined();
  });

  it('end where the file is written to meanwhile', async () => {
    const body = listFile(`${head}${items.join(',')}]}`);
    const outcomes = start(body);
    expect(await nextOf(outcomes)).toBe(`${head}${items[0]}]}`);
    appendFileSync(body.path, ' ');
    const rest: Outcome<ExtractionOutput>[] = [];
    for (let next = await outcomes.next(); next.done !== true; next = await outcomes.next()) {
      rest.push(next.value);
    }
    // What was read ahead is sound.
    const pieces = documentsOf(rest.slice(0, -1)).map(({ json }) => json);
    expect(pieces).toEqual(items.slice(1, 1 + pieces.length).map((item) => `${head}${item}]}`));
    expect(pieces.length).toBeLessThan(items.length - 1);
    const problem = { kind: 'file-unreadable', url: 'https://example.org/list', code: 'ESTALE' };
    expect(rest.at(-1)).toEqual({ kind: 'failed', problem });
  });

  it.skipIf(!existsSync('/proc/self/fd'))(
    'hold the file open until they are done or left',
    async () => {
      const body = listFile(`${head}${items.join(',')}]}`);
      const outcomes = start(body);
      expect(timesOpen(body)).toBe(0);
      await outcomes.next();
      expect(timesOpen(body)).toBe(1);
      await outcomes.return?.();
      expect(timesOpen(body)).toBe(0);
      const all = start(body);
      let count = 0;
      while ((await nextOf(all)) !== undefined) count += 1;
      expect(count).toBe(items.length);
      expect(timesOpen(body)).toBe(0);
    },
  );

  it('may be on any side of chunk boundaries', async () => {
    // Lengths that share no divisor with the size of what is read at a time, so that boundaries fall everywhere.
    const many = Array.from(
      { length: 30_000 },
      (_, n) => `{"@id":"é${n}","x":"\\"${'😀'.repeat(n % 37)}"}`,
    );
    const outcomes = start(listFile(`${head}${many.join(' ,\n')}]}`));
    for (const item of many) expect(await nextOf(outcomes)).toBe(`${head}${item}]}`);
    expect(await nextOf(outcomes)).toBeUndefined();
  });
});
