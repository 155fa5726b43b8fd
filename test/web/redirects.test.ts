import { describe, expect, it } from 'vitest';
import { asking, client, paths, problemOf, serve, textOf, type Handler } from './loopback.ts';

const to =
  (location: string | undefined, status = 302): Handler =>
  (_request, response) => {
    response.writeHead(status, location === undefined ? {} : { location }).end('moved');
  };

describe('redirects', () => {
  it('are followed, and their chain is returned', async () => {
    const origin = await serve(
      paths({
        '/doi': to('/301', 301),
        '/301': to('303?x=1#part', 303),
        '/303?x=1': to('/307', 307),
        '/307': to('/landing', 308),
        '/landing': 'here',
      }),
    );
    const resource = await client().open(`${origin}/doi`, asking());
    expect(await textOf(resource.body)).toBe('here');
    expect(resource.retrieval.finalUrl).toBe(`${origin}/landing`);
    expect(resource.retrieval.redirects).toEqual([
      { from: `${origin}/doi`, to: `${origin}/301`, status: 301 },
      { from: `${origin}/301`, to: `${origin}/303?x=1`, status: 303 },
      { from: `${origin}/303?x=1`, to: `${origin}/307`, status: 307 },
      { from: `${origin}/307`, to: `${origin}/landing`, status: 308 },
    ]);
  });

  it('may lead to other hosts', async () => {
    const other = await serve(paths({ '/b': 'there' }));
    const origin = await serve(paths({ '/a': to(`${other}/b`) }));
    const resource = await client().open(`${origin}/a`, asking());
    expect(await textOf(resource.body)).toBe('there');
  });

  it('may name their target in raw UTF-8', async () => {
    const raw = Buffer.from('/données', 'utf8').toString('latin1');
    const origin = await serve(paths({ '/a': to(raw), '/donn%C3%A9es': 'ici' }));
    const resource = await client().open(`${origin}/a`, asking());
    expect(await textOf(resource.body)).toBe('ici');
  });

  it('end after as many as configured', async () => {
    const origin = await serve(
      paths({ '/0': to('/1'), '/1': to('/2'), '/2': to('/3'), '/3': 'end' }),
    );
    const problem = await problemOf(client({ maxRedirects: 2 }).open(`${origin}/0`, asking()));
    expect(problem).toEqual({
      kind: 'too-many-redirects',
      url: `${origin}/2`,
      maxRedirects: 2,
    });
    const resource = await client({ maxRedirects: 3 }).open(`${origin}/0`, asking());
    expect(await textOf(resource.body)).toBe('end');
  });

  it.each([
    ['to itself', '/a', 1],
    ['through another', '/b', 2],
  ])('in a loop %s end at once', async (_name, location, requestsExpected) => {
    let requests = 0;
    const count =
      (handler: Handler): Handler =>
      (request, response) => {
        requests += 1;
        handler(request, response);
      };
    const origin = await serve(paths({ '/a': count(to(location)), '/b': count(to('/a')) }));
    const problem = await problemOf(client().open(`${origin}/a`, asking()));
    expect(problem).toMatchObject({ kind: 'too-many-redirects', maxRedirects: 5 });
    expect(requests).toBe(requestsExpected);
  });

  it.each([
    ['without Location', undefined],
    ['with an empty one', ''],
    ['that cannot be parsed', 'http://['],
    ['to a file', 'file:///etc/passwd'],
    ['to a script', 'javascript:alert(1)'],
    ['with user information', 'http://user@127.0.0.1/'],
    ['with a password alone', 'http://:secret@127.0.0.1/'],
  ])('%s are invalid', async (_name, location) => {
    const origin = await serve(to(location));
    const problem = await problemOf(client().open(`${origin}/a`, asking()));
    expect(problem).toEqual({
      kind: 'redirect-invalid',
      url: `${origin}/a`,
      location: location ?? '',
    });
  });

  it('have the problem of the hop that fails', async () => {
    const origin = await serve(paths({ '/a': to('/gone') }));
    const problem = await problemOf(client().open(`${origin}/a`, asking()));
    expect(problem).toEqual({ kind: 'http-status', url: `${origin}/gone`, status: 404 });
  });
});
