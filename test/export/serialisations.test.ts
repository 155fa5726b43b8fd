import { describe, expect, it } from 'vitest';
import { type ExportFormat, exportFormats, fileKind } from '../../src/export/serialisations.ts';
import { canonical } from '../support/canonical.ts';
import { exported, type Graphs, nquadsOf, sourceOf } from './pieces.ts';
import { readers } from './readers.ts';
import { iris, literals, otherSpellings } from './terms.ts';

const schema = 'http://schema.org/';
const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** What a format can say of the graphs: those without graphs say the union. */
async function saidIn(format: ExportFormat, graphs: Graphs): Promise<string[]> {
  const hasGraphs = format !== 'nt' && format !== 'ttl';
  const nquads = hasGraphs
    ? nquadsOf(graphs)
    : [...new Set(Object.values(graphs).flat())].map((line) => `${line} .\n`).join('');
  return canonical(nquads);
}

/** What each parser reads of the export of graphs, and what it should. */
async function readBack(format: ExportFormat, graphs: Graphs) {
  const document = await exported(sourceOf(graphs), { format });
  const expected = await saidIn(format, graphs);
  const read = Object.entries(readers[format]).map(
    async ([name, reader]) => [name, await canonical(await reader(document))] as const,
  );
  const names = Object.keys(readers[format]);
  return {
    read: Object.fromEntries(await Promise.all(read)),
    expected: Object.fromEntries(names.map((name) => [name, expected])),
  };
}

