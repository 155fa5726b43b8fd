import { readFileSync } from 'node:fs';
import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../src/model/problem.ts';
import { signpostingRelations, type Signpost } from '../../../src/model/typed-link.ts';
import { cdifGraph } from '../../../src/rdf/vocabularies.ts';
import type { FoundProblem } from '../../../src/catalogue/found-problems.ts';
import {
  type HarvestedCopy,
  ProblemWriter,
  recordProvenance,
  runProvenance,
  sourceProvenance,
} from '../../../src/catalogue/derived/provenance-and-problems.ts';
import { derivedGraphIri } from '../../../src/catalogue/derived/derived-terms.ts';
import { signpostStatements } from '../../../src/catalogue/derived/view-statements.ts';
import { problemSamples } from '../../support/problem-samples.ts';

const documentation = readFileSync(new URL('../../../docs/vocabulary.md', import.meta.url), 'utf8');
const place = 'https://repository.example.org/dataset/1';
const format = 'application/n-quads';

/** What is behind the examples of `docs/vocabulary.md`. */
const origin: HarvestedCopy = {
  facts: {
    graph: place,
    documentUrl: place,
    document: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    quads: 1,
    recordIri: 'https://repository.example.org/metadata/1',
    describes: [{ iri: 'https://doi.org/10.1234/1', types: [], identifiers: [] }],
    profiles: ['https://w3id.org/cdif/core/1.1'],
    memberOf: ['https://repository.example.org/catalogue'],
    conformance: [
      {
        profile: 'cdif-core-1.1',
        because: 'claimed',
        conforms: true,
        findings: { error: 0, warning: 0, info: 1 },
        required: { met: 8, of: 8 },
        recommended: { met: 3, of: 4 },
        unmet: [{ rule: 'date-published', severity: 'info' }],
      },
    ],
  },
  document: {
    documentUrl: place,
    route: 'embedded',
    baseIri: place,
    retrieval: {
      finalUrl: 'https://repository.example.org/en/dataset/1',
      redirects: [],
      status: 200,
      at: '2026-11-20T11:36:27.000Z',
      etag: '"5f3c"',
      lastModified: 'Sun, 01 Nov 2026 08:00:00 GMT',
    },
    run: '20261120T113625Z',
  },
  listings: [
    {
      source: 'example',
      found: {
        by: 'sitemap',
        in: 'https://repository.example.org/sitemap.xml',
        lastmod: '2026-11-01',
      },
      depth: 0,
    },
  ],
};
const run = {
  number: 1,
  run: '20261120T113625Z',
  startedAt: '2026-11-20T11:36:25.000Z',
  endedAt: '2026-11-20T11:40:00.000Z',
  interrupted: false,
};
const page = origin.document.retrieval.finalUrl;
const links: readonly Signpost[] = [
  {
    context: page,
    rel: 'cite-as',
    target: 'https://doi.org/10.1234/1',
    profiles: [],
    place: 'header',
  },
  {
    context: page,
    rel: 'license',
    target: 'https://spdx.org/licenses/CC0-1.0',
    profiles: [],
    place: 'header',
  },
  {
    context: page,
    rel: 'describedby',
    target: 'https://repository.example.org/metadata/1',
    type: 'application/ld+json',
    profiles: ['CDIF1.0'],
    place: 'header',
  },
];
const repaired = {
  kind: 'iri-repaired',
  url: place,
  value: 'https://a.example/a b',
  repaired: 'https://a.example/a%20b',
} as const;
const context = {
  scope: place,
  sources: ['example'],
  first: { run: run.run, at: '2026-11-20T11:36:27.000Z' },
};

const example = (index: number): string =>
  [...documentation.matchAll(/```turtle\n(.*?)```/gsu)][index]?.[1] ?? '';

const written = (problems: readonly Problem[], of: Omit<FoundProblem, 'problem'>): string => {
  const writer = new ProblemWriter();
  return problems.map((problem) => writer.write({ problem, ...of }).text).join('');
};

/** The name of the first problem. */
const nameOf = (...parameters: Parameters<typeof written>) => written(...parameters).split(' ')[0];

/** Statements without their graph, in an order of their own. */
function statements(text: string, syntax: string): string[] {
  return new Parser({ format: syntax })
    .parse(text)
    .map(({ subject, predicate, object }) =>
      [subject.value, predicate.value, object.value, object.termType].join(' '),
    )
    .toSorted();
}

