import { describe, expect, it } from 'vitest';
import type { Handler } from '../web/loopback.ts';
import { find, kindsOf, page, record, typed } from './finding.ts';

/** Gives a page, or JSON-LD where that is asked for. */
const negotiatingBeside =
  (html: string): Handler =>
  (request, response) => {
    const wantsRdf = request.headers.accept?.startsWith('application/ld+json') === true;
    const answer = wantsRdf ? typed('application/ld+json', record('1')) : typed('text/html', html);
    answer(request, response);
  };
const negotiating = negotiatingBeside('<p>');

describe('a page that offers nothing', () => {
  it('is requested once more, for metadata alone', async () => {
    const { outcomes, requests } = await find({ '/a': negotiating }, ['/a']);
    expect(requests).toEqual(['GET /a', 'GET /a']);
    expect(outcomes.get('/a')).toMatchObject({ state: 'harvested', problems: [] });
    expect(outcomes.get('/a')?.signposts?.offers).toMatchObject([{ via: 'content' }]);
  });

  it('is requested once where the source says `negotiate: false`', async () => {
    const { outcomes, requests } = await find({ '/a': negotiating }, ['/a'], { negotiate: false });
    expect(requests).toEqual(['GET /a']);
    expect(kindsOf(outcomes.get('/a'))).toEqual(['no-metadata']);
  });

  it.each([
    ['has none of it', 'no-metadata', (_request, response) => response.writeHead(406).end()],
    ['serves the page again', 'no-metadata', typed('text/html', '<p>')],
    ['gives JSON that is no record', 'json-not-metadata', typed('application/json', '[]')],
  ] satisfies [string, string, Handler][])(
    'says so once where its server %s',
    async (_name, kind, second) => {
      let asked = 0;
      const handler: Handler = (request, response) => {
        asked += 1;
        (asked === 1 ? typed('text/html', '<p>') : second)(request, response);
      };
      const { outcomes, report } = await find({ '/a': handler }, ['/a']);
      expect(asked).toBe(2);
      expect(kindsOf(outcomes.get('/a'))).toEqual([kind]);
      expect(outcomes.get('/a')?.state).toBe('no-metadata');
      expect(report.sources[0]?.urls['no-metadata']).toBe(1);
    },
  );

  const cutOff = '{"@context": "https://schema.org/", "@type": "Dataset"';
  const foreign = '{"@context": "https://unknown.example/c", "@type": "Dataset", "name": "x"}';

  it.each([
    ['cut off', cutOff, 'json-malformed'],
    ['of an unknown context', foreign, 'context-unavailable'],
    ['without a context', '{"@type": "Dataset", "name": "x"}', 'context-missing'],
    ['that JSON-LD refuses', '{"@context": {"@vocab": 5}, "name": "x"}', 'json-ld-invalid'],
  ])(
    'is also one whose only script is %s: its fault is told beside the record',
    async (_name, script, kind) => {
      const { outcomes, report } = await find(
        { '/a': negotiatingBeside(page(script)), '/b': typed('text/html', page(script)) },
        ['/a', '/b'],
      );
      expect(kindsOf(outcomes.get('/a'))).toEqual([kind]);
      expect(outcomes.get('/a')).toMatchObject({ state: 'harvested' });
      expect(outcomes.get('/a')).not.toHaveProperty('failed');
      // The server gives the page again: all is as without the second request.
      expect(kindsOf(outcomes.get('/b'))).toEqual([kind]);
      expect(outcomes.get('/b')).toMatchObject({ state: 'metadata-failed', failed: 1 });
      expect(report.sources[0]?.records).toMatchObject({ 'would-load': 1, 'failed-new': 1 });
    },
  );

  it('is requested once where another script, or a link, can be read', async () => {
    const broken = page(cutOff);
    const link = '<link rel="describedby" type="application/ld+json" href="/c">';
    const { outcomes, requests } = await find(
      {
        '/a': negotiatingBeside(broken + page(record('2'))),
        '/b': negotiatingBeside(`${link}${broken}`),
        '/c': typed('application/ld+json', record('3')),
        '/d': typed('application/ld+json', '{"@type": "Dataset"'),
      },
      ['/a', '/b', '/d'],
    );
    expect(requests.toSorted()).toEqual(['GET /a', 'GET /b', 'GET /c', 'GET /d']);
    expect(kindsOf(outcomes.get('/a'))).toEqual(['json-malformed']);
    expect(outcomes.get('/b')?.state).toBe('metadata-failed');
  });

  it('keeps the fault of its script where the negotiated metadata fails, or its server', async () => {
    const broken = page(cutOff);
    const second = (answer: Handler): Handler => {
      let asked = 0;
      return (request, response) => {
        asked += 1;
        (asked === 1 ? typed('text/html', broken) : answer)(request, response);
      };
    };
    const { outcomes } = await find(
      {
        '/a': second(typed('application/ld+json', foreign)),
        '/b': second((_request, response) => response.writeHead(503).end()),
      },
      ['/a', '/b'],
    );
    expect(kindsOf(outcomes.get('/a'))).toEqual(['json-malformed']);
    expect(outcomes.get('/a')).toMatchObject({ state: 'metadata-failed', failed: 1 });
    expect(kindsOf(outcomes.get('/b'))).toEqual(['json-malformed', 'http-status']);
    expect(outcomes.get('/b')).not.toHaveProperty('answer');
  });

  it('is told beside the record where another page came in its place', async () => {
    const withdrawn = '<h1>Dataset withdrawn</h1>';
    const { outcomes } = await find({ '/a': negotiatingBeside(withdrawn) }, ['/a']);
    expect(kindsOf(outcomes.get('/a'))).toEqual(['tombstone-page']);
    expect(outcomes.get('/a')?.state).toBe('harvested');
  });

  it('is reported with its format if it is data', async () => {
    const xml = '<gmd:MD_Metadata xmlns:gmd="http://www.isotc211.org/2005/gmd"/>';
    const { outcomes } = await find({ '/a': typed('application/xml', xml) }, ['/a']);
    expect(kindsOf(outcomes.get('/a'))).toEqual(['metadata-format-unread']);
    expect(outcomes.get('/a')?.state).toBe('no-metadata');
  });
});

