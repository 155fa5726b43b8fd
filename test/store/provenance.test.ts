import { readFileSync } from 'node:fs';
import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import { cdifGraph } from '../../src/rdf/vocabularies.ts';
import {
  maxStatementsPerRecord,
  provenanceGraph,
  recordProvenance,
  runProvenance,
  sourceProvenance,
} from '../../src/store/provenance.ts';
import type { RecordFacts } from '../../src/store/record-facts.ts';

const documentation = readFileSync(new URL('../../docs/vocabulary.md', import.meta.url), 'utf8');

/** The facts behind the example of `docs/vocabulary.md`. */
const facts: RecordFacts = {
  graph: 'https://repository.example.org/dataset/1',
  documentUrl: 'https://repository.example.org/dataset/1',
  baseIri: 'https://repository.example/record/1',
  route: 'embedded',
  quads: 1,
  sha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
  target: {
    url: 'https://repository.example.org/dataset/1',
    source: 'example',
    found: {
      by: 'sitemap',
      in: 'https://repository.example.org/sitemap.xml',
      lastmod: '2026-11-01',
    },
    depth: 0,
  },
  retrieval: {
    finalUrl: 'https://repository.example.org/en/dataset/1',
    redirects: [],
    status: 200,
    at: '2026-11-20T11:36:27.000Z',
    etag: '"5f3c"',
    lastModified: 'Sun, 01 Nov 2026 08:00:00 GMT',
  },
  run: '20261120T113625Z',
};
const report = {
  run: facts.run,
  startedAt: '2026-11-20T11:36:25.000Z',
  endedAt: '2026-11-20T11:40:00.000Z',
  dryRun: false,
  interrupted: false,
  sources: [],
  examples: [],
} as const;

/** Statements without their graph, in an order of their own. */
function statements(text: string, format: string): string[] {
  return new Parser({ format })
    .parse(text)
    .map(({ subject, predicate, object }) =>
      [subject.value, predicate.value, object.value, object.termType].join(' '),
    )
    .toSorted();
}

describe('provenance', () => {
  it('is what docs/vocabulary.md shows', () => {
    const example = /```turtle\n(.*?)```/su.exec(documentation)?.[1] ?? '';
    const run = { run: facts.run, startedAt: report.startedAt, report };
    const text = recordProvenance(facts) + runProvenance(run) + sourceProvenance('example');
    const format = 'application/n-quads';
    expect(statements(text, format)).toEqual(statements(example, 'text/turtle'));
    const quads = new Parser({ format }).parse(text);
    expect(new Set(quads.map(({ graph }) => graph.value))).toEqual(new Set([provenanceGraph]));
    expect(recordProvenance(facts).split('\n')).toHaveLength(maxStatementsPerRecord + 1);
  });

  it('uses no term of our own that docs/vocabulary.md does not define', () => {
    for (const name of Object.keys(cdifGraph)) {
      expect(documentation).toMatch(new RegExp(`^\\| .*\`cdif:${name}\`.* \\|`, 'mu'));
    }
  });

  it('leaves out what is not known', () => {
    const text = recordProvenance({
      ...facts,
      target: { ...facts.target, found: { by: 'urls' } },
      retrieval: {
        finalUrl: facts.documentUrl,
        redirects: [],
        status: 200,
        at: facts.retrieval.at,
      },
    });
    expect(text).not.toMatch(/isReferencedBy|lastmod|etag|lastModified/u);
    expect(text).toContain('foundBy> <urn:cdif-graph:ns#urls>');
    expect(runProvenance({ run: 'r', startedAt: report.startedAt })).not.toMatch(/ended|interr/u);
  });

  it('stays valid with URLs that are no IRIs and texts with anything in them', () => {
    const text =
      recordProvenance({
        ...facts,
        target: {
          ...facts.target,
          source: 'a b/ü"',
          found: { by: 'link', in: 'https://a.example/?q={x|y}', lastmod: 'a "b"\n\\ \u{D800}' },
        },
        retrieval: { ...facts.retrieval, finalUrl: 'https://a.example/[x]?^' },
      }) + sourceProvenance('a b/ü"');
    const quads = new Parser({ format: 'application/n-quads' }).parse(text);
    const objects = quads.map(({ object }) => object.value);
    expect(objects).toContain('https://a.example/?q=%7Bx%7Cy%7D');
    expect(objects).toContain('https://a.example/%5Bx%5D?%5E');
    expect(objects).toContain('a "b"\n\\ \u{FFFD}');
    expect(objects).toContain('urn:cdif-graph:source:a%20b%2F%C3%BC%22');
    expect(objects).toContain('a b/ü"');
  });
});
