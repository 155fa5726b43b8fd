import { describe, expect, it } from 'vitest';
import { asking, client, paths, problemOf, serve, textOf, type Handler } from './loopback.ts';

const etag = '"v1"';
const lastModified = 'Fri, 02 Jan 2026 03:04:05 GMT';

/** Answers 304 where the request has `etag` or `lastModified`, and records its headers. */
function versioned(): { readonly handler: Handler; readonly sent: (string | undefined)[][] } {
  const sent: (string | undefined)[][] = [];
  const handler: Handler = ({ headers }, response) => {
    const conditions = [headers['if-none-match'], headers['if-modified-since']];
    sent.push(conditions);
    if (conditions.includes(etag) || conditions.includes(lastModified)) {
      response.writeHead(304, { link: '<meta>; rel="describedby"' }).end();
    } else response.writeHead(200, { etag, 'last-modified': lastModified }).end('the body');
  };
  return { handler, sent };
}

describe('a conditional request', () => {
  it('returns the body and its validators where the server has another version', async () => {
    const { handler, sent } = versioned();
    const origin = await serve(handler);
    const options = { ...asking(), validators: { etag: '"v0"' } };
    const answer = await client().read(origin, options, textOf);
    expect(answer).toMatchObject({ body: 'the body', retrieval: { status: 200, etag } });
    expect(answer.notModified).toBeUndefined();
    expect(sent).toEqual([['"v0"', undefined]]);
  });

  it.each([{ etag }, { lastModified }, { etag, lastModified }])(
    'is told that nothing changed, by %o',
    async (validators) => {
      const { handler } = versioned();
      const origin = await serve(handler);
      let taken = 0;
      const answer = await client().read(origin, { ...asking(), validators }, async () => {
        taken += 1;
      });
      expect(answer).toMatchObject({ notModified: true, retrieval: { status: 304 } });
      expect(answer.linkFields).toHaveLength(1);
      expect(taken).toBe(0);
    },
  );

  it('keeps the validators that were sent, unless the response has its own', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(304, { etag: '"v1+"' }).end();
    });
    const options = { ...asking(), validators: { etag, lastModified } };
    const { retrieval } = await client().read(origin, options, textOf);
    expect(retrieval).toMatchObject({ etag: '"v1+"', lastModified });
  });

  it('is conditional at each hop of a redirect, and releases its connection', async () => {
    const { handler, sent } = versioned();
    const origin = await serve(
      paths({
        '/old': (request, response) => {
          sent.push([request.headers['if-none-match'], request.headers['if-modified-since']]);
          response.writeHead(301, { location: '/new' }).end();
        },
        '/new': handler,
      }),
    );
    const http = client({ perHost: { connections: 1, delayMs: 0 } });
    const options = { ...asking(), validators: { etag } };
    const first = await http.read(`${origin}/old`, options, textOf);
    expect(first).toMatchObject({ notModified: true, retrieval: { finalUrl: `${origin}/new` } });
    await http.read(`${origin}/new`, options, textOf);
    expect(sent).toEqual([
      [etag, undefined],
      [etag, undefined],
      [etag, undefined],
    ]);
  });

  it('is unconditional where no validator can be sent', async () => {
    const { handler, sent } = versioned();
    const origin = await serve(handler);
    const http = client();
    await http.read(origin, { ...asking(), validators: undefined }, textOf);
    await http.read(origin, { ...asking(), validators: {} }, textOf);
    const validators = { etag: '"a\r\nx: y"', lastModified: 'märz' };
    await http.read(origin, { ...asking(), validators }, textOf);
    expect(sent).toEqual(Array.from({ length: 3 }, () => [undefined, undefined]));
  });

  it('is the only request for which 304 is a response', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(304).end();
    });
    const http = client();
    const refused = { kind: 'http-status', url: `${origin}/`, status: 304 };
    expect(await problemOf(http.read(origin, asking(), textOf))).toEqual(refused);
    const options = { ...asking(), validators: {} };
    expect(await problemOf(http.read(origin, options, textOf))).toEqual(refused);
  });
});
