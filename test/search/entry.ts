import type { Random } from '../expand/random.ts';

/** From what leaves least to what leaves most. */
export const accesses = ['embargoed', 'restricted', 'open'] as const;
export type Access = (typeof accesses)[number];

/** The facts of one document about one resource: the truth of the generator, or read by the scan. */
export interface Entry {
  /** `resourceName` of its IRI, or of the URL of its document. */
  resource: string;
  /** The URL of its document. */
  document: string;
  boxes: PlacedBox[];
  periods: Span[];
  /** In millions of years, written as negative numbers, so that what is earlier is less. */
  ages: Span[];
  titles: string[];
  descriptions: string[];
  /** Whole and in parts, labels of terms included. */
  keywords: string[];
  /** IRIs of terms. */
  terms: string[];
  /** The same terms and those without IRI, each with all that it says. */
  controlled: Term[];
  placeNames: string[];
  /** Keys of identifiers of places (`scan/identifiers.ts`), and codes as written. */
  placeIds: string[];
  timeNames: string[];
  agents: Agent[];
  /** Keys, that of the IRI of the resource among them. */
  identifiers: string[];
  /** An IRI, that of SPDX where there is one, or the text folded. */
  licences: string[];
  /** Media types in lower case without parameters, or texts. */
  formats: string[];
  /** Whether everybody can have the data; absent where that is not said. */
  access?: Access;
  /** Seconds since 1970: when it was modified last, or else issued first. */
  changed?: number;
  variables: Variable[];
  types: string[];
}

/** Degrees of WGS 84, west <= east. `margin` is the tolerance of edges if a rule permits several. */
export interface PlacedBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly margin?: number;
  /** What it is the box around, where that is known to be less. */
  readonly drawn?: Drawn;
  /** What may count beside `drawn`, since something round has been drawn with corners. */
  readonly atMost?: Drawn;
}

/** Longitude and latitude; longitudes may go on beyond 180. */
export type Position = readonly [longitude: number, latitude: number];

/** An area with its outer ring before those of its holes, or one line. */
export interface Drawn {
  readonly kind: 'area' | 'line';
  readonly paths: readonly (readonly Position[])[];
}

/** Somebody with what he, she or it did: roles folded, IRIs as keys, names as they stand. */
export interface Agent {
  readonly roles: readonly string[];
  readonly ids: readonly string[];
  readonly names: readonly string[];
}

/** A term of a vocabulary: IRIs, codes and vocabularies as written. */
export interface Term {
  readonly iris: readonly string[];
  readonly codes: readonly string[];
  readonly labels: readonly string[];
  readonly schemes: readonly string[];
}

/** Two moments: seconds since 1970 or negative millions of years; infinite if open. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly margin?: number;
}

export interface Variable {
  readonly names: string[];
  readonly concepts: string[];
  readonly descriptions: string[];
  readonly codes: string[];
  /** Texts and IRIs. */
  readonly units: string[];
  readonly techniques: string[];
}

/** An entry without facts. */
export function newEntry(resource: string, document: string): Entry {
  return {
    resource,
    document,
    boxes: [],
    periods: [],
    ages: [],
    titles: [],
    descriptions: [],
    keywords: [],
    terms: [],
    controlled: [],
    placeNames: [],
    placeIds: [],
    timeNames: [],
    agents: [],
    identifiers: [],
    licences: [],
    formats: [],
    variables: [],
    types: [],
  };
}

/** `either`: it depends on how a value is rounded. */
export type Verdict = 'either' | 'no' | 'yes';

/** Whether an entry matches a question. */
export type Judge = (entry: Entry) => Verdict;

export function verdictOf(sure: boolean, possible: boolean): Verdict {
  if (sure) return 'yes';
  return possible ? 'either' : 'no';
}

/** A value of an entry that has one; entries are tried from a random one on. */
export function oneOf<T>(
  random: Random,
  entries: readonly Entry[],
  values: (entry: Entry) => readonly T[],
): T {
  const from = random.below(entries.length);
  for (let step = 0; step < entries.length; step += 1) {
    const entry = entries[(from + step) % entries.length];
    const found = entry === undefined ? [] : values(entry);
    if (found.length > 0) return random.pick(found);
  }
  throw new RangeError('no entry has such a value');
}
