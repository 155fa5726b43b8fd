import { describe, expect, it } from 'vitest';
import { hideLargeIntegers } from '../../src/expand/hidden-values.ts';
import { expand, expandAll, findingsOf, graphOf, statementsOf } from './expanding.ts';

const xsd = 'http://www.w3.org/2001/XMLSchema#';

/** What becomes of a value, which is JSON text: `JSON.stringify` would not write it as it is. */
async function literalsOf(value: string, context = '{}'): Promise<readonly string[]> {
  const vocabulary = '{"@vocab":"http://example.org/"}';
  const statements = await statementsOf(`{"@context":[${vocabulary},${context}],"v":${value}}`);
  return statements
    .flatMap((line) => /<http:\/\/example\.org\/v> (.*)|first> (.*)/u.exec(line)?.slice(1) ?? [])
    .filter((each) => each !== undefined && !each.startsWith('_:'));
}

describe('integers beyond 2^53', () => {
  it.each([
    ['90071992547409931', '90071992547409931'],
    ['-90071992547409931', '-90071992547409931'],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740992', '9007199254740992'],
    ['90071992547409931.0', '90071992547409931'],
    ['9.0071992547409931e16', '90071992547409931'],
    ['0.90071992547409931E+17', '90071992547409931'],
    ['900719925474099310e-1', '90071992547409931'],
    ['0.000000000000000090071992547409931e33', '90071992547409931'],
    ['12345678901234567e3', '12345678901234567000'],
    ['12345678901234567890123456789', '12345678901234567890123456789'],
    ['{"@value":90071992547409931}', '90071992547409931'],
    ['{"@list":[90071992547409931]}', '90071992547409931'],
    ['9007199254740991', '9007199254740991'],
  ])('keep their digits: %s', async (value, digits) => {
    expect(await literalsOf(value)).toEqual([`"${digits}"^^<${xsd}integer>`]);
  });

  it.each([
    [`{"@value":90071992547409931,"@type":"${xsd}long"}`, '{}', 'long'],
    [`{"@value":90071992547409931,"@type":"${xsd}decimal"}`, '{}', 'decimal'],
    ['90071992547409931', `{"v":{"@type":"${xsd}decimal"}}`, 'decimal'],
    ['90071992547409931', '{"v":{"@type":"@id"}}', 'integer'],
    ['90071992547409931', '{"@language":"de"}', 'integer'],
    ['90071992547409931', '{"v":{"@container":"@list"}}', 'integer'],
    ['{"is":90071992547409931}', '{"is":"@value"}', 'integer'],
  ])('have the datatype of their context: %s, %s', async (value, context, datatype) => {
    expect(await literalsOf(value, context)).toEqual([`"90071992547409931"^^<${xsd}${datatype}>`]);
  });

  it('are recognised beside texts that look like tiny numbers', async () => {
    const literals = await literalsOf('["4e-3451-4e-345", 90071992547409931]');
    expect(literals[1]).toBe(`"90071992547409931"^^<${xsd}integer>`);
  });

  it('stay different where their nearest doubles are equal', async () => {
    const literals = await literalsOf('[90071992547409931, 90071992547409932, 90071992547409931]');
    expect(literals).toEqual(
      ['90071992547409931', '90071992547409932'].map((each) => `"${each}"^^<${xsd}integer>`),
    );
  });

  it('are doubles where the datatype is xsd:double, and in JSON literals', async () => {
    expect(await literalsOf(`{"@value":90071992547409931,"@type":"${xsd}double"}`)).toEqual([
      `"9.007199254740994E16"^^<${xsd}double>`,
    ]);
    const [json] = await literalsOf('{"@type":"@json","@value":{"a":[90071992547409931]}}');
    expect(json).toMatch(/^"\{\\"a\\":\[90071992547409940\]\}"/u);
  });

  it.each([
    [
      'other numbers',
      '[12.345678901234567, 1234567890123456.7]',
      `"1.234567890123457E1"^^<${xsd}double>`,
    ],
    ['texts', String.raw`"\\\" 90071992547409931 \\"`, String.raw`"\\\" 90071992547409931 \\"`],
    [
      'integers beside tiny numbers',
      '[5e-324, 90071992547409931]',
      `"4.940656458412465E-324"^^<${xsd}double>`,
    ],
  ])('do not affect %s', async (_, value, first) => {
    expect((await literalsOf(value))[0]).toBe(first);
  });

  it('are restored in every item of a list', async () => {
    const items = ['90071992547409931', '90071992547409932'].map(
      (identifier) => `{"@type":"Dataset","name":"A","identifier":${identifier}}`,
    );
    const [one] = items;
    const { describes, search } = await graphOf(
      `{"@context":"https://schema.org/",${one?.slice(1)}`,
    );
    expect(describes[0]?.identifiers).toEqual(['90071992547409931']);
    expect(search).toContain('90071992547409931');
    const list = `{"@context":"https://schema.org/","@graph":[${items.join(',')}]}`;
    const graphs = (await expandAll([list])).flatMap((outcome) =>
      outcome.kind === 'produced' && outcome.value.kind === 'graph' ? [outcome.value.graph] : [],
    );
    const found = graphs.map(({ nquads }) => Number(/identifier> "\d+(\d)"/u.exec(nquads)?.[1]));
    expect(new Set(found)).toEqual(new Set([1, 2]));
  });

  it.each([
    ['digits', `[${'1'.repeat(1e7)}]`],
    ['points', `[${'1.'.repeat(1e7)}]`],
    ['escapes', `["${'\\\\'.repeat(1e7)}", 1]`],
  ])('are searched without error in any text: %s', (_, json) => {
    expect(hideLargeIntegers(json).json).toBe(json);
  });

  it('are reported with all digits in an invalid place', async () => {
    const document = '{"@context":"https://schema.org/","@id":90071992547409931,"name":"A"}';
    expect(await findingsOf(document)).toContainEqual({
      kind: 'value-dropped',
      value: '90071992547409931',
      reason: 'no-name',
    });
  });
});

