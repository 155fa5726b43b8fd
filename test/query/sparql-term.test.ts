import { describe, expect, it } from 'vitest';
import { doubleTerm, stringTerm } from '../../src/query/sparql-term.ts';
import { comunica, oxigraph } from './two-engines.ts';

const nothing = '<a:s> <a:p> <a:o> <a:g> .\n';
const engines = [
  ['Oxigraph', oxigraph(nothing)],
  ['Comunica', comunica(nothing)],
] as const;

describe.each(engines)('a term read by %s', (_, ask) => {
  it.each([
    'one\ntwo\r\n\tthree\u{8}\u{C}\u{7F}\u{85}\u{2028}\u{FEFF}',
    String.raw`\ \\ \u0041 \\u0041 \\\u0041 \U00000041 \" \\" \n`,
    '\u{2028}SELECT\u{2029}\\\u{2028}\\u\u{2029}\n',
    `"it's" """all""" '''here'''`,
    '日本 👩‍🔬 e\u{301} \u{10FFFF}',
    '$& $1 ${x} } { ) ( # <a:b> ?x @en ^^',
    '',
  ])('is the text that it was made of: %j', async (text) => {
    const rows = await ask(`SELECT ?text WHERE { VALUES ?text { ${stringTerm(text)} } }`);
    expect(rows).toEqual([{ text: `"${text}"` }]);
  });

  it.each([0, -1.5, 5, 1e-7, -2.5e21, 0.1 + 0.2, Infinity, -Infinity])(
    'is the number that it was made of: %d',
    async (value) => {
      const text = `SELECT (?n = ?n + 0 AS ?same) ?n WHERE { VALUES ?n { ${doubleTerm(value)} } }`;
      const [row] = await ask(text);
      expect([row?.['same'], Number(row?.['n'])]).toEqual(['"true"', value]);
    },
  );
});

describe('stringTerm', () => {
  it('has U+FFFD for what RDF cannot hold', () => {
    expect(stringTerm('a\u{D800}b')).toBe('"a\u{FFFD}b"');
  });

  it('is the same for an engine that puts in characters before it reads', () => {
    const term = stringTerm(String.raw`\u0022 \\U00000022`);
    const early = term.replaceAll(/\\u([\dA-F]{4})/gu, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
    expect(early).toBe(String.raw`"\\u0022 \\\\U00000022"`);
  });
});