const moved: Handler = (_request, response) =>
  response.writeHead(302, { location: '/private/2' }).end();

it('links are kept once, however often a URL is requested', async () => {
  const link = '<https://doi.org/10.5072/1>; rel="cite-as"';
  const { outcomes } = await find({ '/a': typed('text/html', '<p>', { link }) }, ['/a']);
  expect(outcomes.get('/a')?.signposts?.links).toMatchObject([{ rel: 'cite-as', place: 'header' }]);
});

describe('robots.txt', () => {
  it('is obeyed, also behind a redirect, and fetched once', async () => {
    const table = {
      '/robots.txt': 'User-agent: *\nAllow: /open\nDisallow: /private\n',
      '/open/1': typed('text/html', page(record('1'))),
      '/private/1': typed('text/html', page(record('2'))),
      '/moved': moved,
    };
    const { outcomes, requests, report } = await find(table, ['/open/1', '/private/1', '/moved']);
    expect(requests.toSorted()).toEqual(['GET /moved', 'GET /open/1']);
    expect(outcomes.get('/open/1')).toMatchObject({
      state: 'harvested',
      robots: { by: 'rule', text: 'Allow: /open', line: 2, agent: '*' },
    });
    for (const path of ['/private/1', '/moved']) {
      expect(outcomes.get(path)).toMatchObject({
        state: 'disallowed',
        problems: [{ kind: 'robots-disallowed', rule: 'Disallow: /private', line: 3 }],
      });
    }
    expect(report.sources[0]?.urls).toMatchObject({ loaded: 1, disallowed: 2 });
  });

  it('that cannot be fetched leaves all URLs to the next run', async () => {
    const table = {
      '/robots.txt': (_request: unknown, response: Parameters<Handler>[1]) =>
        response.writeHead(503).end(),
      '/a': typed('text/html', page(record('1'))),
    };
    const waiting = await find(table, ['/a']);
    expect(waiting.requests).toEqual([]);
    expect(waiting.outcomes.get('/a')).toMatchObject({
      state: 'not-tried',
      problems: [{ kind: 'robots-unavailable', status: 503 }],
    });
    const ignoring = await find(table, ['/a'], { robots: 'ignore' });
    expect(ignoring.outcomes.get('/a')).toMatchObject({
      state: 'harvested',
      robots: { by: 'ignored' },
    });
    const none = await find({ '/a': typed('text/html', page(record('1'))) }, ['/a']);
    expect(none.outcomes.get('/a')).toMatchObject({ robots: { by: 'no-file' } });
  });
});