const ref = '<http://example.org/ns#ref>';

const ownContext = {
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
  ['\u{200B}doi:10.5/a\u{FEFF}', 'doi:10.5/a'],
  ['Note: see the report', 'Note:%20see%20the%20report'],
  ['urn:\u{E000}0\u{E000} x', 'urn:%EE%80%800%EE%80%80%20x'],
];

describe.each(mended)('the IRI %j', (published, iri) => {
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
  ])('is repaired as %s, and reported as published', async (_, members, statement) => {
    const document = { '@context': ownContext, ...members };
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
    const document = { '@context': ownContext, ...members };
    expect(await statementsOf(document)).toEqual([`_:1 ${text} ${object}`]);
    // A text is an address only with `//` and without blanks in it.
    const isAddress = /:\/\/\S*$/u.test(published.trim());
    expect(await findingsOf(document)).toEqual(isAddress ? [repair] : []);
  });

  it('keeps every character in JSON', async () => {
    const json = { a: [published, { '@id': published }], [published]: published };
    const [statement = ''] = await statementsOf({ '@context': ownContext, json });
    const [, lexical = ''] = /(".*")\^\^<[^>]*#JSON>$/u.exec(statement) ?? [];
    expect(JSON.parse(JSON.parse(lexical) as string)).toEqual(json);
  });

  it('is repaired as an IRI and kept as a literal in one document', async () => {
    const document = { '@context': ownContext, id: published, ref: published, text: published };
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
])(
  "IRIs with blanks are repaired where schema.org's context expects IRIs: %s %j",
  async (property, published, iri) => {
    const document = { ...schemaOrg, id: 'urn:x', [property]: published, name: published };
    expect((await statementsOf(document)).toSorted()).toEqual(
      [
        `<urn:x> <http://schema.org/${property}> <${iri}>`,
        `<urn:x> <http://schema.org/name> ${JSON.stringify(published)}`,
      ].toSorted(),
    );
  },
);

