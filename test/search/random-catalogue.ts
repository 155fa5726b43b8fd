import type {
  AgentFacts,
  Box,
  Period,
  SearchFacts,
  TermFacts,
  Text,
  VariableFacts,
} from '../../src/model/search-facts.ts';
import type { ProfileVerdict } from '../../src/model/validation.ts';
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import type { Random } from '../expand/random.ts';
import { urlUpdate, url } from '../catalogue/updates.ts';
import { keptSearch, searchFacts, type SaidFacts } from '../support/search-facts.ts';

/** What one record says of its one resource. */
export interface KnownEntry {
  /** The IRI of its graph. */
  readonly graph: string;
  /** One text for all entries of a resource. */
  readonly resource: string;
  readonly sources: readonly string[];
  readonly types: readonly string[];
  readonly profiles: readonly string[];
  readonly conformance: readonly ProfileVerdict[];
  readonly facts: SearchFacts;
}

/** What is drawn from is little, so that much is there several times. */
export const drawn = {
  words: ['ice', 'Snow', 'floe', 'lake', 'glacier', 'Müller', 'icecap'],
  sources: ['north', 'south', 'west'],
  types: ['http://schema.org/Dataset', 'https://types.example/Cruise'],
  profiles: ['https://profiles.example/a', 'https://profiles.example/b'],
  checked: ['cdif-core-1.1', 'cdif-discovery-1.0', 'cdif-discovery-1.1'],
  rules: ['rights', 'title', 'date-form'],
  licences: ['https://spdx.org/licenses/CC0-1.0', 'Ask us'],
  formats: ['text/csv', 'image/png', 'Paper'],
  units: ['m', 'K'],
  techniques: ['sonar', 'lidar'],
  concepts: ['https://terms.example/depth', 'https://terms.example/heat'],
  schemes: ['https://terms.example/', 'Ice words'],
  roles: ['creator', 'publisher', 'funder', 'contributor'],
  people: ['https://people.example/1', 'https://people.example/2'],
  codes: ['CH-VD', 'NO-21'],
  accesses: ['open', 'restricted', 'embargoed'],
} as const;

/**
 * Writes records, several of some resources, of which some have no IRI.
 * @param options how many, and the number of the first
 */
export async function writeRandomRecords(
  store: Pick<CatalogueStore, 'write'>,
  random: Random,
  { count, from = 0 }: { readonly count: number; readonly from?: number },
): Promise<readonly KnownEntry[]> {
  const entries: KnownEntry[] = [];
  for (let number = from; number < from + count; number += 1) {
    const said = randomFacts(random, number);
    const iri = random.below(5) === 0 ? undefined : `https://set.example/${random.below(count)}`;
    const types = some(random, drawn.types);
    const sources = [...new Set([random.pick(drawn.sources), random.pick(drawn.sources)])];
    const profiles = some(random, drawn.profiles);
    const conformance = some(random, drawn.checked).map((profile) => verdict(random, profile));
    const described = { ...(iri !== undefined && { iri }), types, identifiers: [] };
    const search = keptSearch(said);
    await store.write(
      urlUpdate(number, { describes: [described], search, sources, profiles, conformance }),
    );
    const graph = url(number);
    const facts = searchFacts(said);
    entries.push({ graph, resource: iri ?? graph, sources, types, profiles, conformance, facts });
  }
  return entries;
}

function verdict(random: Random, profile: string): ProfileVerdict {
  const unmet = some(random, drawn.rules).map((rule) => ({ rule, severity: 'error' as const }));
  const findings = { error: unmet.length, warning: 0, info: 0 };
  const share = { met: 3 - unmet.length, of: 3 };
  const conforms = unmet.length === 0;
  return {
    profile,
    because: 'named',
    conforms,
    findings,
    required: share,
    recommended: share,
    unmet,
  };
}

const text = (random: Random): Text => ({
  text: Array.from({ length: 1 + random.below(3) }, () => random.pick(drawn.words)).join(' '),
});

/** None to all of some values, each once. */
function some<Value>(random: Random, values: readonly Value[]): Value[] {
  return values.filter(() => random.below(3) === 0);
}

const year = (random: Random): number => 1950 + random.below(60);

function randomFacts(random: Random, number: number): SaidFacts {
  const changed = random.below(3);
  return {
    places: {
      boxes: random.list(2, () => box(random)),
      names: random.list(1, () => text(random)),
      identifiers: some(random, drawn.codes),
    },
    times: {
      periods: random.list(2, () => period(random)),
      ages: random.list(1, () => {
        const younger = random.below(300);
        return { older: younger + random.below(50), younger };
      }),
      names: random.list(1, () => text(random)),
    },
    texts: {
      titles: random.list(2, () => text(random)),
      descriptions: random.list(1, () => text(random)),
      keywords: random.list(2, () => text(random)),
      terms: random.list(1, () => term(random)),
      agents: random.list(3, () => agent(random)),
      identifiers: random.below(3) === 0 ? [`local-${number % 7}`] : [],
      licences: some(random, drawn.licences),
      formats: some(random, drawn.formats),
      ...(random.below(4) > 0 && { access: random.pick(drawn.accesses) }),
      ...(changed > 0 && { issued: String(year(random)) }),
      ...(changed > 1 && { modified: String(year(random)) }),
    },
    variables: random.list(2, () => variable(random)),
  };
}

/** Small or large, a point, or at the antimeridian; edges have halves, so that some only touch. */
function box(random: Random): Box {
  const size = random.pick([0, 0.5, 4, 12, 40]);
  const west = random.below(8) === 0 ? 180 - size : random.below(320) - 180;
  const south = random.below(140) - 90;
  return { west, south, east: west + size, north: south + size };
}

function period(random: Random): Period {
  const start = year(random);
  const end = start + random.pick([0, 0, 3, 20]);
  const open = random.below(8);
  return {
    ...(open !== 0 && { start: String(start) }),
    ...(open !== 1 && { end: String(end) }),
  };
}

function term(random: Random): TermFacts {
  return {
    ...(random.below(3) > 0 && { label: text(random) }),
    ...(random.below(2) > 0 && { iri: random.pick(drawn.concepts) }),
    ...(random.below(2) > 0 && { scheme: random.pick(drawn.schemes) }),
    ...(random.below(2) > 0 && { code: random.pick(drawn.codes) }),
  };
}

function agent(random: Random): AgentFacts {
  const named = random.below(5) > 0;
  return {
    role: random.pick(drawn.roles),
    names: named ? [text(random), ...random.list(1, () => text(random))] : [],
    iris: named ? [] : [random.pick(drawn.people)],
    ...(random.below(4) === 0 && { roleName: 'Data Curator' }),
    ...(random.below(3) === 0 && { affiliations: [{ names: [text(random)], iris: [] }] }),
  };
}

function variable(random: Random): VariableFacts {
  return {
    names: [text(random), ...random.list(1, () => text(random))],
    descriptions: random.list(1, () => text(random)),
    concepts: some(random, drawn.concepts),
    codes: some(random, drawn.codes),
    units: some(random, drawn.units),
    techniques: some(random, drawn.techniques),
  };
}
