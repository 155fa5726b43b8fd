import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { VisitState } from '../../src/model/run.ts';
import type { Handler } from '../web/loopback.ts';
import { find, kindsOf, record, typed } from './finding.ts';

const link = '</r.jsonld>; rel="describedby"; type="application/ld+json"';
const documents = { '/r.jsonld': typed('application/ld+json', record('1')) };

const refusing =
  (status: number, headers: Record<string, string>): Handler =>
  (_request, response) =>
    void response.writeHead(status, headers).end('no');
/** Bytes without end, in the kind of JSON that data is in. */
const endless: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', link });
  const more = (): void => {
    if (!response.destroyed && response.write(`[${'1,'.repeat(30_000)}`)) setImmediate(more);
  };
  response.on('drain', more);
  more();
};
/** Twenty million blanks, in twenty kilobytes. */
const bomb: Handler = (_request, response) => {
  const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip', link };
  response.writeHead(200, headers).end(gzipSync(Buffer.alloc(20_000_000, ' ')));
};
const breaking =
  (type = 'text/plain', field = link): Handler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': 100, link: field });
    response.write('begins');
    setImmediate(() => response.destroy());
  };
const announcing: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1e9, link }).write('<');
};

const redirect =
  (headers: Record<string, string>): Handler =>
  (_request, response) =>
    void response.writeHead(303, { location: '/sub/page', ...headers }).end();

describe('a resource whose content cannot be fetched', () => {
  it.each([
    ['needs a login', 'http-status', refusing(401, { link })],
    ['is not for everybody', 'http-status', refusing(403, { link })],
    ['is withheld by law', 'http-status', refusing(451, { link })],
    ['is too large, which it did not say', 'body-too-large', endless],
    ['is a compression bomb', 'body-bomb', bomb],
    ['breaks off', 'connection-failed', breaking()],
    [
      'is a page, breaks off and labels the link',
      'connection-failed',
      breaking('text/html', `${link}; profile="CDIF1.0"`),
    ],
    ['is a page that is too large', 'body-too-large', announcing],
    ['redirects to itself', 'too-many-redirects', redirect({ location: '/a', link })],
  ] satisfies [string, string, Handler][])(
    'still leads to its metadata where it %s',
    async (_name, reason, handler) => {
      const { outcomes } = await find({ '/a': handler, ...documents }, ['/a'], {});
      expect(outcomes.get('/a')?.problems).toMatchObject([{ kind: 'content-unavailable', reason }]);
      expect(outcomes.get('/a')?.state).toBe('linked');
      expect(outcomes.get('/r.jsonld')?.state).toBe('harvested');
    },
  );

  it.each([
    ['is a page, and breaks off', breaking('text/html'), 'fetch-failed'],
    ['is not there', refusing(404, { link }), 'gone'],
    ['is gone', refusing(410, { link }), 'gone'],
    [
      'leads to metadata of another',
      refusing(403, { link: `${link}; anchor="/other"` }),
      'fetch-failed',
    ],
    ['leads to itself', refusing(403, { link: '</a>; rel="describedby"' }), 'fetch-failed'],
    ['leads nowhere', refusing(403, { link: '</style.css>; rel=stylesheet' }), 'fetch-failed'],
  ] satisfies [string, Handler, VisitState][])(
    'is not to be had where it %s',
    async (_name, handler, state) => {
      const { outcomes } = await find({ '/a': handler, ...documents }, ['/a']);
      expect(outcomes.get('/a')?.state).toBe(state);
      expect(kindsOf(outcomes.get('/a'))).toHaveLength(1);
      expect(outcomes.has('/r.jsonld')).toBe(false);
    },
  );
});

describe('a redirect', () => {
  it('leads to metadata by its own links, relative to itself', async () => {
    const { outcomes } = await find(
      {
        '/pid': redirect({ link: '<r.jsonld>; rel="describedby"; type="application/ld+json"' }),
        '/sub/page': typed('text/html', '<p>'),
        ...documents,
      },
      ['/pid'],
    );
    expect(outcomes.get('/pid')?.state).toBe('linked');
    expect(outcomes.get('/r.jsonld')?.state).toBe('harvested');
  });

  it.each([
    ['is not there', refusing(404, {}), 'gone'],
    ['fails', refusing(500, {}), 'fetch-failed'],
    ['breaks off', breaking('text/html', '<x>; rel=y'), 'fetch-failed'],
  ] satisfies [string, Handler, VisitState][])(
    'leads to what it labels also where the page behind it %s',
    async (_name, page, state) => {
      const labelled = `${link}; profile="CDIF1.0"`;
      const table = { '/pid': redirect({ link: labelled }), '/sub/page': page, ...documents };
      const { outcomes } = await find(table, ['/pid']);
      expect(kindsOf(outcomes.get('/pid'))).toEqual(['content-unavailable']);
      expect(outcomes.get('/r.jsonld')?.state).toBe('harvested');
      const unlabelled = { ...table, '/pid': redirect({ link }) };
      const { outcomes: others } = await find(unlabelled, ['/pid']);
      expect(others.get('/pid')?.state).toBe(state);
    },
  );

  it('has cite-as links, as its target may', async () => {
    const { outcomes } = await find(
      {
        '/pid': redirect({ link: '<https://doi.org/10.1234/a>; rel="cite-as"' }),
        '/sub/page': typed('application/ld+json', record('https://doi.org/10.1234/b')),
      },
      ['/pid'],
    );
    expect(outcomes.get('/pid')?.signposts?.links).toMatchObject([{ rel: 'cite-as' }]);
    expect(kindsOf(outcomes.get('/pid'))).toEqual(['cite-as-differs']);
  });
});
