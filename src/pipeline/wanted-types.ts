import type { DescribedResource } from '../model/record.ts';

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

/** @param wanted an IRI, or a local name with or without prefix */
function isSameType(type: string, wanted: string): boolean {
  return wanted.includes('//')
    ? type === wanted.replace(/^https:\/\/schema\.org\//u, 'http://schema.org/')
    : localName(type) === localName(wanted);
}

function localName(name: string): string {
  return name.replace(/^.*[/#:]/su, '');
}
