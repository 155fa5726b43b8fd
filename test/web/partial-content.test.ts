import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { asking, client, problemOf, read, readWhole, serve } from './loopback.ts';

const body = 'Water levels of the fen';
const whole = `bytes 0-${body.length - 1}/${body.length}`;

type Headers = Readonly<Record<string, string>>;

/** Answers each request with the same response. */
function answering(status: number, headers: Headers = {}, content: string | Buffer = body) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, headers).end(content);
  };
}

describe('an unrequested 206', () => {
  it.each([
    ['its range', whole],
    ['its range in other letters', whole.replace('bytes', 'BYTES')],
  ])('is the whole where %s is', async (_name, range) => {
    const origin = await serve(answering(206, { 'content-range': range }));
    expect(await readWhole(client(), origin)).toBe(body);
    expect(await read(client(), origin)).toBe(body);
  });

  it('is the whole resource by its length as sent, not as decoded', async () => {
    const sent = gzipSync(body);
    const range = `bytes 0-${sent.length - 1}/${sent.length}`;
    const headers = { 'content-range': range, 'content-encoding': 'gzip' };
    const origin = await serve(answering(206, headers, sent));
    expect(await readWhole(client(), origin)).toBe(body);
  });

  it.each([
    ['the first half', 'bytes 0-22/46'],
    ['the second half', 'bytes 23-45/46'],
    ['a part of what has no known end', 'bytes 0-22/*'],
    ['in a unit that nobody knows', 'lines 0-22/23'],
    ['unsatisfied', 'bytes */23'],
    ['backwards', 'bytes 22-0/23'],
    ['twice over', `${whole}, ${whole}`],
    ['nonsense', 'all'],
    ['longer than its total', 'bytes 0-99/23'],
  ])('is none that counts where its range is %s', async (_name, range) => {
    let asked = 0;
    const origin = await serve((request, response) => {
      asked += 1;
      answering(206, { 'content-range': range })(request, response);
    });
    const url = `${origin}/`;
    const problem = { kind: 'partial-content', url, range };
    expect(await problemOf(readWhole(client(), url))).toEqual(problem);
    expect(asked).toBe(1);
    expect(await problemOf(read(client(), url))).toEqual(problem);
  });

  it('is a problem where it names no range', async () => {
    const url = `${await serve(answering(206))}/`;
    expect(await problemOf(readWhole(client(), url))).toEqual({ kind: 'partial-content', url });
  });

  it('is a problem where it has several ranges, whatever its other fields', async () => {
    const type = 'multipart/byteranges; boundary=fen';
    const headers = { 'content-type': type, 'content-range': whole };
    const url = `${await serve(answering(206, headers))}/`;
    const problem = { kind: 'partial-content', url, range: type };
    expect(await problemOf(readWhole(client(), url))).toEqual(problem);
  });

  it.each([
    ['less', 0, 99],
    ['more', 0, 9],
  ])('is none that counts where %s comes than its range says', async (_name, first, last) => {
    const range = `bytes ${first}-${last}/${last + 1}`;
    const url = `${await serve(answering(206, { 'content-range': range }))}/`;
    const problem = { kind: 'partial-content', url, range, bytes: body.length };
    expect(await problemOf(readWhole(client(), url))).toEqual(problem);
    expect(await problemOf(read(client(), url))).toEqual(problem);
  });

  it('does not break the connection', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/part') answering(206)(request, response);
      else response.end('here');
    });
    const http = client({ perHost: { connections: 1 } });
    expect(await problemOf(read(http, `${origin}/part`))).toMatchObject({
      kind: 'partial-content',
    });
    expect(await read(http, `${origin}/next`)).toBe('here');
  });
});

describe('a success status', () => {
  it.each([200, 203, 218, 299])('%i is a response', async (status) => {
    const origin = await serve(answering(status));
    expect(await readWhole(client(), origin)).toBe(body);
  });

  it('204 is an empty response', async () => {
    expect(await readWhole(client(), await serve(answering(204)))).toBe('');
  });

  it.each([201, 202, 205, 207, 208, 226])('%i is not the requested resource', async (status) => {
    const url = `${await serve(answering(status))}/`;
    const problem = { kind: 'http-status', url, status };
    expect(await problemOf(client().open(url, asking()))).toEqual(problem);
  });
});
