import { beforeAll, describe, expect, it } from 'vitest';
import { resolveMissingContexts } from '../../src/expand/context-repair.ts';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import { problemsOfOutcome } from '../../src/model/outcome.ts';
import {
  documentUrl,
  expand,
  expandAll,
  type ExpandStage,
  findingsOf,
  graphsOf,
  limits,
  statementsOf,
} from './expanding.ts';

const nameProperty = '<http://schema.org/name>';
const urlProperty = '<http://schema.org/url>';

describe("schema.org's context", () => {
  it.each([
    'http://schema.org',
    'http://schema.org/',
    'https://schema.org',
    'https://schema.org/',
    'https://www.schema.org/',
    'HTTPS://Schema.org',
    'https://schema.org:443/#',
    'https://schema.org/docs/jsonldcontext.json',
    'https://schema.org/docs/jsonldcontext.jsonld',
    'https://schema.org/docs/jsonldcontext.json.txt',
    'https://schema.org/version/latest/schema.jsonld',
    'https://schema.org/version/latest/schemaorg-current-https.jsonld',
    'https://schema.org/version/30.0/schemaorgcontext.jsonld',
    'schema.org',
    '//schema.org/',
    'www.schema.org',
  ])('is bundled under the name %s', async (context) => {
    const document = { '@context': context, '@id': 'http://example.org/1', url: 'a', name: 'b' };
    expect(await statementsOf(document)).toEqual([
      `<http://example.org/1> ${nameProperty} "b"`,
      `<http://example.org/1> ${urlProperty} <https://repository.example.org/records/a>`,
    ]);
  });

  it('defines datatypes of dates, aliases of keywords, and prefixes', async () => {
    const document = {
      '@context': 'https://schema.org/',
      id: 'http://example.org/1',
      type: 'Dataset',
      datePublished: '2026-11-20',
      'dct:title': 'x',
      additionalType: 'dcat:Dataset',
    };
    expect(await statementsOf(document)).toEqual([
      '<http://example.org/1> <http://schema.org/additionalType> "dcat:Dataset"',
      '<http://example.org/1> <http://schema.org/datePublished> "2026-11-20"^^<http://schema.org/Date>',
      '<http://example.org/1> <http://purl.org/dc/terms/title> "x"',
      '<http://example.org/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset>',
    ]);
  });

  it.each([
    [['https://schema.org/', { '@vocab': 'http://o.example/' }], '<http://schema.org/name>'],
    [['https://schema.org/', { name: 'http://o.example/name' }], '<http://o.example/name>'],
    [[{ name: 'http://o.example/name' }, 'https://schema.org/'], '<http://schema.org/name>'],
    [['https://schema.org/', { '@vocab': null }], '<http://schema.org/name>'],
  ])('is overridden by later contexts only: %j', async (context, property) => {
    expect(await statementsOf({ '@context': context, name: 'a' })).toEqual([`_:1 ${property} "a"`]);
  });

  it('does not override a protected term', async () => {
    const own = { name: { '@id': 'http://o.example/name', '@protected': true } };
    expect(await findingsOf({ '@context': [own, 'https://schema.org/'], name: 'a' })).toMatchObject(
      [{ kind: 'json-ld-invalid', code: 'protected term redefinition' }],
    );
  });
});

