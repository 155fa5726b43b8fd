import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { printViews } from '../../dist/commands/view-command.js';
import { urlUpdate, newPath, openStore, url } from '../catalogue/updates.ts';

/** Throws as JSON.stringify does for a record of 10,000 files with 3,000 creators each. */
const textOf = (graph: string): string => (graph === url(2) ? 'x'.repeat(2 ** 30) : graph);

it('reports a view that exceeds the longest possible string, and continues', async () => {
  const store = newPath();
  const writer = openStore(store);
  for (const index of [1, 2, 3]) await writer.write(urlUpdate(index));
  await writer.close();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const context = {
    stdin: Readable.from([`${url(1)}\n${url(2)}\n${url(3)}\n`]),
    stdout,
    stderr,
    env: {},
    cwd: '/',
    signal: new AbortController().signal,
    now: () => new Date(0),
  };
  const code = await printViews(
    {
      makeView: ({ graph }) => ({ graph }),
      format: () => ({ lines: ({ graph }) => [{ toJSON: () => textOf(graph) }] }),
    },
    '-',
    { store, timeout: 1 },
    context,
  );
  expect(String(stdout.read())).toBe(`"${url(1)}"\n"${url(3)}"\n`);
  expect(String(stderr.read())).toBe(
    `cdif-graph: no view of ${url(2)}: it is longer than the longest possible string\n`,
  );
  expect(code).toBe(1);
});
