import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/model/problem.ts';
import type { Signpost } from '../../src/model/typed-link.ts';
import { noDetails, type ResourceDetails } from '../../src/views/details/resource-details.ts';
import {
  recordJson,
  recordList,
  recordSummary,
  shellWord,
} from '../../src/render/record-summary.ts';
import { formatVisitSummary } from '../../src/render/url-explanation.ts';
import { shownRecord } from './shown.ts';

const now = new Date('2026-11-25T00:00:00Z');

function detailsOf(said: Partial<ResourceDetails>): ResourceDetails {
  return { graph: '', ...noDetails, ...said };
}

describe('the summary of a record', () => {
  it('names resource, origin and problems', () => {
    expect(recordSummary(shownRecord(), now)).toMatchInlineSnapshot(`
      "Snow on �[31mthe Ridge (Dataset, dcat:Dataset)
        IRI           https://doi.org/10.1234/A
        also          OS-1
      (no name)

      Our copy
        graph         https://repository.example/list#a
        record IRI    https://repository.example/record/a
        profiles      https://w3id.org/cdif/core/1.1
                      https://w3id.org/cdif/discovery/1.1
        in the list   https://repository.example/catalogue
        document      https://repository.example/list
        answered from https://www.repository.example/list
        copied        2026-11-20T11:36:27Z, run 20261120T113625Z
        version       ETag "v1", Last-Modified Fri, 20 Nov 2026 10:00:00 GMT
        visited       2026-11-21T02:00:00Z, harvested
        found as      an item of a large list, 13 bytes
        statements    1234
        sources       a-list, named by the configuration
                      site, by sitemap https://repository.example/sitemap.xml, lastmod 2026-11-19

      Problems of its URL: 1 warning, 1 info
        warning  list-item-invalid
                 List item that describes nothing (found 12): https://repository.example/list
        info     iri-repaired
                 IRI repaired ("https://x.example/a b" → "https://x.example/a%20b"): https://repository.example/list

      More: --graph (as RDF), --raw (as published), --provenance, --problems, --json
      "
    `);
  });

  it('has the details of each resource, in the order of the record', () => {
    const describes = [
      { iri: 'https://data.example/a', types: [], identifiers: ['doi:10.1234/A'] },
      { name: 'Tides', types: [], identifiers: [] },
    ];
    const identifiers = [{ value: '10.1234/a', url: 'https://doi.org/10.1234/a' }];
    const details = [detailsOf({ identifiers }), detailsOf({ names: ['Tides'], versions: ['2'] })];
    const summary = recordSummary({ ...shownRecord({ describes }), details }, now);
    expect(summary).toContain(
      `https://data.example/a\n  IRI           https://data.example/a\n  identifiers   10.1234/a  https://doi.org/10.1234/a\nTides\n  version       2\n\nOur copy`,
    );
  });

  it('has the typed links that are kept with it', () => {
    const { documentUrl } = shownRecord().record;
    const link: Signpost = {
      context: 'https://repository.example/data.nc',
      rel: 'describedby',
      target: documentUrl,
      type: 'application/ld+json',
      profiles: ['CDIF1.0'],
      place: 'header',
    };
    expect(recordSummary(shownRecord({}, [link]), now)).toContain(
      `\n\nTyped links\n  describedby header   ${documentUrl}  application/ld+json CDIF1.0  of https://repository.example/data.nc\n\nProblems`,
    );
    expect(recordJson(shownRecord({}, [link]))).toMatchObject({ links: [link] });
  });

  it('replaces control characters in texts of publishers', () => {
    expect(recordSummary(shownRecord(), now)).not.toContain('\u001B');
  });

  it('lists only the first of very many resources', () => {
    const describes = Array.from({ length: 76 }, (_, index) => ({
      types: [],
      name: `Series ${index}`,
      identifiers: [],
    }));
    const summary = recordSummary(shownRecord({ describes }), now);
    expect(summary).toContain('Series 9\nand 66 more resources\n');
  });
});

