import { describe, expect, it } from 'vitest';
import { extract, kindsOf, pageUrl, recordsOf, script } from './extraction.ts';

const dataset = { '@context': 'https://schema.org', '@type': 'Dataset', name: 'Tides' };

describe('what kind of response is read', () => {
  it.each([
    ['text/html; charset=utf-8'],
    ['application/xhtml+xml'],
    ['TEXT/HTML'],
    ['text/html, text/html'],
  ])('reads %s as a page', async (contentType) => {
    const [record] = recordsOf(await extract(script(dataset), { contentType }));
    expect(record).toEqual({
      documentUrl: pageUrl,
      route: 'embedded',
      json: JSON.stringify(dataset),
      baseIri: pageUrl,
    });
  });

  it.each([
    ['application/ld+json'],
    ['application/ld+json; profile="https://w3id.org/cdif/core/1.1"'],
    ['application/json'],
    ['application/vnd.schemaorg.ld+json'],
    ['application/json-ld'],
    ['text/json'],
  ])('reads %s as a JSON-LD document', async (contentType) => {
    const finalUrl = 'https://data.example.org/1.jsonld';
    const [record] = recordsOf(await extract(JSON.stringify(dataset), { contentType, finalUrl }));
    expect(record).toEqual({
      documentUrl: pageUrl,
      route: 'direct',
      json: JSON.stringify(dataset),
      baseIri: finalUrl,
    });
  });

  it.each([[''], ['text/plain; charset=utf-8'], ['application/octet-stream']])(
    'looks into a body of type "%s"',
    async (contentType) => {
      const direct = await extract(`\n  ${JSON.stringify(dataset)}`, { contentType });
      expect(recordsOf(direct)[0]?.route).toBe('direct');
      const list = await extract(JSON.stringify([dataset]), { contentType });
      expect(recordsOf(list)[0]?.route).toBe('direct');
      const start = '<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE html>';
      const page = await extract(`${start}<html>${script(dataset)}`, { contentType });
      expect(recordsOf(page)[0]?.route).toBe('embedded');
      expect(kindsOf(await extract('S W N E\n1 2 3 4', { contentType }))).toEqual([
        'content-type-unsupported',
      ]);
      expect(kindsOf(await extract('[INFO] harvest {done}', { contentType }))).toEqual([
        'content-type-unsupported',
      ]);
    },
  );

  it('finds JSON that a server calls HTML', async () => {
    expect(recordsOf(await extract(JSON.stringify(dataset)))[0]?.route).toBe('direct');
  });

  it.each([['application/pdf'], ['application/zip'], ['text/xml'], ['text/csv'], ['image/png']])(
    'does not read %s',
    async (contentType) => {
      expect(await extract(JSON.stringify(dataset), { contentType })).toEqual([
        {
          kind: 'failed',
          problem: { kind: 'content-type-unsupported', url: pageUrl, contentType },
        },
      ]);
    },
  );

  it.each([['text/html'], ['application/ld+json'], ['application/pdf'], ['']])(
    'says that an empty body of type "%s" has no metadata',
    async (contentType) => {
      const noMetadata = [{ kind: 'failed', problem: { kind: 'no-metadata', url: pageUrl } }];
      expect(await extract('', { contentType })).toEqual(noMetadata);
    },
  );

  it.each([['text/html'], ['application/ld+json']])(
    'says that a blank body of type %s has no metadata',
    async (contentType) => {
      expect(kindsOf(await extract(' \n\t\uFEFF', { contentType }))).toEqual(['no-metadata']);
    },
  );
});

describe('a JSON-LD document', () => {
  const contentType = 'application/ld+json';

  it('is a record whatever it describes, since it was listed for itself', async () => {
    const website = JSON.stringify({ '@type': 'WebSite', name: 'A site' });
    expect(recordsOf(await extract(website, { contentType }))).toHaveLength(1);
  });

  it('loses its byte order mark and the blanks around it', async () => {
    const json = JSON.stringify(dataset);
    const [record] = recordsOf(await extract(`\uFEFF\r\n ${json}\u00A0\n`, { contentType }));
    expect(record?.json).toBe(json);
  });

  it('is reported with its place when it is not JSON', async () => {
    const body = '{\r\n  "name": "Tides",\r\n  "url": https://example.org\r\n}';
    expect(await extract(body, { contentType })).toEqual([
      {
        kind: 'failed',
        problem: {
          kind: 'json-malformed',
          url: pageUrl,
          line: 3,
          column: 10,
          detail: 'expected a value, found "h"',
          excerpt: '"url": https://example.org',
        },
      },
    ]);
  });

  it.each([
    ['null', 'null'],
    ['42', 'a number'],
    ['"text"', 'a string'],
    ['true', 'a boolean'],
    ['[]', 'an empty array'],
    ['[1, "two", [], {}]', 'an array without objects'],
    ['{}', 'an empty object'],
  ])('is no metadata when it is %s', async (body, found) => {
    expect(await extract(body, { contentType })).toEqual([
      { kind: 'failed', problem: { kind: 'json-not-metadata', url: pageUrl, found } },
    ]);
  });

  it('is not parsed when it is nested too deep', async () => {
    const body = `${'['.repeat(12)}{"@id": "https://example.org/1"}${']'.repeat(12)}`;
    const limits = { jsonDepth: 12 };
    const problem = { kind: 'json-too-complex', url: pageUrl, limit: 'depth', max: 12 };
    expect(await extract(body, { contentType, limits })).toEqual([{ kind: 'failed', problem }]);
    const million = '['.repeat(1_000_000);
    expect(kindsOf(await extract(million, { contentType }))).toEqual(['json-too-complex']);
  });
});

describe('an unknown charset', () => {
  const contentType = 'text/html; charset=utf-8859';

  it('is reported with the first record, which is read as UTF-8', async () => {
    const body = `${script({ '@type': 'WebSite' })}${script({ '@type': 'Dataset', name: 'Größe' })}`;
    const outcomes = await extract(`${body}${script({ '@id': 'b' })}`, { contentType });
    expect(outcomes.map((outcome) => ('problems' in outcome ? outcome.problems : []))).toEqual([
      [],
      [{ kind: 'charset-unknown', url: pageUrl, charset: 'utf-8859' }],
      [],
    ]);
    expect(recordsOf(outcomes)[0]?.json).toContain('Größe');
  });

  it('is reported beside a failure where there is no record', async () => {
    const [outcome] = await extract('<p>Nothing here</p>', { contentType });
    expect(outcome).toEqual({
      kind: 'failed',
      problem: { kind: 'no-metadata', url: pageUrl },
      problems: [{ kind: 'charset-unknown', url: pageUrl, charset: 'utf-8859' }],
    });
  });
});