describe('other remote contexts', () => {
  it.each([
    ['https://example.org/context', 'https://example.org/context'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
    ['file://context.jsonld', 'file://context.jsonld'],
    ['http://127.0.0.1/context.jsonld', 'http://127.0.0.1/context.jsonld'],
    ['context.jsonld', 'https://repository.example.org/records/context.jsonld'],
    ['https://schema.org.example.net/', 'https://schema.org.example.net/'],
    ['https://schema.org@example.net/', 'https://schema.org@example.net/'],
    ['data:application/ld+json,{}', 'data:application/ld+json,{}'],
  ])('are not fetched: %s', async (context, asked) => {
    const problem = { kind: 'context-unavailable', context: asked };
    const scoped = { t: { '@id': 'http://example.org/t', '@context': context } };
    expect(await findingsOf({ '@context': context, name: 'x' })).toEqual([problem]);
    expect(await findingsOf({ '@context': { '@import': context }, name: 'x' })).toEqual([problem]);
    expect(await findingsOf({ '@context': scoped, t: { name: 'x' } })).toEqual([problem]);
    expect(await expand({ '@context': ['https://schema.org', context] })).toMatchObject({
      kind: 'failed',
      problem,
    });
  });
});

describe('a wrong URL of a context', () => {
  it.each([' http://schema.org ', 'http://bib.schema.org', 'https://schema.org/Dataset'])(
    'is read as schema.org and reported once: %j',
    async (context) => {
      const document = { '@context': context, '@type': 'Dataset', name: 'a', about: { name: 'b' } };
      const readAs = { ...document, '@context': 'https://schema.org/' };
      expect(await statementsOf(document)).toEqual(await statementsOf(readAs));
      expect(await findingsOf(document)).toEqual([
        { kind: 'context-url-wrong', context, readAs: 'schema.org' },
      ]);
      const imported = { ...document, '@context': { '@import': context } };
      expect(await statementsOf(imported)).toEqual(await statementsOf(readAs));
    },
  );

  it.each([
    'https://schema.org/Dataset',
    'https://pending.schema.org/',
    'schema.org',
    'https://schema.org/docs/jsonldcontext.json',
  ])('is read as schema.org in @vocab: %j', async (vocabulary) => {
    const document = { '@context': { '@vocab': vocabulary }, name: 'a' };
    expect(await statementsOf(document)).toEqual([`_:1 ${nameProperty} "a"`]);
    expect(await findingsOf(document)).toEqual([
      { kind: 'context-url-wrong', context: vocabulary, readAs: 'schema.org' },
    ]);
  });

  it.each([
    { '@vocab': ' https://schema.org/ ' },
    { name: ' https://schema.org/name ' },
    { s: ' https://schema.org/ ', name: 's:name' },
  ])('may consist of blanks around the IRI of a term: %j', async (context) => {
    const document = { '@context': context, name: 'a' };
    expect(await statementsOf(document)).toEqual([`_:1 ${nameProperty} "a"`]);
    expect(await findingsOf(document)).toMatchObject([{ kind: 'iri-repaired' }]);
  });

  it.each(['http://o.example/', 'https://www.schema.org/', 'HTTPS://schema.org/'])(
    'is not the vocabulary %s',
    async (vocabulary) => {
      expect(await findingsOf({ '@context': { '@vocab': vocabulary }, name: 'a' })).toEqual([]);
    },
  );
});

describe('a missing slash after schema.org', () => {
  it('is added in @vocab, prefixes and nested contexts, and reported once', async () => {
    const document = {
      '@context': {
        '@vocab': 'https://schema.org',
        so: 'http://schema.org',
        sdo: { '@id': 'https://www.schema.org', '@prefix': true },
        part: { '@id': 'so:hasPart', '@context': { '@vocab': 'https://schema.org' } },
      },
      '@id': 'http://example.org/1',
      name: 'a',
      'so:name': 'b',
      'sdo:name': 'c',
      part: { name: 'd', license: { '@context': [{ '@vocab': 'https://schema.org' }], name: 'e' } },
    };
    expect(await statementsOf(document)).toEqual([
      `<http://example.org/1> ${nameProperty} "a"`,
      '<http://example.org/1> <http://schema.org/hasPart> _:1',
      `<http://example.org/1> ${nameProperty} "c"`,
      `<http://example.org/1> ${nameProperty} "b"`,
      '_:1 <http://schema.org/license> _:2',
      `_:1 ${nameProperty} "d"`,
      `_:2 ${nameProperty} "e"`,
    ]);
    const values = ['https://schema.org', 'http://schema.org', 'https://www.schema.org'];
    expect(await findingsOf(document)).toEqual(
      values.map((value) => ({ kind: 'schema-org-slash-missing', value })),
    );
  });

  it('is not added where the IRI is not a namespace', async () => {
    const document = {
      '@context': { '@vocab': 'http://schema.org/', '@base': 'http://schema.org' },
      '@id': '/x',
      url: 'https://schema.org',
    };
    expect(await statementsOf(document)).toEqual([
      `<http://schema.org/x> ${urlProperty} "https://schema.org"`,
    ]);
    expect(await findingsOf(document)).toEqual([]);
  });
});

describe('the context cache of the processor', () => {
  let stage: ExpandStage;
  beforeAll(() => {
    stage = createExpandStage({ limits });
  });

  it('is not changed by @import, which jsonld.js would cache as the context itself', async () => {
    const plain = { '@context': 'https://schema.org/', name: 'x' };
    const own = { '@import': 'https://schema.org/', name: 'http://example.org/name' };
    expect(await statementsOf({ '@context': own, name: 'x', url: 'a' }, {}, stage)).toEqual([
      '_:1 <http://example.org/name> "x"',
      `_:1 ${urlProperty} <https://repository.example.org/records/a>`,
    ]);
    expect(await statementsOf(plain, {}, stage)).toEqual([`_:1 ${nameProperty} "x"`]);
  });

  it('does not apply the base of one document to another', async () => {
    const document = { '@context': { '@vocab': '#' }, a: 'b' };
    for (const baseIri of ['https://one.example/', 'https://two.example/']) {
      expect(await statementsOf(document, { baseIri }, stage)).toEqual([`_:1 <${baseIri}#a> "b"`]);
    }
  });

  it('gives the same result whatever the previous documents', async () => {
    const documents = [
      { '@context': 'https://schema.org/', name: 'x' },
      {
        '@context': ['https://schema.org/', { '@vocab': 'http://other.example/' }],
        name: 'x',
        a: 1,
      },
      { '@context': ['https://schema.org/', { name: 'http://example.org/name' }], name: 'x' },
      { '@context': { '@vocab': 'https://schema.org/' }, name: 'x' },
      { '@context': { '@vocab': 'https://schema.org' }, name: 'x' },
    ];
    const alone = await Promise.all(documents.map((document) => statementsOf(document)));
    for (const order of [documents, documents.toReversed(), documents]) {
      for (const document of order) {
        const expected = alone[documents.indexOf(document)];
        expect(await statementsOf(document, {}, stage)).toEqual(expected);
      }
    }
  });
});

const node = { '@type': 'Dataset', '@id': 'http://example.org/1', name: 'x' };
const other = {
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  '@id': 'http://example.org/2',
  name: 'y',
};
const full = { '@id': 'http://example.org/3', 'http://schema.org/name': [{ '@value': 'z' }] };
const missing = { kind: 'context-missing', term: 'Dataset', id: 'http://example.org/1', nodes: 1 };

/** The problems of a document, and the names in the graphs of its records. */
async function read(
  document: unknown,
  more: Parameters<typeof expandAll>[1] = {},
): Promise<{ problems: object[]; names: string[] }> {
  const outcomes = await expandAll([document], more);
  const problems = outcomes.flatMap(problemsOfOutcome).map(({ url, ...facts }) => {
    expect(url).toBe(documentUrl);
    return facts;
  });
  const graphs = await graphsOf([document], more);
  const names = graphs.flatMap(({ nquads }) =>
    Array.from(nquads.matchAll(/schema\.org\/name> "(\w+)"/gu), ([, name = '']) => name),
  );
  return { problems, names };
}

describe('a document without a context', () => {
  it.each([
    ['none', {}],
    ['an empty object', { '@context': {} }],
    ['an empty text', { '@context': '' }],
    ['blanks', { '@context': ' ' }],
    ['an empty array', { '@context': [] }],
    ['null', { '@context': null }],
    ['empty ones', { '@context': [{}, '', null] }],
    ['one that is taken back', { '@context': ['https://schema.org/', null] }],
    ['a language', { '@context': { '@language': 'en', '@version': 1.1 } }],
  ])('is refused: %s', async (_, context) => {
    expect(await findingsOf({ ...node, ...context })).toEqual([missing]);
  });

  it.each([
    [{ '@type': 'Dataset' }, 'Dataset'],
    [{ '@type': ['Dataset', 'Text'], 'http://schema.org/name': 'x' }, 'Dataset'],
    [{ name: 'x', description: 'y' }, 'name'],
    [{ '@type': 'http://schema.org/Dataset', name: 'x' }, 'name'],
    [{ '@type': 'Dataset', 'dct:title': 'x' }, 'Dataset'],
    [{ type: 'Dataset', id: 'http://example.org/1' }, 'type'],
    [{ context: 'https://schema.org/', ...node }, 'Dataset'],
    [[{ name: 'x' }], 'name'],
    [{ '@graph': { name: 'x' } }, 'name'],
    [{ '@graph': [{ '@graph': [{ name: 'x' }] }] }, 'name'],
  ])('is reported with a term that has no meaning: %j', async (document, term) => {
    expect(await findingsOf(document)).toMatchObject([{ kind: 'context-missing', term, nodes: 1 }]);
  });

  it.each([
    ['expanded', [full], ['z']],
    [
      'flattened',
      {
        '@graph': [
          full,
          {
            '@id': 'http://example.org/4',
            '@type': ['http://schema.org/Dataset'],
            'http://schema.org/name': 'w',
          },
        ],
      },
      ['z', 'w'],
    ],
    ['with prefixes', { '@type': 'schema:Dataset', 'schema:name': 'z' }, ['z']],
    ['with a term beside IRIs', { ...full, extra: 1 }, ['z']],
    ['with an empty context that it does not need', { '@context': '', ...full }, ['z']],
    ['with a relative type that is no term', { ...full, '@type': '#Kind' }, ['z']],
  ])('is read if it needs no context: %s', async (_, document, names) => {
    const reading = await read(document);
    expect(reading.names).toEqual(names);
    expect(reading.problems).not.toContainEqual(
      expect.objectContaining({ kind: 'context-missing' }),
    );
  });

  it('is not reported as such if a context defines other terms', async () => {
    const document = { '@context': { p: 'http://example.org/' }, ...node };
    expect(await findingsOf(document)).toEqual([{ kind: 'term-undefined', term: 'name' }]);
  });
});

describe('a document with a context in some parts only', () => {
  it.each([
    ['an array', [node, other]],
    ['a graph', { '@graph': [other, node] }],
    ['a graph of graphs', [{ '@graph': [node] }, other]],
    [
      'a graph with a context that one takes back',
      { '@context': 'https://schema.org/', '@graph': [{ '@context': null, ...node }, other] },
    ],
  ])('loses the parts without a context: %s', async (_, document) => {
    const { problems, names } = await read(document);
    expect(problems).toContainEqual(missing);
    expect(names).toEqual(['y']);
  });

  it.each([
    ['items', [other, node]],
    [
      'wrapped items',
      [
        { '@type': 'ListItem', item: other },
        { '@type': 'ListItem', item: node },
      ],
    ],
    ['one item', other],
  ])('keeps the items with a context of a list without one: %s', async (_, itemListElement) => {
    const list = { '@type': 'ItemList', '@id': 'http://example.org/list', itemListElement };
    const reading = await read(list);
    expect(reading.names).toEqual(['y']);
    expect(reading.problems).toEqual([
      { ...missing, term: 'ItemList', id: 'http://example.org/list' },
    ]);
    const [graph] = await graphsOf([list]);
    expect(graph).toMatchObject({ memberOf: ['http://example.org/list'] });
  });

  it('applies to such an item only its own context', async () => {
    const item = { '@context': { n: 'http://schema.org/name' }, n: 'y', description: 'w' };
    const [graph] = await graphsOf([{ '@type': 'ItemList', itemListElement: [item] }]);
    expect(graph?.quads).toBe(1);
  });

  it('is reported if the rest has no record', async () => {
    const empty = { '@context': 'https://schema.org/', '@id': 'http://example.org/2' };
    const problems = await findingsOf([node, { ...empty, name: null }]);
    expect(problems).toEqual([missing]);
  });
});

describe('missingContext: schema.org', () => {
  const more = { missingContext: 'schema.org' } as const;

  it.each([
    ['the root', node, ['x']],
    ['an array', [node, other], ['x', 'y']],
    ['a graph', { '@graph': [node, full] }, ['x', 'z']],
    ['a list', { '@type': 'ItemList', itemListElement: [node, other] }, ['x', 'y']],
  ])('reads documents without a context, and reports this: %s', async (_, document, names) => {
    const { problems, names: found } = await read(document, more);
    expect(found.toSorted()).toEqual(names);
    expect(problems).toMatchObject([{ kind: 'context-assumed', nodes: 1 }]);
  });

  it('gives the same graph as the context of schema.org', async () => {
    for (const context of [{}, { '@context': {} }, { '@context': null }]) {
      expect(await statementsOf({ ...context, ...node }, more)).toEqual(
        await statementsOf({ ...node, '@context': 'https://schema.org/' }),
      );
    }
    const german = { ...node, '@context': { '@language': 'de' } };
    expect(await statementsOf(german, more)).toContain(
      '<http://example.org/1> <http://schema.org/name> "x"@de',
    );
  });

  it('changes nothing if a document has a context or needs none', async () => {
    for (const document of [other, full]) {
      expect(await read(document, more)).toEqual(await read(document));
    }
  });

  it('does not make separate documents of two descriptions of one node', async () => {
    const [graph, ...others] = await graphsOf([[node, { ...node, name: 'y' }]], more);
    expect(others).toEqual([]);
    expect(graph?.quads).toBe(3);
  });
});

describe('a document with very many nodes', () => {
  it('is checked for missing contexts without recursion', () => {
    const document = Array.from({ length: 300_000 }, () => ({}));
    expect(resolveMissingContexts(document, undefined)).toEqual({ kind: 'settled', document });
  });
});