it.each([
  [' /data/a.csv ', 'https://repository.example.org/data/a.csv'],
  ['\n../a.csv', 'https://repository.example.org/a.csv'],
  ['\t?a=1&amp;b=2 ', 'https://repository.example.org/records/1?a=1&b=2'],
])('blanks around a relative address are removed: %j', async (published, iri) => {
  const document = { ...schemaOrg, id: 'urn:x', url: published, name: published };
  expect((await statementsOf(document)).toSorted()).toEqual([
    `<urn:x> <http://schema.org/name> ${JSON.stringify(published)}`,
    `<urn:x> <http://schema.org/url> <${iri}>`,
  ]);
  expect(await findingsOf(document)).toEqual([
    { kind: 'iri-repaired', value: published, repaired: iri },
  ]);
});

it('blanks in IRIs do not change the order of the statements', async () => {
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

it('long texts and texts of several lines stay unchanged', async () => {
  const abstract = `Abstract: ${'a "b"\n\tc\\ '.repeat(10_000)}`;
  const document = { ...schemaOrg, id: 'urn:x', description: abstract };
  const [statement = ''] = await statementsOf(document);
  expect(JSON.parse(statement.replace(/^\S+ \S+ /u, ''))).toBe(abstract);
});

it('texts that differ only in their blanks stay different', async () => {
  const texts = ['a: b', 'a:  b', 'a: b ', ' a: b', 'a:\tb', 'a:\u{A0}b', 'A: b'];
  const statements = await statementsOf({ '@context': ownContext, text: texts });
  expect(statements).toEqual(
    texts.map((value) => `_:1 ${text} ${JSON.stringify(value).replace(/\t/u, '\\t')}`),
  );
});

it('private-use characters stay unchanged, literal or escaped', async () => {
  const texts = ['\u{E000}0\u{E000}', 'a:\u{E001}1\u{E001} b', 'a: b'];
  const escaped = JSON.stringify({ '@context': ownContext, text: texts, ref: 'urn:a b' })
    .replaceAll('\u{E000}', String.raw`\uE000`)
    .replaceAll('\u{E001}', String.raw`\ue001`);
  for (const document of [{ '@context': ownContext, text: texts, ref: 'urn:a b' }, escaped]) {
    expect(await statementsOf(document)).toEqual([
      `_:1 ${ref} <urn:a%20b>`,
      ...texts.map((value) => `_:1 ${text} "${value}"`),
    ]);
  }
});

it('a document with every private-use character keeps its texts', async () => {
  const all = Array.from({ length: 6400 }, (_, index) => String.fromCharCode(0xe000 + index));
  const document = { '@context': ownContext, text: ['a: b', all.join('')] };
  expect(await statementsOf(document)).toEqual([
    `_:1 ${text} "a: b"`,
    `_:1 ${text} "${all.join('')}"`,
  ]);
});

it('IRIs that cannot be repaired are reported as published', async () => {
  const document = {
    '@context': ownContext,
    '@graph': ['a: "b"', { '@id': 'a: b' }, { ref: 'http://example.org:port/a b ', text: 'x' }],
  };
  expect(await findingsOf(document)).toEqual([
    { kind: 'iri-dropped', value: 'http://example.org:port/a b', role: 'object' },
    { kind: 'value-dropped', value: 'a: "b"', reason: 'free-floating' },
    { kind: 'value-dropped', value: '{"@id":"a: b"}', reason: 'free-floating' },
  ]);
});

it('invalid values are quoted as published', async () => {
  const document = { '@context': ownContext, text: { '@value': 'x', '@direction': 'a: b' } };
  expect(await expand(document)).toMatchObject({
    kind: 'failed',
    problem: { kind: 'json-ld-invalid', detail: expect.stringContaining('a: b') as unknown },
  });
});

it('in a context, only the IRIs of terms lose their blanks', async () => {
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
