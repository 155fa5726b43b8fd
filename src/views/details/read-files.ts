import type { FactNode, FactValue } from '../../facts/record/record-graph.ts';
import { publishedNames, publishedText, publishedTexts } from '../../facts/record/fact-texts.ts';
import {
  type DigitalObject,
  type FileChecksum,
  membersByArchive,
  readFileFacts,
} from '../../facts/record/files.ts';
import { isGlobalName } from '../../facts/record/names-and-identifiers.ts';
import { fileTerms, textTerms } from '../../facts/record/properties.ts';
import {
  createRelativeReferenceReader,
  isNil,
  isRelativeAddress,
} from '../../facts/text/missing-values.ts';
import { namesForReader } from '../../facts/text/text-languages.ts';
import type { Text } from '../../model/search-facts.ts';
import { withBlanks } from '../../rdf/iri.ts';
import type { DistributionDetail, FileDetail, Named, PartDetail } from './resource-details.ts';

/** The distributions of a resource with their contents. */
export function readDistributions(
  objects: readonly DigitalObject[],
  { document, chosen }: { readonly document: string; readonly chosen: TextChoice },
): readonly DistributionDetail[] {
  const reading = { nameOf: createNameReader(document), chosen };
  const inside = membersByArchive(objects);
  return objects
    .filter(({ archives }) => archives.length === 0)
    .map((object) => readDistribution(object.value, inside.get(object) ?? [], reading))
    .filter(hasContent);
}

/** The name of a file by its own IRI or text. */
type NameReader = (value: FactValue) => string | undefined;

interface FileReading {
  readonly nameOf: NameReader;
  readonly chosen: TextChoice;
}

/** An IRI relative to the document (`"@id": "all-files"`) is a name, no address. */
function createNameReader(document: string): NameReader {
  const relativeText = createRelativeReferenceReader(document);
  return (value) => {
    const stated = publishedText(value);
    const relative = value.kind === 'literal' ? '' : (relativeText(stated ?? '') ?? '');
    return relative === '' || isRelativeAddress(relative) ? stated : withBlanks(relative);
  };
}

function readDistribution(
  value: FactValue,
  parts: readonly DigitalObject[],
  reading: FileReading,
): DistributionDetail {
  const named = readPart(value, reading);
  const own = reading.nameOf(value);
  // A local name is better than no address.
  const isNamed = named.addresses.length > 0 || own === undefined || !isGlobalName(own);
  return {
    ...named,
    addresses: isNamed ? named.addresses : [own],
    conformsTo: readNamesUnder(value, fileTerms.profiles),
    licences: readNamesUnder(value, textTerms.license),
    parts: parts.map((part) => readPart(part.value, reading)).filter(hasContent),
  };
}

/** The values of properties by name, else by text or IRI. */
function readNamesUnder(value: FactValue, properties: readonly string[]): readonly string[] {
  const values = value.kind === 'literal' ? [] : value.values(properties);
  const stated = values.flatMap((each) => {
    const labels = publishedTexts(each, textTerms.labelsAndLinks);
    const own = publishedText(each);
    return preferNamesToIris(own === undefined ? labels : [own, ...labels]);
  });
  return [...new Set(stated)];
}

/** The resource itself as a file; its pages are no addresses of the file. */
export function readResourceAsFile(resource: FactNode): readonly FileDetail[] {
  return [readFileDetail(resource)].filter(hasContent);
}

function readPart(value: FactValue, { nameOf, chosen }: FileReading): PartDetail {
  const file = readFileDetail(value);
  const own = nameOf(value);
  const labelled = joinNames(chosen(publishedNames(value, textTerms.labels)));
  const isOwn = labelled.name === undefined && own !== undefined && !isGlobalName(own);
  const named = isOwn ? { name: own } : labelled;
  const pages = publishedTexts(value, textTerms.links);
  const others = [...pages, ...(named.name === undefined && own !== undefined ? [own] : [])];
  return {
    ...named,
    ...file,
    addresses: file.addresses.length > 0 ? file.addresses : others.filter(isGlobalName).slice(0, 1),
  };
}

const noFile: FileDetail = { addresses: [], formats: [], sizes: [], checksums: [] };

/** The file facts of a node. */
function readFileDetail(value: FactValue): FileDetail {
  if (value.kind === 'literal') return noFile;
  const { addresses, formats, sizes, checksums } = readFileFacts(value);
  return {
    addresses,
    formats: preferNamesToIris(formats),
    sizes,
    checksums: checksums.map(formatChecksum),
  };
}

/** Formats and sizes of a related resource, which may be a file. */
export function readFormatsAndSizes(value: FactValue): readonly string[] {
  const { formats, sizes } = readFileDetail(value);
  return [...formats, ...sizes];
}

/** Drops IRIs if there are names. */
export function preferNamesToIris(texts: readonly string[]): readonly string[] {
  const names = texts.filter((text) => !isGlobalName(text));
  return [...new Set(names.length > 0 ? names : texts)];
}

function hasContent(detail: FileDetail): boolean {
  return Object.values(detail).some((value?: string | readonly unknown[]) => value?.length);
}

/** SPDX algorithms are IRIs that end with the name. */
function formatChecksum({ algorithm = '', digits }: FileChecksum): string {
  const name = algorithm.replace(/^\S*(?:checksumAlgorithm_|[/#])/u, '');
  return isNil(name) ? digits : `${name.replace(/^sha(?=\d)/u, 'SHA-')} ${digits}`;
}

/**
 * Chooses the texts to display: those in the reader's language, or without reader all, without
 * duplicates and languages.
 */
export type TextChoice = (texts: readonly Text[]) => readonly Text[];

/**
 * Creates a text choice.
 * @param languages of the reader in lower case, in order of preference
 */
export function createTextChoice(languages: readonly string[] | undefined): TextChoice {
  if (languages !== undefined) return (texts) => namesForReader(texts, languages);
  return (texts) => Array.from(new Set(texts.map(({ text }) => text)), (text) => ({ text }));
}

/** Joins texts of one language into a name. */
export function joinNames(texts: readonly Text[]): Named {
  const [first] = texts;
  if (first === undefined) return {};
  return { name: texts.map(({ text }) => text).join(' / '), language: first.language };
}
