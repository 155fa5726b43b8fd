import { localNameOf } from '../rdf/iri.ts';
import { hash } from 'node:crypto';
import type { Limits, Source } from '../config/schema.ts';
import { type Fallback, fallbacks } from '../model/typed-link.ts';
import { type Listing, type MissingContext, type Target } from '../model/target.ts';
import type { Problem } from '../model/problem.ts';
import type { DescribedResource } from '../model/record.ts';
import type { PlaceReading } from '../model/search-facts.ts';
import type { Validation } from '../model/validation.ts';
import { canonicalTerm } from '../rdf/vocabularies.ts';
import { memoize } from '../text/collections.ts';
import { version } from '../version.ts';

/** How the pages of a URL are read, by the settings of the sources that list it. */
export interface ExtractionOptions {
  readonly fallbacks: readonly Fallback[];
  /** Whether a page without metadata is requested once more for metadata (content negotiation). */
  readonly negotiates: boolean;
  /** How places are read. */
  readonly places: PlaceReading;
  /** How documents without a context are read; see `settleMissingContexts`. */
  readonly missingContext?: MissingContext | undefined;
  /** How records are validated; undefined where they are not. */
  readonly validation?: Validation | undefined;
}

/** By the name of the source. */
export type ExtractionOptionsBySource = ReadonlyMap<string, ExtractionOptions>;

/** @param sources all of the configuration: sources that a run is not for can list its URLs, too */
export function extractionOptionsBySource(
  sources: readonly Pick<
    Source,
    | 'axisOrder'
    | 'fallbacks'
    | 'missingContext'
    | 'name'
    | 'negotiate'
    | 'profiles'
    | 'validate'
    | 'westGreaterThanEast'
  >[],
): ExtractionOptionsBySource {
  return new Map(
    sources.map((source) => {
      const { name, fallbacks: wanted = [], negotiate, missingContext } = source;
      const options = {
        fallbacks: wanted,
        negotiates: negotiate !== false,
        places: placeReading(source),
        missingContext,
        validation: validationOf(source),
      };
      return [name, options];
    }),
  );
}

function validationOf({
  validate = 'off',
  profiles = [],
}: Pick<Source, 'profiles' | 'validate'>): Validation | undefined {
  if (validate === 'off') return undefined;
  return { profiles, ...(validate === 'require' ? { isRequired: true } : {}) };
}

/**
 * Joins the options of all sources that list a page: it is read for all that any of them wants, so
 * their order does not matter.
 */
export function extractionOptionsFor(
  listings: readonly Listing[],
  readings: ExtractionOptionsBySource,
): ExtractionOptions {
  const wanted = listings.flatMap(({ source }) => readings.get(source) ?? []);
  return {
    fallbacks: fallbacks.filter((each) =>
      wanted.some((reading) => reading.fallbacks.includes(each)),
    ),
    negotiates: wanted.length === 0 || wanted.some(({ negotiates }) => negotiates),
    places: placeReadingFor(listings, readings),
    missingContext: missingContextFor(listings, readings),
    validation: validationFor(listings, readings),
  };
}

/**
 * How the records of a URL are validated: by the settings of the first source, by name, that lists
 * it and has some. What does not conform is kept out where all of its sources require that.
 */
export function validationFor(
  listings: readonly Listing[],
  readings: ExtractionOptionsBySource,
): Validation | undefined {
  const names = listings.map(({ source }) => source).toSorted();
  const all = names.flatMap((name) => readings.get(name) ?? []);
  const first = all.find(({ validation }) => validation !== undefined)?.validation;
  if (first === undefined) return undefined;
  const isRequired = all.every(({ validation }) => validation?.isRequired === true);
  return { profiles: first.profiles, ...(isRequired ? { isRequired } : {}) };
}

/** The `missingContext` setting for the documents of a URL; undefined where no source has one. */
export function missingContextFor(
  listings: readonly Listing[],
  readings: ExtractionOptionsBySource,
): MissingContext | undefined {
  const wanted = listings.map(({ source }) => readings.get(source)?.missingContext);
  return wanted.find((each) => each !== undefined);
}

/**
 * How places are read: each setting is that of the first source, by name, that lists the URL and
 * has it.
 */
