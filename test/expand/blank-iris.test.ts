import { describe, expect, it } from 'vitest';
import { expand, findingsOf, statementsOf } from './expanding.ts';

const context = {
  '@vocab': 'http://example.org/ns#',
  ex: 'http://example.org/x/',
  id: '@id',
  kind: '@type',
  ref: { '@type': '@id' },
  word: { '@type': '@vocab' },
  json: { '@type': '@json' },
};
const schemaOrg = { '@context': 'https://schema.org/' };
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const text = '<http://example.org/ns#text>';
const ref = '<http://example.org/ns#ref>';

/** As published, and as it must be in the graph. */
const mended: readonly (readonly [string, string])[] = [
  ['doi:10.5 ', 'doi:10.5'],
  [' doi:10.5', 'doi:10.5'],
  ['doi:10.1 234/5', 'doi:10.1%20234/5'],
  ['doi: 10.5', 'doi:%2010.5'],
  ['urn:isbn:1 2', 'urn:isbn:1%202'],
  ['urn:a <b>\t"c"\n', 'urn:a%20%3Cb%3E%09%22c%22'],
  ['ex:a b', 'http://example.org/x/a%20b'],
  ['\n ex:a ', 'http://example.org/x/a'],
  ['http://example.org/a b', 'http://example.org/a%20b'],
  ['\u{A0}https://example.org/a\u{A0}', 'https://example.org/a'],
  ['Note: see the report', 'Note:%20see%20the%20report'],
  ['urn:\u{E000}0\u{E000} x', 'urn:%EE%80%800%EE%80%80%20x'],
];

describe.each(mended)('the text %j', (published, iri) => {
  const repair = { kind: 'iri-repaired', value: published, repaired: iri };

  it.each([
    ['an object', { ref: published }, `_:1 ${ref} <${iri}>`],
    ['one of several objects', { ref: [published] }, `_:1 ${ref} <${iri}>`],
    ['a word', { word: published }, `_:1 <http://example.org/ns#word> <${iri}>`],
    ['a reference', { ref: { '@id': published } }, `_:1 ${ref} <${iri}>`],
    ['an @id', { '@id': published, text: 'x' }, `<${iri}> ${text} "x"`],
    ['an alias of @id', { id: published, text: 'x' }, `<${iri}> ${text} "x"`],
    ['a class', { '@type': published }, `_:1 <${rdf}type> <${iri}>`],
    ['one of several classes', { kind: [published] }, `_:1 <${rdf}type> <${iri}>`],
    ['a datatype', { text: { '@value': 'x', '@type': published } }, `_:1 ${text} "x"^^<${iri}>`],
    ['the item of a list', { ref: { '@list': [published] } }, `_:2 <${rdf}first> <${iri}>`],
  ])('is mended as %s, and reported as published', async (_, members, statement) => {
    const document = { '@context': context, ...members };
    expect(await statementsOf(document)).toContain(statement);
    expect(await findingsOf(document)).toEqual([repair]);
  });

  const literal = JSON.stringify(published);

  it.each([
    ['a literal', { text: published }, literal],
    ['a literal within an array', { text: [[published]] }, literal],
    ['a value object', { text: { '@value': published } }, literal],
    ['a tagged text', { text: { '@value': published, '@language': 'en' } }, `${literal}@en`],
    [
      'a typed literal',
      { text: { '@value': published, '@type': 'ex:t' } },
      `${literal}^^<http://example.org/x/t>`,
    ],
  ])('keeps every character as %s', async (_, members, object) => {
    const document = { '@context': context, ...members };
    expect(await statementsOf(document)).toEqual([`_:1 ${text} ${object}`]);
    expect(await findingsOf(document)).toEqual([]);
  });

  it('keeps every character in JSON', async () => {
    const json = { a: [published, { '@id': published }], [published]: published };
    const [statement = ''] = await statementsOf({ '@context': context, json });
    const [, lexical = ''] = /(".*")\^\^<[^>]*#JSON>$/u.exec(statement) ?? [];
    expect(JSON.parse(JSON.parse(lexical) as string)).toEqual(json);
  });

  it('is one thing as an IRI and another as a literal of the same document', async () => {
    const document = { '@context': context, id: published, ref: published, text: published };
    expect(await statementsOf(document)).toEqual([
      `<${iri}> ${ref} <${iri}>`,
      `<${iri}> ${text} ${literal}`,
    ]);
    expect(await findingsOf(document)).toEqual([repair]);
  });
});

