import { describe, expect, it } from 'vitest';
import { storeDialects } from '../../../src/engine/store/store-dialects.ts';

const xsd = 'http://www.w3.org/2001/XMLSchema#';
const { standard, virtuoso } = storeDialects;

function typed(text: string, type: string): string {
  return `"${text}"^^<${type.includes(':') ? type : xsd + type}>`;
}

describe('the dialect of Virtuoso', () => {
  it.each([
    ['abc', 'integer'],
    ['', 'date'],
    ['1.5', 'integer'],
    ['9223372036854775808', 'integer'],
    ['0.1234567890123456', 'decimal'],
    ['1e3', 'decimal'],
    ['1E400', 'double'],
    ['1E39', 'float'],
    ['TRUE', 'boolean'],
    ['0000-01-01', 'date'],
    ['-0043-03-15T00:00:00Z', 'dateTime'],
    ['12020-01-01', 'date'],
    ['2020-02-30', 'date'],
    ['2020-01-01', 'dateTime'],
    ['2020-01-01', 'gYearMonth'],
    ['2020-01-01T00:00:00.1234567Z', 'dateTime'],
    ['2020-01-01T00:00:00-00:00', 'dateTime'],
    ['2020-01-01T24:00:00', 'dateTime'],
    ['12:00', 'time'],
    ['P1Y', 'duration'],
    ['PT1S', 'dayTimeDuration'],
    ['POINT(1 2)', 'http://www.opengis.net/ont/geosparql#wktLiteral'],
    ['<a/>', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral'],
    [String.raw`a\u0000b`, 'normalizedString'],
    ['a', `http://e.org/${'a'.repeat(1000)}`],
  ])('sends %s of %s as a plain string, because the store would change it', (text, type) => {
    expect(virtuoso.sentTerm(typed(text, type))).toBe(`"${text}"`);
  });

  it.each([
    ['0042', 'integer'],
    ['-9223372036854775807', 'long'],
    ['+01.50', 'decimal'],
    ['123456.789', 'double'],
    ['-INF', 'double'],
    ['0', 'boolean'],
    ['2020-02-29', 'date'],
    ['0001-01-01T23:59:59.123456+05:30', 'dateTime'],
    ['12:00:00Z', 'time'],
    ['2020', 'gYear'],
    ['--02-30', 'gMonthDay'],
    ['anything', 'http://schema.org/Date'],
  ])('sends %s of %s as it is', (text, type) => {
    expect(virtuoso.sentTerm(typed(text, type))).toBe(typed(text, type));
  });

  it('sends U+007F without escape, because the store loses it otherwise', () => {
    const escaped = String.raw`"a\u007F\\u007F"@en`;
    const sent = `"a\u{7F}${String.raw`\\u007F`}"@en`;
    expect(virtuoso.sentTerm(escaped)).toBe(sent);
    expect(virtuoso.comparableTerm(sent)).toBe(escaped);
  });

  it('says in a long literal that it is cut, and how long it was', () => {
    const sent = virtuoso.sentTerm(`"${'é'.repeat(40_000)}"@fr`);
    expect(Buffer.byteLength(sent)).toBeLessThan(60_200);
    expect(sent).toMatch(/^"é{30000}… \[cut: 40000 characters, SHA-256 [\da-f]{64}\]"@fr$/u);
    expect(virtuoso.sentTerm(`"${'é'.repeat(40_000)}è"@fr`)).not.toBe(sent);
    const kept = `"${'a'.repeat(60_000)}"`;
    expect(virtuoso.sentTerm(kept)).toBe(kept);
  });

  it('replaces IRIs that the store would change by the same short one everywhere', () => {
    const long = `<http://e.org/${'é'.repeat(940)}>`;
    expect(virtuoso.sentTerm(long)).toMatch(/^<urn:cdif-graph:iri:[\da-f]{32}>$/u);
    expect(virtuoso.sentTerm('<local:a>')).not.toBe('<local:a>');
    expect(virtuoso.sentTerm('<nodeID://b1>')).not.toBe('<nodeID://b1>');
    const kept = `<http://e.org/${'a'.repeat(1867)}>`;
    expect(virtuoso.sentTerm(kept)).toBe(kept);
    expect(virtuoso.sentTerm('_:b1')).toBe('_:b1');
  });

  it('drops a language tag that the store refuses', () => {
    const tag = `en${'-abcdefgh'.repeat(8)}`;
    expect(virtuoso.sentTerm(`"a"@${tag}`)).toBe('"a"');
  });

  it.each([
    [typed('01', 'integer'), typed('1.0', 'decimal'), typed('1.0E0', 'double'), typed('1', 'int')],
    [typed('true', 'boolean'), typed('1', 'boolean'), typed('1', 'integer')],
    [typed('123456.789', 'double'), typed('123457.0', 'double')],
    // The store rounds half to even.
    [typed('1234565', 'double'), typed('1.23456e+06', 'double')],
    [typed('1234575', 'double'), typed('1.23458e+06', 'double')],
    [typed('-0.0', 'double'), typed('0', 'integer')],
    [typed('2020-01-01', 'date'), typed('2020-01-01T00:00:00', 'dateTime'), typed('2020', 'gYear')],
    [typed('2020-01-01T00:00:00Z', 'dateTime'), typed('2020-01-01T01:00:00.0+01:00', 'dateTime')],
    ['"a"@en-GB', '"a"@en-gb'],
  ])('compares values that it does not tell apart as equal: %s', (...terms) => {
    expect(new Set(terms.map(virtuoso.comparableTerm)).size).toBe(1);
  });

  it.each([
    [typed('1', 'integer'), '"1"'],
    [typed('1234567', 'integer'), typed('1234568', 'integer')],
    [typed('2020-01-01', 'date'), typed('2020-01-01Z', 'date')],
    [typed('12:00:00', 'time'), typed('1970-01-01T12:00:00', 'dateTime')],
    ['"a"', '"A"'],
    ['"a"', '"a "'],
  ])('compares other values as different: %s and %s', (one, other) => {
    expect(virtuoso.comparableTerm(one)).not.toBe(virtuoso.comparableTerm(other));
  });
});

describe('the standard dialect', () => {
  it('sends each term as it is', () => {
    expect(standard.sentTerm(typed('abc', 'integer'))).toBe(typed('abc', 'integer'));
  });

  it('compares values of one datatype, and language tags without case', () => {
    const { comparableTerm } = standard;
    expect(comparableTerm(typed('1.50', 'decimal'))).toBe(comparableTerm(typed('1.5', 'decimal')));
    expect(comparableTerm(typed('P12M', 'duration'))).toBe(
      comparableTerm(typed('P1Y', 'duration')),
    );
    expect(comparableTerm('"a"@EN')).toBe('"a"@en');
    expect(comparableTerm(typed('1', 'integer'))).not.toBe(comparableTerm(typed('1', 'decimal')));
    expect(comparableTerm(typed('abc', 'integer'))).toBe(typed('abc', 'integer'));
    expect(comparableTerm(typed('123456.789', 'double'))).not.toBe(
      comparableTerm(typed('123457.0', 'double')),
    );
  });
});
