import { readFileSync } from 'node:fs';
import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import { viewStatements } from '../../../src/catalogue/derived/view-statements.ts';
import { derivedGraphIri } from '../../../src/catalogue/derived/derived-terms.ts';
import { TextSet } from '../../../src/text/text-set.ts';
import type { KernelObject } from '../../../src/views/kernel/kernel-record.ts';
import type { RecordViews } from '../../../src/views/record-views.ts';

const graph = 'https://repository.example.org/dataset/1';
const dataset = 'https://doi.org/10.1234/1';
const file = 'https://repository.example.org/1.csv';
const property = 'schema:creator';
const creator = {
  values: [{ iri: 'https://orcid.org/0000-0002-1825-0097', text: 'Ann Other', property }],
};

/** What is behind the example of `docs/vocabulary.md`. */
const example: RecordViews = {
  kernel: [
    {
      graph,
      objects: [
        { kind: 'resource', iri: dataset, pid: '10.1234/1', attributes: { creator } },
        {
          kind: 'distribution',
          in: 0,
          attributes: {
            creator: { ...creator, inheritedFrom: 0 },
            digitalObjectLocation: { values: [{ iri: file, property: 'schema:contentUrl' }] },
          },
        },
      ],
    },
  ],
  signposting: [
    {
      graph,
      iri: dataset,
      sets: [
        {
          sender: 'landing page',
          anchor: 'https://repository.example.org/en/dataset/1',
          links: [{ rel: 'item', target: file, type: 'text/csv', profiles: [] }],
        },
      ],
    },
  ],
};

const written = (views: RecordViews, of = graph, seen = new TextSet()): string =>
  [...viewStatements(of, views, seen)].join('');

function linesOf(text: string, format: string): readonly string[] {
  const quads = new Parser({ format }).parse(text);
  return quads.map((quad) =>
    [quad.subject, quad.predicate, quad.object].map((term) => term.id).join(' '),
  );
}

/** The records of resources without an IRI, each of which has these objects in it. */
function unnamed(...objects: readonly Partial<KernelObject>[]): RecordViews['kernel'] {
  return objects.map((object) => ({
    graph,
    objects: [
      { kind: 'resource', attributes: {} },
      { kind: 'distribution', in: 0, attributes: {}, ...object },
    ],
  }));
}

/** A resource and what is in it, so many objects with the same creators. */
function inheriting(count: number, creators: number): RecordViews {
  const values = Array.from({ length: creators }, (_, at) => ({
    iri: `https://orcid.org/${at}`,
    text: `Creator ${at}`,
    property,
  }));
  const resource: KernelObject = { kind: 'resource', attributes: { creator: { values } } };
  const inherited = { creator: { values, inheritedFrom: 0 } };
  const objects = Array.from({ length: count }, (_, at): KernelObject => {
    return at === 0 ? resource : { kind: 'distribution', in: 0, attributes: inherited };
  });
  return { kernel: [{ graph, objects }], signposting: [] };
}