/** A fixed pseudo-random sequence (linear congruential generator of Numerical Recipes). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomGraphs(seed: number): Graphs {
  const next = numbersFrom(seed);
  const pick = (terms: readonly string[]): string => terms[next(terms.length)] ?? '';
  const subjects = ['<http://example.org/1>', '<schema:Dataset>'];
  const predicates = [...iris.slice(0, 4), `${rdf}type`, `${rdf}first`].map((iri) => `<${iri}>`);
  const objects = [...literals.slice(-30), ...iris.map((iri) => `<${iri}>`)];
  return Object.fromEntries(
    ['http://example.org/1', 'urn:graph:2', 'schema:3'].map((graph, index) => {
      const blanks = Array.from({ length: 5 }, (_, number) => `_:g${index}n${number}`);
      const statements = Array.from({ length: 60 }, () => {
        const subject = pick([...subjects, ...blanks]);
        return `${subject} ${pick(predicates)} ${pick([...objects, ...blanks, ...blanks])}`;
      });
      return [graph, [...new Set(statements)]];
    }),
  );
}

describe.each(exportFormats)('%s', (format) => {
  it('preserves every text, language and datatype', async () => {
    const statements = literals.map((literal, index) => `<urn:a> <urn:p:${index}> ${literal}`);
    const { read, expected } = await readBack(format, { 'urn:graph:1': statements });
    expect(read).toEqual(expected);
  });

  it('preserves every IRI in every position', async () => {
    const statements = iris.flatMap((iri) => [
      `<${iri}> <urn:p> "subject"`,
      `<urn:a> <${iri}> "predicate"`,
      `<urn:a> <urn:p> <${iri}>`,
      `<urn:a> <${rdf}type> <${iri}>`,
      `<urn:a> <urn:datatype> "of it"^^<${iri}>`,
    ]);
    const graphs: Record<string, string[]> = { 'urn:graph:1': statements };
    for (const iri of iris) graphs[iri] = [`<urn:a> <urn:p> "in ${iri.length}"`];
    const { read, expected } = await readBack(format, graphs);
    expect(read).toEqual(expected);
  });

  it('preserves terms in any spelling of N-Quads', async () => {
    const statements = otherSpellings.map((term, index) => `<urn:a> <urn:p:${index}> ${term}`);
    const { read, expected } = await readBack(format, { 'urn:graph:1': statements });
    expect(read).toEqual(expected);
  });

  it('preserves lists, cycles, literal classes and blank nodes as classes', async () => {
    const { read, expected } = await readBack(format, {
      'urn:graph:1': [
        `<urn:a> <${schema}position> _:g1n1`,
        `_:g1n1 <${rdf}first> "1"`,
        `_:g1n1 <${rdf}rest> _:g1n2`,
        `_:g1n2 <${rdf}first> <${rdf}nil>`,
        `_:g1n2 <${rdf}rest> <${rdf}nil>`,
        `<urn:a> <${schema}empty> <${rdf}nil>`,
        `_:g1n3 <${schema}knows> _:g1n3`,
        `<urn:a> <${rdf}type> _:g1n3`,
        `<urn:a> <${rdf}type> "Dataset"`,
        `<urn:a> <${rdf}type> <${schema}Dataset>`,
        `<urn:a> <${rdf}value> "first"`,
        `<urn:a> <${rdf}value> "first"@en`,
      ],
      'urn:graph:2': [`<urn:a> <${schema}position> _:g2n1`, `_:g2n1 <${rdf}first> "1"`],
    });
    expect(read).toEqual(expected);
  });

  it('preserves the statements in any order', async () => {
    for (let seed = 1; seed <= 10; seed += 1) {
      const { read, expected } = await readBack(format, randomGraphs(seed));
      expect(read).toEqual(expected);
    }
  });

  it('gives the same bytes however the statements are split', async () => {
    const graphs = randomGraphs(11);
    const whole = await exported(sourceOf(graphs), { format });
    expect(await exported(sourceOf(graphs), { format })).toBe(whole);
    for (const lines of [1, 2, 7]) {
      expect(await exported(sourceOf(graphs, lines), { format })).toBe(whole);
    }
  });

  it('gives an empty document without statements', async () => {
    const { read, expected } = await readBack(format, {});
    expect(read).toEqual(expected);
  });

  it('ignores a piece without statements', async () => {
    const graphs = { 'urn:graph:1': ['<urn:a> <urn:p> "1"'] };
    const source = {
      async *statements() {
        yield { graph: 'urn:graph:0', nquads: '' };
        yield { graph: 'urn:graph:1', nquads: nquadsOf(graphs) };
        yield { graph: 'urn:graph:2', nquads: '' };
      },
    };
    expect(await exported(source, { format })).toBe(await exported(sourceOf(graphs), { format }));
  });

  it('preserves a subject with very many statements', async () => {
    const statements = Array.from(
      { length: 1500 },
      (_, index) => `<urn:a> <${schema}keywords> "a keyword with its number, which is ${index}"`,
    );
    const { read, expected } = await readBack(format, { 'urn:graph:1': statements });
    expect(read).toEqual(expected);
  });
});

it.each(exportFormats.filter((format) => format !== 'nq'))(
  '%s refuses a line of another graph rather than to put it into this one',
  async (format) => {
    const source = {
      async *statements() {
        yield { graph: 'urn:graph:1', nquads: '<urn:a> <urn:p> "1" <urn:graph:2> .\n' };
      },
    };
    await expect(exported(source, { format })).rejects.toThrow(TypeError);
  },
);

it.each([
  ['all.nq', 'nq', false],
  ['all.trig', 'trig', false],
  ['all.nt', 'nt', false],
  ['all.ttl', 'ttl', false],
  ['all.jsonld', 'jsonld', false],
  ['all.ttl.gz', 'ttl', true],
  ['ALL.TTL.GZ', 'ttl', true],
  ['folder.ttl/all', undefined, false],
  ['folder.ttl/all.gz', undefined, true],
  ['.ttl', undefined, false],
  ['all.json', undefined, false],
  ['2026-11-20.all.trig', 'trig', false],
  ['ttl', undefined, false],
])('derives from the name %s the format %s, gzipped: %s', (path, format, gzip) => {
  expect(fileKind(path)).toMatchObject({ format, gzip });
});
