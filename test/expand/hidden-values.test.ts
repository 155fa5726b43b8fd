import { describe, expect, it } from 'vitest';
import { hideLargeIntegers } from '../../src/expand/hidden-values.ts';
import { expandAll, findingsOf, graphOf, statementsOf } from './expanding.ts';

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

  it('are found beside texts that look like tiny numbers', async () => {
    const literals = await literalsOf('["4e-3451-4e-345", 90071992547409931]');
    expect(literals[1]).toBe(`"90071992547409931"^^<${xsd}integer>`);
  });

  it('are each for themselves where a double is the same', async () => {
    const literals = await literalsOf('[90071992547409931, 90071992547409932, 90071992547409931]');
    expect(literals).toEqual(
      ['90071992547409931', '90071992547409932'].map((each) => `"${each}"^^<${xsd}integer>`),
    );
  });

  it('are doubles where declared so, and in JSON literals', async () => {
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
  ])('leave %s as they are', async (_, value, first) => {
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
  ])('are looked for in any text: %s', (_, json) => {
    expect(hideLargeIntegers(json).json).toBe(json);
  });

  it('are reported as published where invalid', async () => {
    const document = '{"@context":"https://schema.org/","@id":90071992547409931,"name":"A"}';
    expect(await findingsOf(document)).toContainEqual({
      kind: 'value-dropped',
      value: '90071992547409931',
      reason: 'no-name',
    });
  });
});
