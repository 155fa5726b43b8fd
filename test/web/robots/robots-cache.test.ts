import { describe, expect, it } from 'vitest';
import { Hosts } from '../../../src/web/hosts.ts';
import { RobotsCache } from '../../../src/web/robots/robots-cache.ts';
import { client, httpConfig, problemOf, serve, type Handler } from '../loopback.ts';
import { ManualClock } from '../manual-clock.ts';

const signal = new AbortController().signal;

/** A server with this response for robots.txt, and the number of its requests. */
async function serving(answer: Handler) {
  let asked = 0;
  const origin = await serve((request, response) => {
    asked += 1;
    answer(request, response);
  });
  const book = new RobotsCache(client({ retries: 0 }));
  return { origin, book, asked: () => asked };
}

const status =
  (code: number): Handler =>
  (_request, response) =>
    response.writeHead(code).end();

describe('the robots.txt of a server', () => {
  it('decides about its URLs, and is requested once', async () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: CDIF1.0\nAllow: /d\nDisallow: /\n';
    const { origin, book, asked } = await serving((_request, response) => response.end(text));
    expect(await book.permit(`${origin}/d/1`, signal)).toEqual({
      by: 'rule',
      text: 'Allow: /d',
      line: 5,
      agent: 'CDIF1.0',
    });
    expect(await problemOf(book.permit(`${origin}/x`, signal))).toEqual({
      kind: 'robots-disallowed',
      url: `${origin}/x`,
      agent: 'CDIF1.0',
      rule: 'Disallow: /',
      line: 6,
    });
    expect(asked()).toBe(1);
  });

  it.each([400, 401, 403, 404, 410])('allows all where there is none: %i', async (code) => {
    const { origin, book } = await serving(status(code));
    expect(await book.permit(`${origin}/x`, signal)).toEqual({ by: 'no-file' });
  });

  it('allows all where it redirects for ever', async () => {
    const { origin, book } = await serving((_request, response) =>
      response.writeHead(302, { location: '/robots.txt?again' }).end(),
    );
    expect(await book.permit(`${origin}/x`, signal)).toEqual({ by: 'no-file' });
  });

  it.each([429, 500, 503])('allows nothing where it is unreachable: %i', async (code) => {
    const { origin, book } = await serving(status(code));
    expect(await problemOf(book.permit(`${origin}/x`, signal))).toEqual({
      kind: 'robots-unavailable',
      url: `${origin}/x`,
      robots: `${origin}/robots.txt`,
      status: code,
    });
  });

  it('that cannot be decompressed allows nothing', async () => {
    const { origin, book } = await serving((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    );
    expect(await problemOf(book.permit(`${origin}/x`, signal))).toMatchObject({
      kind: 'robots-unavailable',
      code: 'body-undecodable',
    });
  });

  it('of an unreachable server is a problem of each URL', async () => {
    const book = new RobotsCache(client({ retries: 0 }));
    const url = 'http://127.0.0.1:1/x';
    expect(await problemOf(book.permit(url, signal))).toEqual({
      kind: 'connection-failed',
      url,
      code: 'ECONNREFUSED',
    });
  });

  it('is used up to the limit, however long it is', async () => {
    const rule = 'User-agent: *\nDisallow: /a\n';
    const { origin, book } = await serving((_request, response) =>
      response.end(`${rule}${'#'.repeat(600_000)}\nDisallow: /b\n`),
    );
    expect((await problemOf(book.permit(`${origin}/a`, signal))).kind).toBe('robots-disallowed');
    expect(await book.permit(`${origin}/b`, signal)).toEqual({ by: 'no-rule' });
  });

  it('is requested again after an abort', async () => {
    const { origin, book } = await serving((_request, response) => response.end(''));
    const reason = new Error('enough');
    await expect(book.permit(`${origin}/x`, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await book.permit(`${origin}/x`, signal)).toEqual({ by: 'no-rule' });
  });

  it('is requested again for a caller that waits when that of another one is aborted', async () => {
    const { origin, book, asked } = await serving((_request, response) => {
      if (asked() === 1) setTimeout(() => first.abort(reason), 10);
      else response.end('');
    });
    const first = new AbortController();
    const reason = new Error('enough');
    const aborted = book.permit(`${origin}/x`, first.signal);
    const waiting = [book.permit(`${origin}/y`, signal), book.permit(`${origin}/z`, signal)];
    await expect(aborted).rejects.toBe(reason);
    expect(await Promise.all(waiting)).toEqual([{ by: 'no-rule' }, { by: 'no-rule' }]);
    expect(asked()).toBe(2);
  });

  it('is requested again for the next URL where its host failed', async () => {
    let failing = true;
    const { origin, book, asked } = await serving((_request, response) =>
      response.writeHead(failing ? 503 : 404).end(),
    );
    expect((await problemOf(book.permit(`${origin}/x`, signal))).kind).toBe('robots-unavailable');
    failing = false;
    expect(await book.permit(`${origin}/y`, signal)).toEqual({ by: 'no-file' });
    expect(asked()).toBe(2);
  });

  it('of a host that was given up is a problem of each URL', async () => {
    const book = new RobotsCache(client({ retries: 0, perHost: { maxFailures: 1 } }));
    const url = 'http://127.0.0.1:1/x';
    await problemOf(book.permit(url, signal));
    await problemOf(book.permit(url, signal));
    expect(await problemOf(book.permit(url, signal))).toMatchObject({ kind: 'host-given-up', url });
  });

  it.each([
    ['a delay that is kept to', 2, 2000],
    ['a longer one than is kept to', 300, 30_000],
  ])('asks for %s', async (_name, seconds, keptDelayMs) => {
    const origin = await serve((_request, response) =>
      response.end(`User-agent: cdif-graph\nCrawl-delay: ${seconds}\nDisallow:\n`),
    );
    const config = httpConfig();
    const clock = new ManualClock();
    const hosts = new Hosts(config, { clock });
    const book = new RobotsCache(client(), { hosts });
    expect(await book.of(`${origin}/x`, signal)).toMatchObject({ kind: 'file', keptDelayMs });
    const host = hosts.of(new URL(origin));
    void host.takeSlot(origin, signal, 'first-request');
    expect(host.opening()).toEqual({ kind: 'later', at: clock.now() + keptDelayMs });
  });
});
