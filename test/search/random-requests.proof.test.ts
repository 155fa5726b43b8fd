import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { conditionNames, type ConditionName } from '../../src/search/conditions.ts';
import { facetNames, type FacetCounts, type FacetName } from '../../src/search/facets.ts';
import type { SearchAnswer } from '../../src/search/search-answer.ts';
import { SearchIndex, searchOnce } from '../../src/search/search-index.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import { explainMatch, type MatchReason } from '../../src/search/why-found.ts';
import { createRandom } from '../expand/random.ts';
import { newPath, openStore } from '../catalogue/updates.ts';
import { proofSeed, proofSize } from '../support/proof.ts';
import { writeRandomRecords, type KnownEntry } from './random-catalogue.ts';
import { randomRequest } from './random-requests.ts';
import { truthOf, type RequestTruth } from './request-truth.ts';
import { folded } from './words.ts';

const requests = proofSize(30, 1000);
const random = createRandom(proofSeed(38));
const store = openStore(newPath(afterAll), 'write', afterAll);
const index = new SearchIndex(store);
let entries: readonly KnownEntry[];

beforeAll(async () => {
  const first = await writeRandomRecords(store, random, { count: 100 });
  await index.prepare();
  // From here on the index follows.
  entries = [...first, ...(await writeRandomRecords(store, random, { count: 50, from: 100 }))];
});

function foundIn({ results }: Pick<SearchAnswer, 'results'>): ReadonlySet<string> {
  return new Set(
    results.map(({ records }) => {
      const matched = records.filter((record) => record.matched);
      return matched
        .map(({ graph }) => graph)
        .toSorted()
        .join(' ');
    }),
  );
}

const unexplained: ReadonlySet<ConditionName> = new Set([
  'source',
  'type',
  'conforms',
  'unmet',
  'profile',
  'lacking',
  'extent',
]);

/** The conditions of which nothing says why what was found meets them. */
function unexplainedIn({ results }: SearchAnswer, request: SearchRequest): readonly string[] {
  const given = conditionNames.filter((name) => name in request && !unexplained.has(name));
  const byGraph = new Map(entries.map(({ graph, facts }) => [graph, facts]));
  return results.flatMap(({ records: [first] }) => {
    const facts = byGraph.get(first?.graph ?? '');
    const found = facts === undefined ? [] : explainMatch(request, facts);
    const explained = new Set(found.map(conditionOf));
    return given.filter((name) => !explained.has(name));
  });
}

function conditionOf(foundBy: MatchReason): ConditionName {
  switch (foundBy.kind) {
    case 'words': {
      return 'keyword';
    }
    case 'period': {
      return 'time';
    }
    case 'age': {
      return 'age';
    }
    case 'box':
    case 'name': {
      return foundBy.condition;
    }
  }
}

/** Each count beside that of the truth. */
function countsOf(name: FacetName, counts: FacetCounts, truth: RequestTruth): readonly unknown[] {
  switch (counts.kind) {
    case 'values': {
      const found = counts.values.map(({ label, count }) => [folded(label), count] as const);
      return [new Map(found), truth.values[name]];
    }
    case 'map': {
      const cells = counts.cells.map(
        ({ west, south, count }) => [`${west},${south}`, count] as const,
      );
      return [
        [counts.large, new Map(cells)],
        [truth.large, truth.cells],
      ];
    }
    case 'histogram': {
      const inBin = counts.unit === 'year' ? truth.inYears : truth.inAges;
      return [
        counts.bins.map(({ count }) => count),
        counts.bins.map(({ begin, end }) => inBin(begin, end)),
      ];
    }
  }
}

it('finds and counts for random requests what a check of every entry finds', async () => {
  const wrong: unknown[] = [];
  let answered = 0;
  let empty = 0;
  for (let round = 0; round < requests; round += 1) {
    const request = randomRequest(random);
    const truth = truthOf(entries, request);
    const answer = await index.search(request);
    const pairs: [unknown, unknown][] = [
      [foundIn(answer), truth.found],
      [answer.total, truth.found.size],
      [unexplainedIn(answer, request), []],
      ...facetNames.map((name): [unknown, unknown] => {
        const counts = answer.facets?.[name];
        const [found, expected] = counts === undefined ? [] : countsOf(name, counts, truth);
        return [
          [name, found, counts?.without],
          [name, expected, truth.without[name] ?? 0],
        ];
      }),
    ];
    if (answer.withoutCondition !== undefined) {
      pairs.push([answer.withoutCondition, truth.withoutCondition]);
      empty += 1;
    }
    const unlike = pairs.filter((pair) => !isDeepStrictEqual(...pair));
    if (unlike.length > 0) wrong.push({ request, unlike });
    if (truth.found.size > 0) answered += 1;
  }
  expect(wrong).toEqual([]);
  // It would be easy to agree on nothing.
  expect(answered).toBeGreaterThan(requests / 3);
  expect(empty).toBeGreaterThan(requests / 20);
});

it('has the same pages and answers for any paging', async () => {
  for (let round = 0; round < requests / 10; round += 1) {
    const request = randomRequest(random);
    const { results, ...counts } = await index.search(request);
    expect(await searchOnce(store, request)).toEqual({ results, ...counts });
    const pages = [];
    for (let offset = 0; offset <= results.length; offset += 7) {
      pages.push(...(await index.search({ ...request, offset, limit: 7 })).results);
    }
    expect(pages).toEqual(results);
    const byCursor = [];
    let page = await index.search({ ...request, limit: 7 });
    byCursor.push(...page.results);
    while (page.next !== undefined && byCursor.length < results.length) {
      page = await index.search({ ...request, limit: 7, after: page.next });
      byCursor.push(...page.results);
    }
    expect(byCursor).toEqual(results);
  }
});
