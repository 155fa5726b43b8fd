/**
 * The local name of an IRI or prefixed name, or a text, in lower-case words: `prov:wasRevisionOf`
 * becomes `was revision of`, `IsPartOf` becomes `is part of`.
 */
export function inWords(name: string): string {
  const last = /^[a-z][a-z\d+.-]*:(?:\S*[/#:])?([^/#:\s]+)[/#]?$/iu.exec(name)?.[1] ?? name;
  return last
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\s]+/gu, ' ')
    .trim()
    .toLowerCase();
}