it.each([
  ['url', 'doi:10.5 ', 'doi:10.5'],
  ['sameAs', 'urn:isbn:1 2', 'urn:isbn:1%202'],
  ['license', 'urn:terms:a b', 'urn:terms:a%20b'],
])("mends what schema.org's context makes an IRI: %s %j", async (property, published, iri) => {
  const document = { ...schemaOrg, id: 'urn:x', [property]: published, name: published };
  expect((await statementsOf(document)).toSorted()).toEqual(
    [
      `<urn:x> <http://schema.org/${property}> <${iri}>`,
      `<urn:x> <http://schema.org/name> ${JSON.stringify(published)}`,
    ].toSorted(),
  );
});

it('writes the same statements in the same order as if there were no blanks', async () => {
  expect(await statementsOf(nodesNamed(' doi:10.5/a b '))).toEqual(
    await statementsOf(nodesNamed('doi:10.5/a%20b')),
  );
});

function nodesNamed(id: string): object {
  return {
    ...schemaOrg,
    '@graph': [
      { id, hasPart: [{ name: 'b' }, { id }, { name: 'a', url: id }] },
      { about: { id, type: 'Dataset' }, author: { '@list': [{ name: 'c' }, { id }] } },
    ],
  };
}

it('does not change long texts and texts of several lines', async () => {
  const abstract = `Abstract: ${'a "b"\n\tc\\ '.repeat(10_000)}`;
  const document = { ...schemaOrg, id: 'urn:x', description: abstract };
  const [statement = ''] = await statementsOf(document);
  expect(JSON.parse(statement.replace(/^\S+ \S+ /u, ''))).toBe(abstract);
});

it('keeps apart texts that differ only in their blanks', async () => {
  const texts = ['a: b', 'a:  b', 'a: b ', ' a: b', 'a:\tb', 'a:\u{A0}b', 'A: b'];
  const statements = await statementsOf({ '@context': context, text: texts });
  expect(statements).toEqual(
    texts.map((value) => `_:1 ${text} ${JSON.stringify(value).replace(/\t/u, '\\t')}`),
  );
});

it('keeps characters for private use, written out or escaped', async () => {
  const texts = ['\u{E000}0\u{E000}', 'a:\u{E001}1\u{E001} b', 'a: b'];
  const escaped = JSON.stringify({ '@context': context, text: texts, ref: 'urn:a b' })
    .replaceAll('\u{E000}', String.raw`\uE000`)
    .replaceAll('\u{E001}', String.raw`\ue001`);
  for (const document of [{ '@context': context, text: texts, ref: 'urn:a b' }, escaped]) {
    expect(await statementsOf(document)).toEqual([
      `_:1 ${ref} <urn:a%20b>`,
      ...texts.map((value) => `_:1 ${text} "${value}"`),
    ]);
  }
});

it('keeps the texts of a document that uses every private-use character', async () => {
  const all = Array.from({ length: 6400 }, (_, index) => String.fromCharCode(0xe000 + index));
  const document = { '@context': context, text: ['a: b', all.join('')] };
  expect(await statementsOf(document)).toEqual([
    `_:1 ${text} "a: b"`,
    `_:1 ${text} "${all.join('')}"`,
  ]);
});

it('reports unmendable or dropped IRIs as published', async () => {
  const document = {
    '@context': context,
    '@graph': ['a: "b"', { '@id': 'a: b' }, { ref: 'http://example.org:port/a b ', text: 'x' }],
  };
  expect(await findingsOf(document)).toEqual([
    { kind: 'iri-dropped', value: 'http://example.org:port/a b', role: 'object' },
    { kind: 'value-dropped', value: 'a: "b"', reason: 'free-floating' },
    { kind: 'value-dropped', value: '{"@id":"a: b"}', reason: 'free-floating' },
  ]);
});

it('quotes invalid values as published', async () => {
  const document = { '@context': context, text: { '@value': 'x', '@direction': 'a: b' } };
  expect(await expand(document)).toMatchObject({
    kind: 'failed',
    problem: { kind: 'json-ld-invalid', detail: expect.stringContaining('a: b') as unknown },
  });
});

it('removes blanks from the IRI of a term, and nothing else in a context', async () => {
  const document = {
    '@context': { text: { '@id': ' http://example.org/a b ' }, 'c: d': null },
    text: 'x',
    'c: d': 'y',
  };
  expect(await statementsOf(document)).toEqual(['_:1 <http://example.org/a%20b> "x"']);
  expect(await findingsOf(document)).toEqual([
    {
      kind: 'iri-repaired',
      value: ' http://example.org/a b ',
      repaired: 'http://example.org/a%20b',
    },
  ]);
});