export function placeReadingFor(
  listings: readonly Listing[],
  readings: ExtractionOptionsBySource,
): PlaceReading {
  const names = listings.map(({ source }) => source).toSorted();
  const wanted = names.flatMap((name) => readings.get(name)?.places ?? []);
  const { axisOrder } = wanted.find((each) => each.axisOrder !== undefined) ?? {};
  const other = wanted.find((each) => each.westGreaterThanEast !== undefined);
  return placeReading({ axisOrder, westGreaterThanEast: other?.westGreaterThanEast });
}

/** Leaves out undefined members, so that equal settings have equal JSON. */
function placeReading({ axisOrder, westGreaterThanEast }: PlaceReading): PlaceReading {
  return {
    ...(axisOrder === undefined ? {} : { axisOrder }),
    ...(westGreaterThanEast === undefined ? {} : { westGreaterThanEast }),
  };
}

/** The part of the fingerprint that all visits of a run share: program version, limits, types. */
export function runSettings(limits: Limits, types: WantedTypes): string {
  const { linkDepth, linksPerPage, jsonDepth, jsonValues, listBytes, pieceBytes } = limits;
  const bounds = { linkDepth, linksPerPage, jsonDepth, jsonValues, listBytes, pieceBytes };
  return JSON.stringify([version, bounds, [...types]]);
}

/** Most URLs of a run have the same settings. */
const shortHash = memoize((text: string) => hash('sha256', text, 'hex').slice(0, 16), 100);

/**
 * A hash of all that decides how an answer is read: while it is the same, the same answer gives the
 * same records. Made from the settings of the run, the options of the sources that list the URL,
 * whose credentials are shown, and the labels of the target.
 * @param settings see `runSettings`
 */
export function settingsFingerprint(
  settings: string,
  options: ExtractionOptions,
  {
    target,
    credentialsOf,
  }: { readonly target: Target; readonly credentialsOf: string | undefined },
): string {
  const { labels = [], isList = false } = target;
  const { negotiates, places, missingContext = null, validation } = options;
  const wishes = [options.fallbacks, negotiates, places, missingContext];
  const shown = credentialsOf === undefined ? [] : [credentialsOf];
  const checked = validation === undefined ? [] : [validation];
  return shortHash(JSON.stringify([settings, ...wishes, ...shown, labels, isList, ...checked]));
}

/** The `types` of each source that names some, by its name; every other source wants all types. */
export type WantedTypes = ReadonlyMap<string, readonly string[]>;

/** @param sources all of the configuration: sources that a run is not for can list its URLs, too */
export function wantedTypes(sources: readonly Pick<Source, 'name' | 'types'>[]): WantedTypes {
  return new Map(
    sources.flatMap(({ name, types }) => (types === undefined ? [] : [[name, types]])),
  );
}

/** Whether a record is kept: a source that lists its URL wants it, or none is known to list it. */
export function isWantedByAny(
  describes: readonly DescribedResource[],
  listings: readonly Listing[],
  types: WantedTypes,
): boolean {
  if (types.size === 0 || listings.length === 0) return true;
  return listings.some(({ source }) => isWanted(describes, types.get(source)));
}

/**
 * Whether a record describes something of the wanted types.
 * @param types undefined: all are wanted
 */
export function isWanted(
  describes: readonly DescribedResource[],
  types: readonly string[] | undefined,
): boolean {
  if (types === undefined) return true;
  return describes.some((resource) =>
    resource.types.some((type) => types.some((wanted) => isSameType(type, wanted))),
  );
}

/** All types of what a record describes, as `LeftOutCounts` has them. */
export function describedTypes(describes: readonly DescribedResource[]): string {
  return [...new Set(describes.flatMap(({ types }) => types))].toSorted().join(' ');
}

/** @param wanted an IRI, or a local name with or without prefix */
function isSameType(type: string, wanted: string): boolean {
  return wanted.includes('//')
    ? type === canonicalTerm(wanted)
    : localNameOf(type) === localNameOf(wanted);
}

/**
 * The misspelt types among the problems of a record that is left out, since they may be why. They
 * become problems of the URL; the other problems of the record are dropped.
 */
export function misspeltTypeProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.flatMap((problem) => {
    const { record: _, ...others } = problem;
    return problem.kind === 'schema-org-term-misspelt' && problem.role === 'type' ? [others] : [];
  });
}
