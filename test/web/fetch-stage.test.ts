import { describe, expect, it } from 'vitest';
import { createFetchStage } from '../../src/web/fetch-stage.ts';
import type { Outcome, StageContext } from '../../src/model/outcome.ts';
import type { Response } from '../../src/model/http.ts';
import type { Target } from '../../src/model/target.ts';
import { client, limits, paths, serve } from './loopback.ts';

const target = (url: string): Target => ({ url, source: 'a', found: { by: 'urls' }, depth: 0 });
const context: StageContext = { signal: new AbortController().signal, now: () => new Date() };

async function outcomes(
  url: string,
  stage = createFetchStage({ http: client(), limits }),
  during = context,
): Promise<Outcome<Response>[]> {
  const all: Outcome<Response>[] = [];
  for await (const outcome of stage.process({ target: target(url) }, during)) all.push(outcome);
  return all;
}

describe('the fetch stage', () => {
  it('has the name `fetch`', () => {
    expect(createFetchStage({ http: client(), limits }).name).toBe('fetch');
  });

  it('produces the response for its target', async () => {
    const origin = await serve(
      paths({
        '/old': (_request, response) => response.writeHead(301, { location: '/new' }).end(),
        '/new': (_request, response) => {
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.setHeader('link', ['</r.jsonld>; rel=describedby', '</l>; rel=license']);
          response.end('<html>Größe');
        },
      }),
    );
    const [outcome, ...others] = await outcomes(`${origin}/old`);
    expect(others).toEqual([]);
    if (outcome?.kind !== 'produced') throw new Error('nothing was produced');
    const { body, retrieval, ...rest } = outcome.value;
    expect(rest).toEqual({
      target: target(`${origin}/old`),
      contentType: 'text/html; charset=utf-8',
      linkFields: [
        { url: `${origin}/new`, text: '</r.jsonld>; rel=describedby, </l>; rel=license' },
      ],
    });
    expect(retrieval).toMatchObject({
      finalUrl: `${origin}/new`,
      redirects: [{ from: `${origin}/old`, to: `${origin}/new`, status: 301 }],
      status: 200,
    });
    if (!(body instanceof Uint8Array)) throw new Error('a small body is in a file');
    expect(new TextDecoder().decode(body)).toBe('<html>Größe');
    expect(body.buffer.byteLength).toBe(body.byteLength);
  });

  it('omits absent fields', async () => {
    const origin = await serve((_request, response) => response.end());
    const [outcome] = await outcomes(origin);
    expect(outcome).toMatchObject({
      value: { contentType: '', linkFields: [], body: new Uint8Array() },
    });
  });

  it('accepts pages and JSON-LD equally, and other types less', async () => {
    const seen: (string | undefined)[] = [];
    const origin = await serve((request, response) => {
      seen.push(request.headers.accept);
      response.end();
    });
    await outcomes(origin);
    expect(seen).toEqual([
      'text/html, application/xhtml+xml, application/ld+json, application/json;q=0.8, */*;q=0.5',
    ]);
  });

  it('fails with the problem of the resource', async () => {
    const origin = await serve((_request, response) => response.writeHead(410).end());
    expect(await outcomes(`${origin}/gone`)).toEqual([
      { kind: 'failed', problem: { kind: 'http-status', url: `${origin}/gone`, status: 410 } },
    ]);
  });

  it('requests again when a body breaks off', async () => {
    let requests = 0;
    const origin = await serve((request, response) => {
      requests += 1;
      if (requests > 1) response.end('whole');
      else response.write('part', () => request.socket.destroy());
    });
    const [outcome] = await outcomes(origin);
    expect(outcome).toMatchObject({
      kind: 'produced',
      value: { body: new TextEncoder().encode('whole') },
    });
  });

  it('throws the reason of an abort', async () => {
    const origin = await serve(() => undefined);
    const abort = new AbortController();
    const running = outcomes(origin, undefined, { ...context, signal: abort.signal });
    const reason = new Error('Enough.');
    setTimeout(() => abort.abort(reason), 20);
    await expect(running).rejects.toBe(reason);
  });

  it('throws errors that are no problem of the resource', async () => {
    await expect(outcomes('no URL')).rejects.toThrow(TypeError);
  });
});
