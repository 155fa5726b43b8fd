import { objectsInside, type DigitalObject } from '../../facts/record/digital-objects.ts';
import type { FactNode, FactValue } from '../../facts/record/fact-node.ts';
import { publishedNames, publishedText, publishedTexts } from '../../facts/record/fact-texts.ts';
import { readFile, type FileChecksum } from '../../facts/record/read-file.ts';
import { isGlobalName } from '../../facts/record/stated-identifiers.ts';
import { fileTerms, textTerms } from '../../facts/record/text-terms.ts';
import { isNil } from '../../facts/text/nil.ts';
import { createRelativeText } from '../../facts/text/relative-text.ts';
import { isRelativeAddress } from '../../facts/text/written-name.ts';
import { withBlanks } from '../../rdf/iri-spellings.ts';
import { namedBy, type TextChoice } from './naming.ts';
import type { DistributionDetail, FileDetail, PartDetail } from './resource-details.ts';

/** The distributions of a resource, each with what is inside of it. */
export function distributionsOf(
  objects: readonly DigitalObject[],
  { document, chosen }: { readonly document: string; readonly chosen: TextChoice },
): readonly DistributionDetail[] {
  const reading = { nameOf: createNameOf(document), chosen };
  const inside = objectsInside(objects);
  return objects
    .filter(({ archives }) => archives.length === 0)
    .map((object) => distributionOf(object.value, inside.get(object) ?? [], reading))
    .filter(saysAnything);
}

/** What a file is called by its own IRI or text. */
type NameOf = (value: FactValue) => string | undefined;

interface FileReading {
  readonly nameOf: NameOf;
  readonly chosen: TextChoice;
}

/** A name that is relative to the document (`"@id": "all-files"`) is no address. */
function createNameOf(document: string): NameOf {
  const relativeText = createRelativeText(document);
  return (value) => {
    const said = publishedText(value);
    const relative = value.kind === 'literal' ? '' : (relativeText(said ?? '') ?? '');
    return relative === '' || isRelativeAddress(relative) ? said : withBlanks(relative);
  };
}

function distributionOf(
  value: FactValue,
  parts: readonly DigitalObject[],
  reading: FileReading,
): DistributionDetail {
  const named = partOf(value, reading);
  const own = reading.nameOf(value);
  // A name of its own within the document is better than no address.
  const isNamed = named.addresses.length > 0 || own === undefined || !isGlobalName(own);
  return {
    ...named,
    addresses: isNamed ? named.addresses : [own],
    conformsTo: calledIn(value, fileTerms.profiles),
    licences: calledIn(value, textTerms.license),
    parts: parts.map((part) => partOf(part.value, reading)).filter(saysAnything),
  };
}

/** What stands there by its names, else its text or IRI. */
function calledIn(value: FactValue, properties: readonly string[]): readonly string[] {
  const values = value.kind === 'literal' ? [] : value.values(properties);
  const said = values.flatMap((each) => {
    const called = publishedTexts(each, textTerms.labelsAndLinks);
    const own = publishedText(each);
    return namesAmong(own === undefined ? called : [own, ...called]);
  });
  return [...new Set(said)];
}

/** A resource as the file that it is; its pages are no addresses of that. */
export function filesOf(resource: FactNode): readonly FileDetail[] {
  return [fileOf(resource)].filter(saysAnything);
}

function partOf(value: FactValue, { nameOf, chosen }: FileReading): PartDetail {
  const file = fileOf(value);
  const own = nameOf(value);
  const called = namedBy(chosen(publishedNames(value, textTerms.labels)));
  const isOwn = called.name === undefined && own !== undefined && !isGlobalName(own);
  const named = isOwn ? { name: own } : called;
  const pages = publishedTexts(value, textTerms.links);
  const others = [...pages, ...(named.name === undefined && own !== undefined ? [own] : [])];
  return {
    ...named,
    ...file,
    addresses: file.addresses.length > 0 ? file.addresses : others.filter(isGlobalName).slice(0, 1),
  };
}

const noFile: FileDetail = { addresses: [], formats: [], sizes: [], checksums: [] };

/** What is known of the bits of a node. */
function fileOf(value: FactValue): FileDetail {
  if (value.kind === 'literal') return noFile;
  const { addresses, formats, sizes, checksums } = readFile(value);
  return { addresses, formats: namesAmong(formats), sizes, checksums: checksums.map(checksumText) };
}

/** Format and size of what is perhaps a file. */
export function natureOf(value: FactValue): readonly string[] {
  const { formats, sizes } = fileOf(value);
  return [...formats, ...sizes];
}

/** What has names is not called by its IRIs. */
export function namesAmong(texts: readonly string[]): readonly string[] {
  const names = texts.filter((text) => !isGlobalName(text));
  return [...new Set(names.length > 0 ? names : texts)];
}

function saysAnything(detail: FileDetail): boolean {
  return Object.values(detail).some((said: string | readonly unknown[]) => said.length > 0);
}

/** The algorithms of SPDX are IRIs, whose last part says which. */
function checksumText({ algorithm = '', digits }: FileChecksum): string {
  const name = algorithm.replace(/^\S*(?:checksumAlgorithm_|[/#])/u, '');
  return isNil(name) ? digits : `${name.replace(/^sha(?=\d)/u, 'SHA-')} ${digits}`;
}