describe('a list of records of one name', () => {
  it('names each record and the command that shows one', () => {
    const records = [shownRecord(), shownRecord({ graph: "https://one.example/it's" })];
    expect(recordList('doi:10.1234/a', records)).toMatchInlineSnapshot(`
      "2 records are named doi:10.1234/a:

      https://repository.example/list#a
        Snow on �[31mthe Ridge (Dataset, dcat:Dataset), from a-list, site
      https://one.example/it's
        Snow on �[31mthe Ridge (Dataset, dcat:Dataset), from a-list, site

      Show one of them by the name of its graph: cdif-graph show 'https://repository.example/list#a'
      "
    `);
  });

  it('names the first fifty of more', () => {
    const records = Array.from({ length: 1200 }, () => shownRecord());
    const text = recordList('https://repository.example/list', records);
    expect(text).toMatch(/^1,200 records are named/u);
    expect(text).toContain('and 1150 more; --json lists them all');
    expect(text.split('\n').length).toBeLessThan(110);
  });

  it('writes names so that a shell takes them as one word', () => {
    expect(shellWord("https://one.example/it's?a&b")).toBe(
      String.raw`'https://one.example/it'\''s?a&b'`,
    );
  });
});

describe('a record as JSON', () => {
  it('has everything but the statements and the text of the document', () => {
    const json = recordJson(shownRecord());
    expect(json).toMatchObject({ quads: 1234, jsonBytes: 13, isPiece: true, route: 'direct' });
    expect(JSON.stringify(json)).not.toContain('é');
  });
});

describe('the summary of a URL without a record', () => {
  it('has the result of the latest visit, the gravest problems first', () => {
    const { outcome } = shownRecord();
    if (outcome === undefined) throw new TypeError('The record has one.');
    const problems: readonly Problem[] = [
      { kind: 'no-metadata', url: outcome.url },
      { kind: 'http-status', url: outcome.url, status: 404 },
    ];
    const failed = { ...outcome, state: 'fetch-failed' as const, problems };
    expect(formatVisitSummary(failed, undefined)).toMatchInlineSnapshot(`
      "https://repository.example/list
        visited     2026-11-21T02:00:00Z, run 20261121T020000Z: it could not be fetched
        listed by   a-list, named by the configuration
                    site, by sitemap https://repository.example/sitemap.xml, lastmod 2026-11-19

      Problems of its URL: 1 error, 1 warning
        error    http-status
                 URL not served (HTTP status 404): https://repository.example/list
        warning  no-metadata
                 No metadata on the page: https://repository.example/list
      "
    `);
  });

  it('marks a guessed URL', () => {
    const { outcome } = shownRecord();
    if (outcome === undefined) throw new TypeError('The record has one.');
    const found = { by: 'list', isGuess: true } as const;
    const guessed = { ...outcome, listings: [{ source: 'site', found, depth: 0 }] };
    expect(formatVisitSummary(guessed, undefined)).toContain(
      '  listed by   site, guessed: a usual place for a catalogue, tried because no sitemap was found\n',
    );
  });

  it('names the line of the sitemap, and the URL that it describes', () => {
    const { outcome } = shownRecord();
    if (outcome === undefined) throw new TypeError('The record has one.');
    const found = {
      by: 'sitemap',
      in: 'https://e.example/cdif.xml',
      line: 12,
      agent: 'CDIF1.0',
      describes: 'https://e.example/7',
      lastmod: '2026',
    } as const;
    expect(
      formatVisitSummary({ ...outcome, listings: [{ source: 'a', found, depth: 0 }] }, undefined),
    ).toContain(
      '  listed by   a, by sitemap https://e.example/cdif.xml, line 12, named to CDIF1.0, as metadata of https://e.example/7, lastmod 2026\n',
    );
  });

  it('lists only some of very many problems', () => {
    const { outcome } = shownRecord();
    if (outcome === undefined) throw new TypeError('The record has one.');
    const problems = Array.from({ length: 30 }, (): Problem => ({
      kind: 'no-metadata',
      url: outcome.url,
    }));
    expect(formatVisitSummary({ ...outcome, problems }, undefined)).toMatch(
      /30 warnings[^]*\n {2}and 10 more of no-metadata\n$/u,
    );
  });
});
