import { describe, expect, it } from 'vitest';
import { LinkChecker, readCheckedLinks } from '../../../src/conformance/site/link-checks.ts';
import { ResourceError } from '../../../src/model/http.ts';
import { type Handler, type HttpChanges, paths } from '../../web/loopback.ts';
import { coerced, resource } from '../../facts/record/resource.ts';
import { linking, serveSite } from './checking.ts';

function status(code: number): Handler {
  return (_, response) => response.writeHead(code).end();
}

/** Refuses HEAD with one status, and answers GET with another. */
function onlyGet(refusal: number, code = 200): Handler {
  return (request, response) => {
    response.writeHead(request.method === 'HEAD' ? refusal : code).end();
  };
}

async function checking(answers: Record<string, Handler | string>, changes: HttpChanges = {}) {
  const site = await serveSite(paths(answers), { retries: 0, ...changes });
  const checker = new LinkChecker(site.requests);
  const check = async (...links: readonly string[]) => {
    const asked = links.map(
      (path) => ({ link: site.origin + path, what: 'distribution' }) as const,
    );
    return checker.check(asked, linking);
  };
  return { site, checker, check };
}

describe('the links of a record that are checked', () => {
  it('are contents of distributions, licences, and identifiers at their resolvers', () => {
    const node = resource({
      '@id': 'https://bog.example/7',
      license: [
        { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
        { '@type': 'CreativeWork', name: 'Terms', url: 'https://bog.example/terms' },
        coerced('CC0'),
      ],
      identifier: [
        'doi:10.5072/Bog',
        { propertyID: 'https://registry.identifiers.org/registry/ark', value: 'ark:12345/7' },
        'not an address',
      ],
      distribution: [
        {
          '@type': 'DataDownload',
          contentUrl: 'https://bog.example/7.zip#part',
          hasPart: { '@type': 'MediaObject', contentUrl: 'https://bog.example/7.csv' },
        },
        { '@type': 'DataDownload', contentUrl: 'https://bog.example/7.zip' },
        { '@type': 'DataDownload', contentUrl: 'ftp://bog.example/7.zip' },
      ],
    });
    expect(readCheckedLinks(node)).toEqual([
      { what: 'distribution', link: 'https://bog.example/7.zip' },
      { what: 'distribution', link: 'https://bog.example/7.csv' },
      { what: 'licence', link: 'https://creativecommons.org/licenses/by/4.0/' },
      { what: 'licence', link: 'https://bog.example/terms' },
      { what: 'identifier', link: 'https://doi.org/10.5072/bog' },
      { what: 'identifier', link: 'https://n2t.net/ark:12345/7' },
    ]);
  });

  it('are at most 200 of one record', () => {
    const distribution = Array.from({ length: 300 }, (_, at) => {
      return { '@type': 'DataDownload', contentUrl: `https://bog.example/${at}.csv` };
    });
    expect(readCheckedLinks(resource({ distribution }))).toHaveLength(200);
  });
});

describe('a link', () => {
  it('is broken where neither HEAD nor GET leads to something', async () => {
    const { site, check } = await checking({
      '/gone': status(410),
      '/fails': status(500),
      '/cut': (_, response) => response.destroy(),
      '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
    });
    const problem = { kind: 'link-broken', ...linking, what: 'distribution' };
    const facts: readonly [string, object][] = [
      ['/none', { status: 404 }],
      ['/gone', { status: 410 }],
      ['/fails', { status: 500 }],
      ['/cut', { reason: 'connection-failed' }],
      ['/loop', { reason: 'too-many-redirects' }],
    ];
    for (const [path, fact] of facts) {
      expect(await check(path)).toEqual([{ ...problem, link: site.origin + path, ...fact }]);
    }
  });

  it('is not broken where HEAD, or else GET, succeeds', async () => {
    const { site, check } = await checking({
      '/7.csv': '1,2',
      '/moved': (_, response) => response.writeHead(302, { location: '/7.csv' }).end(),
      '/405': onlyGet(405),
      '/501': onlyGet(501),
      '/500': onlyGet(500),
    });
    expect(await check('/7.csv', '/moved', '/405', '/501', '/500')).toEqual([]);
    expect(site.received.slice(0, 3)).toEqual(['HEAD /7.csv', 'HEAD /moved', 'HEAD /7.csv']);
    expect(site.received.filter((each) => each.startsWith('GET'))).toEqual([
      'GET /405',
      'GET /501',
      'GET /500',
    ]);
  });

  it('is not broken where a login is asked for, a server is busy, or robots.txt forbids', async () => {
    const { check, checker } = await checking({
      '/401': status(401),
      '/403': status(403),
      '/429': status(429),
      '/503': status(503),
      '/get-403': onlyGet(405, 403),
    });
    expect(await check('/401', '/403', '/429', '/503', '/get-403', '/private/7')).toEqual([]);
    expect(checker.counts).toEqual({ asked: 6, missing: 0 });
  });

  it('is not broken where a bot challenge comes, or no more requests may be sent', async () => {
    const { site, check } = await checking({
      '/challenged': (_, response) => {
        response.writeHead(403, { 'cf-mitigated': 'challenge' }).end();
      },
    });
    expect(await check('/challenged')).toEqual([]);
    const url = `${site.origin}/7.csv`;
    const refusal = new ResourceError({ kind: 'out-of-requests', url, maxRequests: 1 });
    const permit = async (): Promise<never> => Promise.reject(refusal);
    const checker = new LinkChecker({ ...site.requests, permit });
    const link = { link: url, what: 'distribution' } as const;
    expect(await checker.check([link], linking)).toEqual([]);
    expect(checker.counts).toEqual({ asked: 1, missing: 0 });
  });

  it('is not downloaded, however large it is', async () => {
    const { check } = await checking({
      '/large': (request, response) => {
        if (request.method === 'HEAD') response.writeHead(405).end();
        else response.writeHead(200, { 'content-length': 10_000_000_000 }).write('1');
      },
    });
    expect(await check('/large')).toEqual([]);
  });

  it('is requested once for all records, and counted', async () => {
    const { site, checker, check } = await checking({ '/7.csv': '1,2' });
    const both = await Promise.all([check('/none', '/7.csv'), check('/none')]);
    expect(both.map(({ length }) => length)).toEqual([1, 1]);
    expect(site.received.toSorted()).toEqual(['HEAD /7.csv', 'HEAD /none']);
    expect(checker.counts).toEqual({ asked: 2, missing: 1 });
  });

  it('ends a check with the reason of an abort', async () => {
    const { site, check } = await checking({ '/7.csv': () => site.abort(new Error('enough')) });
    await expect(check('/7.csv')).rejects.toThrow('enough');
  });
});