describe('provenance', () => {
  it('is as docs/vocabulary.md shows', () => {
    const text =
      recordProvenance(origin) +
      signpostStatements(links) +
      runProvenance(run) +
      sourceProvenance('example');
    expect(statements(text, format)).toEqual(statements(example(0), 'text/turtle'));
    const quads = new Parser({ format }).parse(text);
    expect(new Set(quads.map(({ graph }) => graph.value))).toEqual(
      new Set([derivedGraphIri('provenance')]),
    );
  });

  it('uses no term of our own that docs/vocabulary.md does not define', () => {
    for (const name of Object.keys(cdifGraph)) {
      expect(documentation).toMatch(new RegExp(`^\\| .*\`cdif:${name}\`.* \\|`, 'mu'));
    }
  });

  it('has a term for each relation of Signposting, all in docs/vocabulary.md', () => {
    const told = signpostingRelations.map((rel): string => {
      const link = { context: page, rel, target: 'urn:x:y', profiles: [], place: 'html' } as const;
      return (
        signpostStatements([link])
          .split(' ')[1]
          ?.replaceAll(/^<.*[/#]|>$/gu, '') ?? ''
      );
    });
    expect(new Set(told).size).toBe(signpostingRelations.length);
    for (const [index, rel] of signpostingRelations.entries()) {
      expect(documentation).toMatch(
        new RegExp(`^\\| \`${rel}\` +\\| \`\\w+:${told[index]}\``, 'mu'),
      );
    }
  });

  it('spells a type of schema.org as record graphs do', () => {
    const target = 'https://schema.org/Dataset';
    const link = { context: page, rel: 'type', target, profiles: [], place: 'header' } as const;
    expect(signpostStatements([link])).toContain('#type> <http://schema.org/Dataset>');
    const other = { ...link, target: 'https://www.schema.org/Dataset' };
    expect(signpostStatements([other])).toContain('#type> <http://schema.org/Dataset>');
    const licence = { ...link, rel: 'license' } as const;
    expect(signpostStatements([licence])).toContain(`<${target}>`);
  });

  it('leaves out unknown facts', () => {
    const { etag: _, lastModified: __, ...retrieval } = origin.document.retrieval;
    const { graph, documentUrl, document } = origin.facts;
    const text = recordProvenance({
      facts: {
        graph,
        documentUrl,
        document,
        quads: 1,
        describes: [{ types: [], identifiers: [] }],
        profiles: [],
        memberOf: [],
      },
      document: { ...origin.document, retrieval },
      listings: [{ source: 'example', found: { by: 'urls' }, depth: 0 }],
    });
    expect(text).not.toMatch(
      /isReferencedBy|lastmod|etag|lastModified|topic|special|claims|checked|unmet|memberOf/u,
    );
    expect(text).toContain('foundBy> <urn:cdif-graph:ns#urls>');
    expect(runProvenance({ number: 1, run: 'r', startedAt: run.startedAt })).not.toMatch(
      /ended|interr/u,
    );
    const least = recordProvenance({
      ...origin,
      facts: { graph, documentUrl, document, quads: 1, describes: [], profiles: [], memberOf: [] },
      document: { ...origin.document, retrieval },
      listings: [],
    });
    expect(least.trimEnd().split('\n')).toHaveLength(7);
  });

  it('names every source that lists a URL, and has no statement twice', () => {
    const found = { by: 'sitemap', in: 'https://a.example/sitemap.xml' } as const;
    const listings = ['a', 'b'].map((source) => ({ source, found, depth: 0 }));
    const lines = recordProvenance({ ...origin, listings })
      .trimEnd()
      .split('\n');
    expect(lines.filter((line) => line.includes('isPartOf'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes('foundBy'))).toHaveLength(1);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('stays valid with URLs that are not IRIs and with any text', () => {
    const found = {
      by: 'link',
      in: 'https://a.example/?q={x|y}',
      lastmod: 'a "b"\n\\ \u{D800}',
    } as const;
    const text =
      recordProvenance({
        facts: { ...origin.facts, profiles: ['CDIF "core"', 'not an:iri'] },
        document: {
          ...origin.document,
          retrieval: { ...origin.document.retrieval, finalUrl: 'https://a.example/[x]?^' },
        },
        listings: [{ source: 'a b/ü"', found, depth: 1 }],
      }) + sourceProvenance('a b/ü"');
    const objects = new Parser({ format }).parse(text).map(({ object }) => object.value);
    for (const value of [
      'https://a.example/?q=%7Bx%7Cy%7D',
      'https://a.example/%5Bx%5D?%5E',
      'a "b"\n\\ \u{FFFD}',
      'urn:cdif-graph:source:a%20b%2F%C3%BC%22',
      'a b/ü"',
      'CDIF "core"',
    ]) {
      expect(objects).toContain(value);
    }
  });
});

describe('problems as RDF', () => {
  it('are as docs/vocabulary.md shows', () => {
    const text = written([repaired], context);
    expect(statements(text, format)).toEqual(statements(example(1), 'text/turtle'));
    const quads = new Parser({ format }).parse(text);
    expect(new Set(quads.map(({ graph }) => graph.value))).toEqual(
      new Set([derivedGraphIri('problems')]),
    );
  });

  it('have the same IRI in every run, and another one for another fact or place', () => {
    const first = nameOf([repaired], context);
    expect(nameOf([repaired], { ...context, first: { run: 'later', at: run.startedAt } })).toBe(
      first,
    );
    expect(nameOf([{ ...repaired, value: 'x y' }], context)).not.toBe(first);
    expect(nameOf([repaired], { ...context, scope: 'listing example' })).not.toBe(first);
  });

  it('are valid for every kind, and complete, also where two are equal', () => {
    const samples = Object.values(problemSamples);
    const { first } = context;
    const text = written([...samples, ...samples], { scope: 's', sources: ['a', 'b'], first });
    const quads = new Parser({ format }).parse(text);
    expect(new Set(quads.map(({ subject }) => subject.value)).size).toBe(2 * samples.length);
    expect(new Set(text.split('\n')).size).toBe(quads.length + 1);
  });

  it('are about their record, and count the problems that were cut', () => {
    const record = `${place}#7`;
    const of = 'iri-repaired' as const;
    const cut = { kind: 'problems-omitted', url: place, record, of, count: 280 } as const;
    const text = written([{ ...repaired, record }, cut], context);
    expect(text.match(/#focusNode> <[^>]+>/gu)).toEqual(Array(2).fill(`#focusNode> <${record}>`));
    expect(text).toContain('ns#omittedKind> <urn:cdif-graph:problem-kind:iri-repaired>');
    expect(text).toContain('ns#omittedCount> "280"^^<http://www.w3.org/2001/XMLSchema#integer>');
  });
});