describe('what a resource is to be cited as', () => {
  const link = { link: '<https://doi.org/10.5072/1>; rel="cite-as"' };

  it('is compared with its record in the page', async () => {
    const table = {
      '/same': typed('text/html', page(record('doi:10.5072/1')), link),
      '/other': typed('text/html', page(record('doi:10.5072/2')), link),
    };
    const { outcomes } = await find(table, ['/same', '/other']);
    expect(kindsOf(outcomes.get('/same'))).toEqual([]);
    expect(kindsOf(outcomes.get('/other'))).toEqual(['cite-as-differs']);
    expect(outcomes.get('/other')?.state).toBe('harvested');
  });

  it('is compared with the record that the page links to', async () => {
    const head = '<link rel="describedby" type="application/ld+json" href="/r">';
    const table = {
      '/a': typed('text/html', head, link),
      '/r': typed('application/ld+json', record('doi:10.5072/2')),
    };
    const { outcomes } = await find(table, ['/a']);
    expect(kindsOf(outcomes.get('/a'))).toEqual([]);
    expect(kindsOf(outcomes.get('/r'))).toEqual(['cite-as-differs']);
  });
});

it('a script that a link names and that is missing is reported', async () => {
  const head = '<link rel="describedby" type="text/html" profile="CDIF1.0" href="/b#meta">';
  const table = {
    '/a': typed('text/html', head),
    '/b': typed('text/html', page(record('1'))),
  };
  const { outcomes } = await find(table, ['/a']);
  expect(kindsOf(outcomes.get('/b'))).toEqual(['script-missing']);
  expect(outcomes.get('/b')?.state).toBe('harvested');
});

describe('links that violate the Signposting profile', () => {
  const citeAs = '<https://doi.org/10.5072/1>; rel="cite-as"';
  const own = page(record('doi:10.5072/1'));

  it.each([
    ['cite-as-several', `${citeAs}, <https://doi.org/10.5072/2>; rel="cite-as"`],
    ['describedby-untyped', `${citeAs}, </b.pdf>; rel="describedby"`],
    ['license-several', `${citeAs}, </a>; rel="license", </b>; rel="license"`],
    ['linkset-untyped', '</set>; rel="linkset"'],
  ])('are one problem of the page: %s', async (fault, link) => {
    const { outcomes } = await find({ '/a': typed('text/html', own, { link }) }, ['/a']);
    const { problems = [], state } = outcomes.get('/a') ?? {};
    expect(state).toBe('harvested');
    const found = problems.filter(({ kind }) => kind === 'signposting-incomplete');
    expect(found).toMatchObject([{ faults: [fault] }]);
  });

  it.each([
    ['lacks links', citeAs],
    ['has only a description without type', '</b.pdf>; rel="describedby"'],
    ['has only licences', '</a>; rel="license", </b>; rel="license"'],
    ['has no links', '<https://a.example/>; rel="preconnect"'],
  ])('are not reported of a page that %s', async (_what, link) => {
    const { outcomes } = await find({ '/a': typed('text/html', own, { link }) }, ['/a']);
    expect(kindsOf(outcomes.get('/a'))).toEqual([]);
  });
});
