import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AccessLog } from '../../src/serve/access-log.ts';
import { AnswerCache, answerPage } from '../../src/serve/answer-page.ts';
import type { CatalogueState } from '../../src/serve/open-catalogue.ts';
import { listen } from '../../src/serve/server.ts';

const onFailure = (): void => undefined;

/** A server whose only response fails after so many lines of 1,000 characters. */
async function serveFailing(lines: number) {
  const failure = new Error('part of the catalogue cannot be read');
  function* body(): Generator<string> {
    for (let line = 0; line < lines; line += 1) yield `${'x'.repeat(999)}\n`;
    throw failure;
  }
  const errors: unknown[] = [];
  let holders = 0;
  const hold = (): (() => void) => {
    holders += 1;
    return () => (holders -= 1);
  };
  // The only parts of a state that sending reads.
  const state = { version: '1', hold } as Partial<CatalogueState> as CatalogueState;
  const app = new Hono();
  app.get('*', async (context) =>
    answerPage(context, {
      route: { answer: () => ({ contentType: 'text/plain', body: body() }) },
      state,
      site: { title: '', base: 'http://localhost/' },
      cache: new AnswerCache(),
      onError: (error) => errors.push(error),
    }),
  );
  const output = new PassThrough();
  const log = new AccessLog({ output, withQueries: false, now: () => new Date(0), onFailure });
  const server = await listen({ host: '127.0.0.1', port: 0, log });
  server.answerWith(app.fetch);
  onTestFinished(async () => server.close());
  return { port: server.port, errors, failure, output, readers: () => holders };
}

describe('a streamed response that fails', () => {
  it.each([
    ['at its beginning', 0, ''],
    ['in its first chunk', 10, ''],
    ['after some chunks', 300, ''],
    ['after many chunks', 3000, ''],
    ['while it is compressed', 3000, 'Accept-Encoding: gzip\r\n'],
  ])('never ends as if it were complete: %s', async (_, lines, header) => {
    // The HTTP library prints the error as well.
    const print = vi.spyOn(console, 'error').mockReturnValue(undefined);
    onTestFinished(() => print.mockRestore());
    const { port, errors, failure, output, readers } = await serveFailing(lines);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${header}\r\n`);
    let received = '';
    socket.on('data', (part) => (received += part.toString('latin1')));
    await once(socket, 'close');
    // The last chunk of a complete body is empty (RFC 9112, 7.1).
    expect(received).not.toMatch(/\r\n0\r\n\r\n$/u);
    expect(errors).toEqual([failure]);
    expect(readers()).toBe(0);
    const [line] = (await once(output, 'data')) as [Buffer];
    expect(JSON.parse(line.toString())).toMatchObject({ cutOff: true });
  });
});