describe('the graph of views', () => {
  it('is as docs/vocabulary.md shows', () => {
    const text = written(example);
    const url = new URL('../../../docs/vocabulary.md', import.meta.url);
    const blocks = Array.from(
      readFileSync(url, 'utf8').matchAll(/```turtle\n(.*?)```/gsu),
      ([, block = '']) => block,
    );
    const shown = blocks.find((block) => block.includes('cdif:linkSet')) ?? '';
    expect(linesOf(text, 'application/n-quads').toSorted()).toEqual(
      linesOf(shown, 'text/turtle').toSorted(),
    );
    const quads = new Parser({ format: 'application/n-quads' }).parse(text);
    expect(new Set(quads.map((quad) => quad.graph.value))).toEqual(
      new Set([derivedGraphIri('views')]),
    );
    const types = quads.flatMap(({ subject, object }) => [subject.termType, object.termType]);
    expect(types).not.toContain('BlankNode');
  });

  it('separates the sources of an object from the source of its entry', () => {
    const raw = 'https://data.example/raw';
    const wasDerivedFrom = { values: [{ iri: raw, property: 'prov:wasDerivedFrom' }] };
    const text = written({ kernel: unnamed({ attributes: { wasDerivedFrom } }), signposting: [] });
    expect(text.match(/wasDerivedFrom> <[^>]+>/gu)).toEqual([`wasDerivedFrom> <${raw}>`]);
  });

  it('has an entry for each object of each resource, also where they have no IRI', () => {
    const part = { iri: file };
    const text = written({ kernel: unnamed({}, {}, part, part), signposting: [] });
    expect(new Set(text.match(/^<urn:cdif-graph:object:\w+>/gmu)).size).toBe(8);
    expect(text.match(/resourceEntry> /gu)).toHaveLength(8);
    const [set] = example.signposting;
    const links = [{ graph, sets: set?.sets ?? [] }];
    const linked = written({ kernel: unnamed({}), signposting: links });
    // The link sets are those of the one resource.
    expect(linked.match(/^(\S+) \S+linkSet>/mu)?.[1]).toBe(
      /resourceEntry> (\S+)/u.exec(linked)?.[1],
    );
  });

  it('has shared nodes and statements once', () => {
    const seen = new TextSet();
    const text = written(example, graph, seen) + written(example, `${graph}#2`, seen);
    const lines = text.trimEnd().split('\n');
    expect(new Set(lines).size).toBe(lines.length);
    // Of the link and of the naming.
    expect(text.match(/rdf-syntax-ns#predicate>/gu)).toHaveLength(2);
    expect(text.match(/ns#naming> /gu)).toHaveLength(2);
    expect(text.match(/label> "Ann Other"/gu)).toHaveLength(1);
  });

  it('keeps texts that are not IRIs, and escapes line ends', () => {
    const values = ['a b', 'https://a.example/{x}', 'two\nlines', '\uD800'].map((iri) => ({
      iri,
      property,
    }));
    const text = written({
      kernel: unnamed({ iri: 'no iri', attributes: { creator: { values } } }),
      signposting: [],
    });
    const quads = new Parser({ format: 'application/n-quads' }).parse(text);
    const creators = quads.filter(({ predicate }) => predicate.value.endsWith('terms/creator'));
    expect(creators.map(({ object }) => object.termType)).toEqual(Array(4).fill('Literal'));
    expect(text).not.toContain('primaryTopic');
  });

  it('keeps the order of creators', () => {
    const values = ['Zoe', 'Ann', 'Bob', 'Ann'].map((text) => ({ text, property }));
    const text = written({
      kernel: unnamed({ attributes: { creator: { values } } }),
      signposting: [],
    });
    expect(
      Array.from(text.matchAll(/#_(\d)> "(\w+)"/gu), ([, at, name]) => `${at} ${name}`),
    ).toEqual(['1 Zoe', '2 Ann', '3 Bob', '4 Ann']);
  });

  it('names each value once, whatever inherits it', () => {
    const record = inheriting(200, 500);
    const lines = written(record).split('\n');
    const of = (term: string): number => lines.filter((line) => line.includes(term)).length;
    expect(of('/terms/creator> <https:')).toBe(200 * 500);
    expect(of('ns#naming>')).toBe(500);
    expect(of('ns#creators>')).toBe(200);
    expect(of('rdf-syntax-ns#_')).toBe(500);
  });

  it('names the inherited attributes whose values are too many to be kept', () => {
    const texts = [...viewStatements(graph, inheriting(202, 500), new TextSet())];
    const lines = texts.join('').split('\n');
    const of = (term: string): number => lines.filter((line) => line.includes(term)).length;
    expect(of('/terms/creator> <https:')).toBe(500);
    expect(of('ns#inherits> <http://purl.org/dc/terms/creator>')).toBe(201);
    expect(of('ns#inheritsFrom>')).toBe(201);
    expect(of('ns#creators>')).toBe(1);
    // So that no text is as long as all of them.
    expect(texts).toHaveLength(202);
  });
});
