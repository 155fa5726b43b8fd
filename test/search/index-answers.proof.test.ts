import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledQuery } from '../../src/query/bundled.ts';
import { runQuery } from '../../src/query/run-query.ts';
import { typeName } from '../../src/rdf/vocabularies.ts';
import type { FacetName } from '../../src/search/facets.ts';
import { SearchIndex } from '../../src/search/search-index.ts';
import { createRandom } from '../expand/random.ts';
import { proofSeed, proofSize, provesInFull } from '../support/proof.ts';
import { askIndex, asOne, requestOf, sparqlKinds } from './index-requests.ts';
import { scanAll } from './brute-force.ts';
import type { Entry } from './entry.ts';
import { generate } from './generate/documents.ts';
import { openImplementation, type Implementation } from './implementation.ts';
import { sourceOf } from './matches-by-name.ts';
import { answerFrom } from './matches.ts';
import { differences, questionKinds, type Question } from './question.ts';
import { randomQuestion } from './random-questions.ts';
import { folded } from './words.ts';

const resources = provesInFull ? 2000 : 300;
const questions = proofSize(8, 300);
const seed = proofSeed(22);

const documents = generate(seed, resources);
const scanned = scanAll(documents);
const kinds = questionKinds.filter((kind) => !sparqlKinds.has(kind));
let implementation: Implementation;
let index: SearchIndex;

beforeAll(async () => {
  implementation = await openImplementation(documents);
  index = new SearchIndex(implementation.store);
});

afterAll(async () => implementation.close());

it.each(kinds)('finds by %s what a scan of the JSON finds', async (kind) => {
  const random = createRandom(seed + questionKinds.indexOf(kind));
  const ask = askIndex(index, implementation);
  const wrong: object[] = [];
  let answered = 0;
  for (let round = 0; round < questions; round += 1) {
    const question = asOne(randomQuestion(random, kind, scanned));
    const expected = answerFrom(scanned, question);
    const found = differences(await ask(question), expected);
    if (found.length > 0) wrong.push({ question, found });
    if (expected.sure.size > 0) answered += 1;
  }
  expect(wrong).toEqual([]);
  // It would be easy to agree on nothing.
  expect(answered).toBeGreaterThan(questions / 4);
});

/** What is counted, by the value of a facet, and the kind of question that is its own condition. */
const counted = {
  types: { own: 'type', values: ({ types }: Entry) => types.map(typeName) },
  formats: { own: 'format', values: ({ formats }: Entry) => formats },
  sources: { own: 'source', values: ({ document }: Entry) => [sourceOf(document)] },
  keywords: { own: 'term-said', values: ({ keywords }: Entry) => keywords.map(folded) },
} as const satisfies Partial<
  Record<FacetName, { own: Question['kind']; values: (entry: Entry) => readonly string[] }>
>;

describe('the counts of facets', () => {
  const exactKinds = [
    'type',
    'format',
    'source',
    'text',
    'licence',
    'person',
    'term-said',
  ] as const;

  it.each(['types', 'formats', 'sources', 'keywords'] as const)(
    'of %s are those of a scan without the condition on the facet',
    async (facet) => {
      const random = createRandom(seed + facet.length);
      const { own, values } = counted[facet];
      for (let round = 0; round < questions / 2; round += 1) {
        const drawn = new Set([random.pick(exactKinds), random.pick(exactKinds)]);
        const all = [...drawn].map((kind) => randomQuestion(random, kind, scanned));
        const others = all.filter(({ kind }) => kind !== own);
        const expected = countsOf(others, values);
        const request = requestOf({ kind: 'composed', all });
        const { facets } = await index.search({ ...request, limit: 0, facets: [facet] });
        const counts = facets?.[facet];
        const found = counts?.kind === 'values' ? counts.values : [];
        const byValue = new Map(found.map(({ label, count }) => [keyOf(facet, label), count]));
        expect({ request, counts: byValue }).toEqual({ request, counts: expected });
      }
    },
  );
});

/** The bundled queries that count the same of all resources. */
const bundledFacets = [
  ['facets-types', 'types'],
  ['facets-sources', 'sources'],
  ['facets-keywords', 'keywords'],
  ['facets-variables', 'variables'],
  ['facets-publishers', 'publishers'],
  ['facets-licences', 'licences'],
  ['facets-formats', 'formats'],
  ['facets-access', 'access'],
] as const;

it.each(bundledFacets)('%s counts in SPARQL what the index counts', async (name, facet) => {
  const { text } = bundledQuery(name);
  const json = await runQuery(implementation.engine, { text, format: 'json' });
  const { results } = JSON.parse(json) as {
    results: { bindings: Record<string, { value: string }>[] };
  };
  const bySparql = results.bindings.map(({ resources: count, ...value }) => {
    const [label = ''] = Object.values(value).map((each) => each.value);
    return [folded(facet === 'types' ? typeName(label) : label), Number(count?.value)] as const;
  });
  const { facets } = await index.search({ limit: 0, facets: [facet] });
  const counts = facets?.[facet];
  const byIndex = counts?.kind === 'values' ? counts.values : [];
  expect(byIndex.length).toBeGreaterThan(1);
  // Of several spellings of a label the index has the least of all, whatever has the label.
  expect(new Map(byIndex.map(({ label, count }) => [folded(label), count]))).toEqual(
    new Map(bySparql),
  );
});

const keyOf = (facet: FacetName, label: string): string =>
  facet === 'keywords' ? folded(label) : label;

function countsOf(
  conditions: readonly Question[],
  values: (entry: Entry) => readonly string[],
): ReadonlyMap<string, number> {
  // One entry after the other, since what is counted is what an entry that meets all has.
  const resourcesOf = new Map<string, Set<string>>();
  for (const entry of scanned) {
    const isFound = conditions.every((each) => answerFrom([entry], each).sure.size > 0);
    if (!isFound) continue;
    for (const value of values(entry)) {
      const known = resourcesOf.get(value) ?? new Set<string>();
      resourcesOf.set(value, known.add(entry.resource));
    }
  }
  return new Map(Array.from(resourcesOf, ([value, found]) => [value, found.size]));
}
