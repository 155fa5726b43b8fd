import type { Source } from '../config/schema.ts';
import type { Problem } from '../model/problem.ts';
import type { DescribedResource } from '../model/record.ts';
import type { Listing } from '../model/target.ts';
import { canonicalTerm } from '../rdf/schema-org.ts';

/** The `types` of the sources that name any, by the name of the source; every other source wants all. */
export type WantedTypes = ReadonlyMap<string, readonly string[]>;

/** @param sources all of the configuration, since a URL can be listed by sources that a run is not for */
export function wantedTypes(sources: readonly Pick<Source, 'name' | 'types'>[]): WantedTypes {
  return new Map(
    sources.flatMap(({ name, types }) => (types === undefined ? [] : [[name, types]])),
  );
}

/** Whether a record is to be kept: one of the sources that list its URL wants it, or none is known to list it. */
export function isWantedByAny(
  describes: readonly DescribedResource[],
  listings: readonly Listing[],
  types: WantedTypes,
): boolean {
  if (types.size === 0 || listings.length === 0) return true;
  return listings.some(({ source }) => isWanted(describes, types.get(source)));
}

/** Whether a record describes something of the types that a source wants; a source that names none wants all. */
export function isWanted(
  describes: readonly DescribedResource[],
  types: readonly string[] | undefined,
): boolean {
  if (types === undefined) return true;
  return describes.some((resource) =>
    resource.types.some((type) => types.some((wanted) => isSameType(type, wanted))),
  );
}

/**
 * All types of what a record describes, as they are counted where it is left out: see
 * `LeftOutCounts`.
 */
export function typesOfRecord(describes: readonly DescribedResource[]): string {
  return [...new Set(describes.flatMap(({ types }) => types))].toSorted().join(' ');
}

/** @param wanted an IRI, or a local name with or without prefix */
function isSameType(type: string, wanted: string): boolean {
  return wanted.includes('//')
    ? type === canonicalTerm(wanted)
    : localName(type) === localName(wanted);
}

function localName(name: string): string {
  return name.replace(/^.*[/#:]/su, '');
}

/**
 * Of the problems of a record that is left out because of its types, those that may be why: types
 * that are misspelt. They become problems of its URL, and the others are nobody's.
 */
export function problemsOfTypes(problems: readonly Problem[]): readonly Problem[] {
  return problems.flatMap((problem) => {
    const { record: _, ...others } = problem;
    return problem.kind === 'schema-org-term-misspelt' && problem.role === 'type' ? [others] : [];
  });
}
