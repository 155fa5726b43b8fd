import { describe, expect, it } from 'vitest';
import { extract, kindsOf, pageUrl, documentsOf, script } from './extraction.ts';

const dataset = { '@context': 'https://schema.org', '@type': 'Dataset', name: 'Tides' };

describe('detecting the kind of response', () => {
  it.each([
    ['text/html; charset=utf-8'],
    ['application/xhtml+xml'],
    ['TEXT/HTML'],
    ['text/html, text/html'],
  ])('reads %s as a page', async (contentType) => {
    const [document] = documentsOf(await extract(script(dataset), { contentType }));
    expect(document).toEqual({
      documentUrl: pageUrl,
      route: 'embedded',
      json: JSON.stringify(dataset),
      start: { offset: 35, line: 1, column: 36 },
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
    const [document] = documentsOf(
      await extract(JSON.stringify(dataset), { contentType, finalUrl }),
    );
    expect(document).toEqual({
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
      expect(documentsOf(direct)[0]?.route).toBe('direct');
      const list = await extract(JSON.stringify([dataset]), { contentType });
      expect(documentsOf(list)[0]?.route).toBe('direct');
      const start = '<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE html>';
      const page = await extract(`${start}<html>${script(dataset)}`, { contentType });
      expect(documentsOf(page)[0]?.route).toBe('embedded');
      expect(kindsOf(await extract('S W N E\n1 2 3 4', { contentType }))).toEqual([
        'content-type-unsupported',
      ]);
      expect(kindsOf(await extract('[INFO] harvest {done}', { contentType }))).toEqual([
        'content-type-unsupported',
      ]);
    },
  );

  it('finds JSON that a server calls HTML', async () => {
    expect(documentsOf(await extract(JSON.stringify(dataset)))[0]?.route).toBe('direct');
    const commented = `// made by hand\n${JSON.stringify(dataset)}`;
    expect(documentsOf(await extract(commented))[0]?.route).toBe('direct');
  });

  it.each([
    '// made by hand\n\n// TODO\nJSON',
    '/* LICENCE */ [JSON]',
    '{ // as published\n "@graph": [JSON]}',
    '<!-- made by hand --> JSON',
    '<!-- JSON -->',
    '//<![CDATA[\nJSON\n//]]>',
    '<![CDATA[JSON]]>',
    '\uFEFFJSON',
    '\uFEFF/* made by hand */ JSON',
  ])('finds JSON of an unspecific type after mended text: %j', async (template) => {
    const licence = 'whoever has it may copy it; '.repeat(400);
    const text = template.replace('JSON', JSON.stringify(dataset)).replace('LICENCE', licence);
    for (const contentType of ['text/plain', 'application/octet-stream', '']) {
      expect(documentsOf(await extract(text, { contentType }))[0]?.route).toBe('direct');
    }
  });

  it.each(['', 'text/html'])(
    'finds no JSON in the comments of a page of type "%s"',
    async (type) => {
      const start = `<!-- ${JSON.stringify({ note: 'x' })} -->\n<html>`;
      const page = await extract(start + script(dataset), { contentType: type });
      expect(documentsOf(page)).toMatchObject([
        { route: 'embedded', json: JSON.stringify(dataset) },
      ]);
    },
  );

  it.each(['// a program\nif (x) {"y"}', '/* nothing else */', '<!-- { -->', '{ // }', '/* [{'])(
    'finds no JSON in %j',
    async (text) => {
      const outcomes = await extract(text, { contentType: 'text/plain' });
      expect(kindsOf(outcomes)).toEqual(['content-type-unsupported']);
    },
  );

  it.each([['application/pdf'], ['application/zip'], ['text/csv'], ['image/png']])(
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
    'reports that an empty body of type "%s" has no metadata',
    async (contentType) => {
      const noMetadata = [{ kind: 'failed', problem: { kind: 'no-metadata', url: pageUrl } }];
      expect(await extract('', { contentType })).toEqual(noMetadata);
    },
  );

  it.each([['text/html'], ['application/ld+json']])(
    'reports that a blank body of type %s has no metadata',
    async (contentType) => {
      expect(kindsOf(await extract(' \n\t\uFEFF', { contentType }))).toEqual(['no-metadata']);
    },
  );
});

describe('a JSON-LD document', () => {
  const contentType = 'application/ld+json';

  it('is a record whatever it describes, since it was listed for itself', async () => {
    const website = JSON.stringify({ '@type': 'WebSite', name: 'A site' });
    expect(documentsOf(await extract(website, { contentType }))).toHaveLength(1);
  });

  it('loses its byte order mark and the blanks around it', async () => {
    const json = JSON.stringify(dataset);
    const [document] = documentsOf(await extract(`\uFEFF\r\n ${json}\u00A0\n`, { contentType }));
    expect(document?.json).toBe(json);
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
    ['{"name": NaN}', 'an empty object after repairs'],
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

  it('may have any number of brackets beside each other', async () => {
    const limits = { jsonDepth: 12 };
    const body = `[${Array(50).fill('{"a": [[]]}').join(', ')}]`;
    expect(kindsOf(await extract(body, { contentType, limits }))).toEqual(['document']);
  });
});

describe('JSON of too many values', () => {
  const contentType = 'application/ld+json';
  const limits = { jsonValues: 5 };

  it.each([
    ['{"a": [1, {"b": "x,[y"}], "c": [], "d": {}}', 'json-too-complex'],
    ['{"a": [1, {"b": "x,[y\\",{"}], "c": [ ]}', 'document'],
    ['[{}, [], "", {"a": {}}]', 'document'],
    ['[{}, [], "", {"a": {}}, 1]', 'json-too-complex'],
  ])('is not parsed: %s', async (body, kind) => {
    expect(kindsOf(await extract(body, { contentType, limits }))).toEqual([kind]);
    expect(kindsOf(await extract(script(body), { limits }))[0]).toBe(kind);
  });

  it('is reported with the limit', async () => {
    expect(await extract('[1, 2, 3, 4, 5, {"a": 7}]', { contentType, limits })).toEqual([
      {
        kind: 'failed',
        problem: { kind: 'json-too-complex', url: pageUrl, limit: 'values', max: 5 },
      },
    ]);
  });
});

describe('a JSON Schema', () => {
  const contentType = 'application/json';
  const $schema = 'http://json-schema.org/draft-07/schema#';
  const kindOf = async (document: unknown) =>
    kindsOf(await extract(JSON.stringify(document), { contentType }));

  it('is left alone', async () => {
    expect(await extract(JSON.stringify({ $schema, type: 'object' }), { contentType })).toEqual([
      { kind: 'skipped', url: pageUrl, reason: 'template' },
    ]);
  });

  it('is not detected by mention, or in JSON-LD', async () => {
    expect(await kindOf({ $schema: './mine.json', name: 'Tides' })).toEqual(['document']);
    expect(await kindOf({ $schema, '@type': 'Dataset' })).toEqual(['document']);
    expect(await kindOf({ $schema, '@context': {}, name: 'Tides' })).toEqual(['document']);
    expect(await kindOf({ $schema, '@graph': [] })).toEqual(['document']);
    expect(await kindOf([{ $schema }])).toEqual(['document']);
  });
});

describe('a JSON-LD context or frame', () => {
  const contentType = 'application/ld+json';
  const kindOf = async (document: unknown) =>
    kindsOf(await extract(JSON.stringify(document), { contentType }));

  it('is left alone', async () => {
    expect(await kindOf({ '@context': { name: 'http://schema.org/name' } })).toEqual(['template']);
    const frame = { '@context': {}, '@type': 'Dataset', creator: { '@embed': '@always' } };
    expect(await kindOf(frame)).toEqual(['template']);
  });

  it('is not detected by mention', async () => {
    const text = 'say "@embed": "@never" in the frame';
    expect(await kindOf({ '@context': {}, description: text })).toEqual(['document']);
  });
});

describe('an unknown charset', () => {
  const contentType = 'text/html; charset=utf-8859';

  it('is reported with the first document, which is read as UTF-8', async () => {
    const body = `${script({ '@type': 'WebSite' })}${script({ '@type': 'Dataset', name: 'Größe' })}`;
    const outcomes = await extract(`${body}${script({ '@id': 'b' })}`, { contentType });
    expect(outcomes.map((outcome) => ('problems' in outcome ? outcome.problems : []))).toEqual([
      [],
      [{ kind: 'charset-unknown', url: pageUrl, charset: 'utf-8859' }],
      [],
    ]);
    expect(documentsOf(outcomes)[0]?.json).toContain('Größe');
  });

  it('is reported beside a failure where there is no document', async () => {
    const [outcome] = await extract('<p>Nothing here</p>', { contentType });
    expect(outcome).toEqual({
      kind: 'failed',
      problem: { kind: 'no-metadata', url: pageUrl },
      problems: [{ kind: 'charset-unknown', url: pageUrl, charset: 'utf-8859' }],
    });
  });
});
