import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { XmlChecker } from '../../../dist/conformance/site/xml-checker.js';
import { LinkedDocumentChecker } from '../../../src/conformance/site/linked-documents.ts';
import type { MetadataDocument } from '../../../src/facts/record/metadata-documents.ts';
import { type Handler, type HttpChanges, paths } from '../../web/loopback.ts';
import { type CheckedSite, linking, serveSite } from './checking.ts';
import { billionLaughs, soilSchema, soilXml } from './soil-xml.ts';

const xmlFormat = { via: 'encoding', format: 'application/xml', syntax: 'xml' } as const;

type Answers = Record<string, Handler | string>;

/** A site with a checker of its linked documents. */
async function checking(
  answers: Answers,
  { schemas = [soilSchema], changes = {} }: { schemas?: object[]; changes?: HttpChanges } = {},
) {
  const site = await serveSite(paths(answers), changes);
  const xml = new XmlChecker(schemas as (typeof soilSchema)[]);
  onTestFinished(async () => xml.close());
  const checker = new LinkedDocumentChecker(site.requests, xml);
  return { site, check: checkFor(site, checker) };
}

function checkFor({ origin }: CheckedSite, checker: LinkedDocumentChecker) {
  return async (path: string, format: Partial<MetadataDocument> = {}) => {
    const document = { ...xmlFormat, ...format, url: origin + path };
    const { verdict, problems } = await checker.check(document, linking);
    return { verdict, problems };
  };
}

function sending(type: string, body: string | Buffer, status = 200): Handler {
  return (_, response) => response.writeHead(status, { 'content-type': type }).end(body);
}

describe('a linked XML document', () => {
  it('is valid, or has no schema at hand, which is no problem', async () => {
    const { check } = await checking({ '/7.xml': soilXml(), '/8.xml': '<other xmlns="urn:o"/>' });
    expect(await check('/7.xml')).toEqual({ verdict: 'valid', problems: [] });
    expect(await check('/8.xml')).toEqual({ verdict: 'no-schema', problems: [] });
    const without = await checking({ '/7.xml': soilXml() }, { schemas: [] });
    expect(await without.check('/7.xml')).toEqual({ verdict: 'no-schema', problems: [] });
  });

  it('has its faults at their places, as problems of the record that links to it', async () => {
    const { site, check } = await checking({ '/7.xml': soilXml('x'), '/8.xml': '<a>\n<b></a>' });
    expect(await check('/7.xml')).toEqual({
      verdict: 'invalid',
      problems: [
        {
          kind: 'linked-document-invalid',
          ...linking,
          document: `${site.origin}/7.xml`,
          namespace: 'urn:soil:1',
          detail:
            "Element '{urn:soil:1}published': 'x' is not a valid value of the atomic type 'xs:date'",
          line: 4,
          count: 1,
        },
      ],
    });
    expect(await check('/8.xml')).toEqual({
      verdict: 'malformed',
      problems: [
        {
          kind: 'linked-document-malformed',
          ...linking,
          document: `${site.origin}/8.xml`,
          detail: 'Opening and ending tag mismatch: b line 2 and a',
          line: 2,
          column: 8,
        },
      ],
    });
  });

  it('is missing where the server has none or cannot be reached', async () => {
    const { check } = await checking(
      {
        '/gone.xml': sending('text/plain', '', 410),
        '/cut.xml': (_, response) => response.destroy(),
        '/login.xml': sending('text/html', '<p>Please log in', 403),
      },
      { changes: { retries: 0 } },
    );
    const missing = { kind: 'linked-document-missing' };
    const facts: readonly [string, object][] = [
      ['/7.xml', { status: 404 }],
      ['/gone.xml', { status: 410 }],
      ['/login.xml', { status: 403 }],
      ['/cut.xml', { reason: 'connection-failed' }],
    ];
    for (const [path, fact] of facts) {
      const expected = { verdict: 'missing', problems: [{ ...missing, ...fact }] };
      expect(await check(path)).toMatchObject(expected);
    }
  });

  it('is left alone where a server is busy, challenges bots, or forbids it by robots.txt', async () => {
    const { site, check } = await checking(
      {
        '/busy.xml': sending('text/plain', '', 503),
        '/often.xml': sending('', '', 429),
        '/challenged.xml': (_, response) => {
          response.writeHead(403, { 'cf-mitigated': 'challenge' }).end();
        },
      },
      { changes: { retries: 0 } },
    );
    for (const path of ['/busy.xml', '/often.xml', '/challenged.xml', '/private/7.xml']) {
      expect(await check(path)).toEqual({ verdict: 'unchecked', problems: [] });
    }
    expect(site.received).not.toContain('GET /private/7.xml');
  });

  it('is something else where a page or an error report comes', async () => {
    const { check } = await checking({
      '/page': sending('text/html', '<!DOCTYPE html><html><p>Not found</html>'),
      '/xhtml': sending('application/xml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'),
      '/text': sending('text/html; charset=utf-8', 'Not found'),
      '/report': sending('application/xml', '<ows:ExceptionReport xmlns:ows="urn:o"/>'),
      '/mislabelled': sending('text/html', soilXml()),
    });
    for (const path of ['/page', '/xhtml', '/text']) {
      const problems = [{ kind: 'linked-document-not-metadata', found: 'a page in HTML' }];
      expect(await check(path)).toMatchObject({ verdict: 'missing', problems });
    }
    expect(await check('/report')).toMatchObject({
      problems: [{ found: 'an error report: ExceptionReport' }],
    });
    expect(await check('/mislabelled')).toEqual({ verdict: 'valid', problems: [] });
  });

  it('is not checked where it declares entities, also in another file', async () => {
    const external = '<!DOCTYPE soil SYSTEM "soil.dtd"><soil';
    const { check } = await checking({
      '/7.xml': billionLaughs(),
      '/8.xml': soilXml('&today;').replace('<soil', external),
    });
    const problems = [{ kind: 'linked-document-has-entities', ...linking }];
    expect(await check('/7.xml')).toMatchObject({ verdict: 'unchecked', problems });
    expect(await check('/8.xml')).toMatchObject({ verdict: 'unchecked', problems });
  });

  it('is not read beyond 5 MiB, also where it is compressed', async () => {
    const large = `<soil>${' '.repeat(5_242_880)}</soil>`;
    const { check } = await checking({
      '/7.xml': large,
      '/8.xml': (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large));
      },
    });
    const problem = { kind: 'linked-document-too-large', limit: 'bytes', max: 5_242_880 };
    for (const path of ['/7.xml', '/8.xml']) {
      const expected = { verdict: 'unchecked', problems: [problem] };
      expect(await check(path)).toMatchObject(expected);
    }
  });

  it('is requested once, in its format, for all records', async () => {
    const { site, check } = await checking({ '/7.xml': '<cut' });
    const format = 'application/vnd.iso.19139+xml; charset=utf-8';
    const both = await Promise.all([check('/7.xml', { format }), check('/7.xml#top')]);
    expect(both.map(({ problems }) => problems.length)).toEqual([1, 1]);
    expect(site.received).toEqual(['GET /7.xml']);
    expect(site.accepted).toEqual([
      'application/vnd.iso.19139+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1',
    ]);
  });

  it('ends with the reason of an abort', async () => {
    const { site, check } = await checking({ '/7.xml': () => site.abort(new Error('enough')) });
    await expect(check('/7.xml')).rejects.toThrow('enough');
  });
});

