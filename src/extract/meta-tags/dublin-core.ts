const dctermsNamespace = 'http://purl.org/dc/terms/';

/** DCMI Metadata Terms §2: the properties of the namespace, including the fifteen elements. */
const properties = [
  'abstract accessRights accrualMethod accrualPeriodicity accrualPolicy alternative audience available',
  'bibliographicCitation conformsTo contributor coverage created creator date dateAccepted dateCopyrighted',
  'dateSubmitted description educationLevel extent format hasFormat hasPart hasVersion identifier',
  'instructionalMethod isFormatOf isPartOf isReferencedBy isReplacedBy isRequiredBy issued isVersionOf language',
  'license mediator medium modified provenance publisher references relation replaces requires rights',
  'rightsHolder source spatial subject tableOfContents temporal title type valid',
].flatMap((line) => line.split(' '));

const byName: ReadonlyMap<string, string> = new Map(
  properties.map((name) => [name.toLowerCase(), dctermsNamespace + name]),
);

/** `DC.title`, `dcterms:issued`, and the older `DC.Date.issued`. */
const namePattern = /^dc(?:t|terms)?[.:]([a-z]+)(?:[.:]([a-z]+))?/iu;

/**
 * The property that a `name` or `rel` means, in any case, by DCMI's "Expressing Dublin Core
 * metadata using HTML/XHTML meta and link elements" (2008) and, with a qualifier, its predecessor
 * (2003); undefined without one. Elements become the terms of the same name; a qualifier that is a
 * term replaces the element.
 */
export function dublinCoreProperty(name: string): string | undefined {
  const [, element = '', qualifier = ''] = namePattern.exec(name.trim()) ?? [];
  const property = byName.get(element.toLowerCase());
  return property && (byName.get(qualifier.toLowerCase()) ?? property);
}
