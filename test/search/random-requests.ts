import { lackablePartNames } from '../../src/search/columns/columns.ts';
import { type ConditionName, conditionNames } from '../../src/search/conditions.ts';
import { facetNames } from '../../src/search/facets.ts';
import type { SearchRequest } from '../../src/search/search-request.ts';
import type { Random } from '../expand/random.ts';
import { drawn } from './random-catalogue.ts';

/** A request with none to three conditions of any kind, with what narrows them, and all facets. */
export function randomRequest(random: Random): SearchRequest {
  const chosen = new Set(random.list(3, () => random.pick(conditionNames)));
  const conditions = [...chosen].map((name): [ConditionName, readonly string[]] => {
    const isTwice = random.below(4) === 0;
    return [name, Array.from({ length: isTwice ? 2 : 1 }, () => texts[name](random))];
  });
  const isOneOf = (...names: readonly ConditionName[]): boolean =>
    names.some((name) => chosen.has(name)) && random.below(3) === 0;
  return {
    ...Object.fromEntries(conditions),
    ...(isOneOf('bbox', 'time') && { within: true }),
    ...(isOneOf('term') && { scheme: random.pick(drawn.schemes) }),
    ...(isOneOf('variable') && { unit: random.pick(drawn.units) }),
    ...(isOneOf('variable') && { technique: random.pick(drawn.techniques) }),
    ...(isOneOf('person', 'organization') && {
      role: random.pick([...drawn.roles, 'data curator', 'affiliation']),
    }),
    sort: random.pick(['relevance', 'title', 'time', 'modified']),
    facets: facetNames,
  };
}

const word = (random: Random): string => random.pick(drawn.words);
const words = (random: Random): string =>
  random.below(2) === 0 ? word(random) : `${word(random)} ${word(random)}`;
const name = (random: Random): string =>
  random.below(4) === 0 ? `=${words(random)}` : words(random);
const agent = (random: Random): string =>
  random.below(4) === 0 ? random.pick(drawn.people) : name(random);

function query(random: Random): string {
  return random.pick([
    words(random),
    `"${word(random)} ${word(random)}"`,
    `${word(random).slice(0, 3)}*`,
    `${word(random)} -${word(random)}`,
    `${word(random)} OR ${word(random)}`,
  ]);
}

function box(random: Random): readonly [number, number, number, number] {
  const [west, south] = [random.below(360) - 180, random.below(170) - 89];
  const size = random.pick([1, 10, 60, 150]);
  return [west, south, west + size, Math.min(89, south + size)];
}

/** How the text of each condition is made. */
const texts: { readonly [Name in ConditionName]: (random: Random) => string } = {
  keyword: query,
  bbox: (random) => {
    const [west, south, east, north] = box(random);
    return [west, south, east > 180 ? east - 360 : east, north].join(',');
  },
  geometry: (random) => {
    const [west, south] = [random.below(300) - 179.75, random.below(160) - 89.75];
    const size = random.pick([1, 10, 60]);
    const [east, north] = [Math.min(179.75, west + size), Math.min(89.75, south + size)];
    return `POLYGON((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`;
  },
  place: (random) =>
    random.below(3) === 0 ? random.pick(drawn.codes).toLowerCase() : name(random),
  extent: () => 'wide',
  time: (random) => {
    const year = 1945 + random.below(65);
    return random.pick([`${year}`, `${year}/${year + 15}`, `../${year}`, `${year}/`]);
  },
  age: (random) => {
    const younger = random.below(300);
    return `${younger + random.below(60)}..${younger} Ma`;
  },
  term: (random) =>
    random.pick([words(random), random.pick(drawn.concepts), random.pick(drawn.codes)]),
  variable: (random) => (random.below(4) === 0 ? random.pick(drawn.concepts) : name(random)),
  type: (random) => random.pick(['Dataset', 'https://types.example/Cruise']),
  source: (random) => random.pick(drawn.sources),
  person: agent,
  organization: agent,
  publisher: agent,
  funder: agent,
  identifier: (random) => `local-${random.below(7)}`,
  licence: (random) => random.pick(['CC0', 'ask US']),
  mediaType: (random) => random.pick(['text/csv; charset=utf-8', 'image/png', 'Paper']),
  access: (random) => random.pick([...drawn.accesses, 'unknown']),
  profile: (random) => random.pick(drawn.profiles),
  conforms: (random) =>
    random.pick([...drawn.checked, 'not cdif-core-1.1', 'cdif-discovery', 'unchecked']),
  unmet: (random) => random.pick([...drawn.rules, 'licence']),
  lacking: (random) => random.pick(lackablePartNames),
  modifiedSince: (random) => `${1950 + random.below(60)}`,
};
