import { Store } from 'oxigraph';
import { describe, expect, it } from 'vitest';
import type { QueryRequest } from '../../src/engine/engine-task.ts';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { freeStore } from '../../src/rdf/oxigraph.ts';
import { sourceProvenance } from '../../src/catalogue/derived/provenance-and-problems.ts';
import { derivedGraphIri } from '../../src/catalogue/derived/derived-terms.ts';
import { createRandom, type Random } from '../expand/random.ts';
import { contents, urlUpdate, urlUpdateAt, url } from '../catalogue/updates.ts';
import { canonical } from '../support/canonical.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { asked, both, type Asked } from './engine-fixture.ts';

const dump = 'SELECT ?g ?s ?p ?o { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }';
const xsd = 'http://www.w3.org/2001/XMLSchema#';
const recordCount = 30;

/** Spellings of values that an engine may keep as one, and such that are easily lost. */
const values = [
  ...['1', '01', '+1', '123456789012345678901234567890'].map(
    (text) => `"${text}"^^<${xsd}integer>`,
  ),
  ...['1.0', '1.00', '-0.0'].map((text) => `"${text}"^^<${xsd}decimal>`),
  ...['NaN', 'INF', '-0', '0', '1e0', '1.0E0'].map((text) => `"${text}"^^<${xsd}double>`),
  ...['2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00', '2020-01-01T00:00:00'].map(
    (text) => `"${text}"^^<${xsd}dateTime>`,
  ),
  ...['P1D', 'PT24H'].map((text) => `"${text}"^^<${xsd}duration>`),
  ...['true', '1'].map((text) => `"${text}"^^<${xsd}boolean>`),
  `"no number"^^<${xsd}integer>`,
  '"a"',
  '"a"@en',
  '"a"@en-GB',
  String.raw`"line\nbreak \"quoted\" \\ <${url(1)}> .\n"`,
  `"${'long '.repeat(20)}"`,
  `<${url(1)}>`,
  '<urn:b>',
];

/** Statements without a graph: some that other records make too, and some about blank nodes. */
function randomStatements(random: Random): string[] {
  const shared = random.list(6, () => `${random.pick(['<urn:a>', '<urn:b>'])} ${said(random)}`);
  const blank = random.list(5, () => `_:b${random.below(3)} ${said(random)}`);
  const linked = random.list(2, () => `_:b${random.below(3)} <urn:knows> _:b${random.below(3)}`);
  const derived = random.below(20) === 0 ? sourceProvenance('example').trimEnd().split('\n') : [];
  const plain = derived.map((line) => line.replace(` <${derivedGraphIri('provenance')}> .`, ''));
  return [...new Set([...shared, ...blank, ...linked, ...plain])];
}

const said = (random: Random): string =>
  `${random.pick(['<urn:p>', '<urn:q>'])} ${random.pick(values)}`;

/** A record that is new, changed, gone, or as it was at another time. */
function randomUpdate(random: Random, before: Map<number, string>): UrlUpdate {
  const number = random.below(recordCount);
  const kind = random.below(5);
  if (kind === 0) return urlUpdateAt(number, [], []);
  const known = kind === 1 ? before.get(number) : undefined;
  const nquads =
    known ??
    randomStatements(random)
      .map((statement) => `${statement} <${url(number)}> .\n`)
      .join('');
  before.set(number, nquads);
  return urlUpdate(number, { nquads });
}

/** All quads of an answer to `dump`, in canonical form. */
async function quadsIn(json: string): Promise<string[]> {
  const { results } = JSON.parse(json) as { results: { bindings: Record<string, Term>[] } };
  const lines = results.bindings.map(({ g, s, p, o }) =>
    [s, p, o, g].flatMap((term) => (term === undefined ? [] : termText(term))).join(' '),
  );
  // The set of answers is one: nothing is there twice.
  expect(new Set(lines).size).toBe(lines.length);
  return canonical(lines.map((line) => `${line} .\n`).join(''));
}

interface Term {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

function termText({ type, value, datatype, 'xml:lang': language }: Term): string {
  if (type === 'uri') return `<${value}>`;
  if (type === 'bnode') return `_:${value}`;
  // JSON escapes all that N-Quads escapes, in the same way.
  const text = JSON.stringify(value);
  if (language !== undefined) return `${text}@${language}`;
  return datatype === undefined ? text : `${text}^^<${datatype}>`;
}

/** What a plain store has that is filled with a text once, and with the union of its graphs. */
async function plainly(nquads: string): Promise<string[]> {
  const store = new Store();
  try {
    // A record a call, since blank nodes are those of a record.
    for (const text of nquads === '' ? [] : perGraph(nquads)) store.load(text, { format: 'nq' });
    store.update('INSERT { ?s ?p ?o } WHERE { GRAPH ?g { ?s ?p ?o } }');
    // With a format, the answer is a text.
    return await quadsIn(store.query(dump, { results_format: 'json' }) as string);
  } finally {
    freeStore(store);
  }
}

function perGraph(nquads: string): Iterable<string> {
  const texts = new Map<string, string>();
  for (const line of nquads.trimEnd().split('\n')) {
    const graph = / (<[^<>]*>) \.$/u.exec(line)?.[1] ?? '';
    texts.set(graph, `${texts.get(graph) ?? ''}${line}\n`);
  }
  return texts.values();
}

async function dumpOf({ engine }: Asked): Promise<string[]> {
  const request: QueryRequest = { text: dump, reads: both, format: 'json' };
  return quadsIn(await engine.query(request));
}

describe('an updated engine', () => {
  const seeds = Array.from({ length: proofSize(2, 40) }, (_, at) => proofSeed(36_000) + at);

  it.each(seeds)('equals a reloaded engine after each change (seed %i)', async (seed) => {
    const random = createRandom(seed);
    const before = new Map<number, string>();
    const updates = (): UrlUpdate[] => [
      randomUpdate(random, before),
      ...random.list(2, () => randomUpdate(random, before)),
    ];
    const first = Array.from({ length: 60 }, () => randomUpdate(random, before));
    const many = asked(first);
    const { path } = many;
    await dumpOf(many);
    const steps = 20;
    for (let step = 0; step < steps; step += 1) {
      for (let time = 0; time <= random.below(2); time += 1) many.commit(...updates());
      expect(await dumpOf(many)).toEqual(await plainly(contents(path).text));
      // Derived graphs are there while records change that say in part the same.
      if (random.below(2) === 0)
        await many.rows('ASK { GRAPH ?g {} }', { ...both, own: ['provenance'] });
    }
    // Most steps were followed.
    expect(many.threads.length).toBeLessThan(steps / 2);
    expect(many.threads.flat().filter((task) => task.startsWith('replace')).length).toBeGreaterThan(
      5,
    );
  });
});
