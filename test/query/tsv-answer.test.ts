import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import { readTsv } from '../../src/query/tsv-answer.ts';

function answered(query: string): string {
  return new Store().query(query, { results_format: 'tsv' }) as string;
}

describe('an answer in TSV', () => {
  it('has terms of every kind, as the engine writes them', () => {
    const text = String.raw`a \"quoted\" \\ tab\tline\nÄ😀`;
    const tsv = answered(`SELECT ?a ?b ?c ?d ?e ?none WHERE {
      BIND(<http://data.example/ä> AS ?a) BIND("${text}" AS ?b) BIND("eins"@de AS ?c)
      BIND(7 AS ?d) BIND(BNODE() AS ?e)
    }`);
    const [row, ...others] = readTsv(tsv, ['a', 'b', 'c', 'd', 'e', 'none']);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      a: { kind: 'iri', value: 'http://data.example/ä' },
      b: { kind: 'literal', value: 'a "quoted" \\ tab\tline\nÄ😀' },
      c: { kind: 'literal', value: 'eins' },
      d: { kind: 'literal', value: '7' },
      e: { kind: 'blank' },
    });
    expect(row).not.toHaveProperty('none');
  });

  it('has no rows where there are none', () => {
    expect(readTsv(answered('SELECT ?a { ?a ?b ?c }'), ['a'])).toEqual([]);
  });

  it('is refused where it lacks a variable', () => {
    expect(() => readTsv(answered('SELECT ?a { ?a ?b ?c }'), ['a', 'z'])).toThrow(TypeError);
  });
});