describe('a linked document in another format', () => {
  const json = { format: 'application/ld+json', syntax: 'json' } as const;
  const turtle = { format: 'text/turtle', syntax: 'other' } as const;

  it('is well-formed where it is JSON, or nothing else is known', async () => {
    const { check } = await checking({
      '/7.json': Buffer.from('\uFEFF{"a": [1]}', 'utf8').toString(),
      '/7.ttl': sending('text/turtle', '<a> <b> <c> .'),
      '/about': sending('text/html', '<p>About'),
    });
    expect(await check('/7.json', json)).toEqual({ verdict: 'well-formed', problems: [] });
    expect(await check('/7.ttl', turtle)).toEqual({ verdict: 'well-formed', problems: [] });
    const page = { format: 'text/html', syntax: 'other' } as const;
    expect(await check('/about', page)).toEqual({ verdict: 'well-formed', problems: [] });
  });

  it('may be nested without bounds, and empty', async () => {
    const { check } = await checking({ '/7.json': '['.repeat(2_000_000), '/8.json': '' });
    expect(await check('/7.json', json)).toMatchObject({ verdict: 'malformed' });
    expect(await check('/8.json', json)).toMatchObject({ verdict: 'malformed' });
  });

  it('has its fault at its place, and is something else as a page', async () => {
    const { check } = await checking({
      '/7.json': '\n {"a": [1}',
      '/page': sending('text/html', '<p>Not found'),
    });
    expect(await check('/7.json', json)).toMatchObject({
      verdict: 'malformed',
      problems: [{ kind: 'linked-document-malformed', line: 2, column: 10 }],
    });
    const problems = [{ kind: 'linked-document-not-metadata', found: 'text/html' }];
    for (const format of [json, turtle]) {
      expect(await check('/page', format)).toMatchObject({ verdict: 'missing', problems });
    }
  });
});
