import { describe, expect, it } from 'vitest';
import { renderBoolean, renderTable } from '../../src/query/table.ts';

type Term = { type: string; value: unknown };
const literal = (value: string): Term => ({ type: 'literal', value });
const iri = (value: string): Term => ({ type: 'uri', value });

function table(vars: string[], rows: Record<string, Term>[], width?: number): string[] {
  const json = JSON.stringify({ head: { vars }, results: { bindings: rows } });
  return renderTable(json, width).split('\n').slice(0, -1);
}

describe('renderTable', () => {
  it('aligns columns and shows terms as one reads them', () => {
    const rows = [
      { name: literal('Sea ice'), node: iri('http://a.example/1') },
      { name: literal('Salt'), node: { type: 'bnode', value: 'b0' } },
      { node: iri('http://a.example/22') },
    ];
    expect(table(['name', 'node'], rows)).toEqual([
      'name     node',
      '-------  -------------------',
      'Sea ice  http://a.example/1',
      'Salt     _:b0',
      '         http://a.example/22',
    ]);
  });

  it('shows a statement about which something is said', () => {
    const value = { subject: iri('a:a'), predicate: iri('a:b'), object: literal('c') };
    expect(table(['t'], [{ t: { type: 'triple', value } }])).toContain('<<( a:a a:b c )>>');
  });

  it('shows that there is nothing', () => {
    expect(table(['a', 'bc'], [])).toEqual(['a  bc', '-  --']);
    expect(table([], [{}])).toEqual(['', '', '']);
  });

  it('counts the columns that characters take on a terminal', () => {
    const rows = [
      { a: literal('日本'), b: literal('x') },
      { a: literal('e\u{301}t\u{200D}é'), b: literal('x') },
      { a: literal('👩‍🔬🧪'), b: literal('x') },
      { a: literal('1234'), b: literal('x') },
    ];
    expect(table(['a', 'b'], rows).slice(2)).toEqual([
      '日本  x',
      'e\u{301}t\u{200D}é   x',
      '👩‍🔬🧪  x',
      '1234  x',
    ]);
  });

  it('lets nothing through that acts on a terminal', () => {
    const hostile = literal('a\n\tb\u{1B}[31m\u{9B}0m\u{7F}\u{202E}c\u{2028}\r\u{0}');
    const [, , line] = table(['a'], [{ a: hostile }]);
    expect(line).toBe(String.raw`a\n\tb\u{1B}[31m\u{9B}0m\u{7F}\u{202E}c\u{2028}\r\u{0}`);
  });

  it('cuts the widest columns to the width of a terminal', () => {
    const rows = [{ id: literal('12345'), a: literal('a'.repeat(50)), b: literal('b'.repeat(40)) }];
    const [head, rule, line] = table(['id', 'a', 'b'], rows, 49);
    expect(line).toBe(`12345  ${'a'.repeat(19)}…  ${'b'.repeat(19)}…`);
    expect(line).toHaveLength(49);
    expect(rule).toHaveLength(49);
    expect(head).toBe(`id     a${' '.repeat(21)}b`);
  });

  it('cuts between characters, never through one', () => {
    const [, , line] = table(['a'], [{ a: literal('日本語のデータ') }], 10);
    expect(line).toBe('日本語の…');
  });

  it('stays readable where the width is too small for all', () => {
    const rows = [{ a: literal('a'.repeat(20)), b: literal('b'.repeat(20)) }];
    expect(table(['a', 'b'], rows, 5)[2]).toBe(`${'a'.repeat(7)}…  ${'b'.repeat(7)}…`);
  });

  it('cuts nothing without a width', () => {
    expect(table(['a'], [{ a: literal('a'.repeat(1000)) }])[2]).toHaveLength(1000);
  });
});

describe('renderBoolean', () => {
  it('is one word', () => {
    expect(renderBoolean('{"head":{},"boolean":true}')).toBe('true\n');
  });
});
