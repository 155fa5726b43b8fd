/**
 * The last name in an IRI, also one with a prefix, or a text, in words of lower case: `prov:wasRevisionOf` and `IsPartOf` become
 * `was revision of`, `is part of`.
 */
export function inWords(name: string): string {
  const last = /^[a-z][a-z\d+.-]*:(?:\S*[/#:])?([^/#:\s]+)[/#]?$/iu.exec(name)?.[1] ?? name;
  return last
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\s]+/gu, ' ')
    .trim()
    .toLowerCase();
}
