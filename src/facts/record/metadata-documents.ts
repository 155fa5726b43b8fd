import { isJsonType, parseMediaType } from '../../model/media-type.ts';
import { isMediaType, normalizeFormat } from '../text/formats-and-checksums.ts';
import { publishedTexts } from './fact-texts.ts';
import { isService, readDigitalObjects, readFileFacts } from './files.ts';
import { fileTerms, termIri, textTerms } from './properties.ts';
import { type FactNode, factText, nodesUnder } from './record-graph.ts';
import { metadataProfiles, readMetadata } from './relations.ts';

/** A metadata document in another format that a record links to. */
export interface MetadataDocument {
  /** Absolute, http or https, without a fragment. */
  readonly url: string;
  readonly via: 'subjectOf' | 'encoding' | 'distribution';
  /** The first published format: a media type, a namespace or a name. */
  readonly format: string;
  /** What a reader has to expect: XML and JSON are parsed, nothing is known of other formats. */
  readonly syntax: 'xml' | 'json' | 'other';
  /** The namespace or profile that it claims, if one names a metadata format. */
  readonly profile?: string;
}

/** No record links to more; a bound for records of strangers. */
const maxDocuments = 100;

/**
 * Names of metadata formats in XML, in lower case: EML, ISO 19115, DataCite, Dublin Core, FGDC
 * CSDGM, DIF, DDI, MODS, METS and the registered namespaces of DataONE.
 */
const metadataFormats = [
  /ecoinformatics\.org|\beml\b|isotc211\.org|\biso(?:[ :/_-]?ts)?[ :/_-]?191(?:15|39)/u,
  /\biso\.191(?:15|39)|standards\.iso\.org\/iso\/191(?:15|39)|\bdatacite\b/u,
  /purl\.org\/dc\/|\boai_dc\b|dublin ?core|ns\.dataone\.org\/metadata|\bfgdc\b|\bcsdgm\b/u,
  /gcmd\.(?:gsfc\.)?nasa\.gov|\bdif\b|\bddi:|icpsr\.umich\.edu\/ddi|loc\.gov\/(?:mods|mets)/u,
];

const kinds = [termIri('schema:additionalType')];

/**
 * Reads the metadata documents that a record links to: `subjectOf` with a format, `encoding`, and
 * distributions whose format is one of metadata (DataONE's slender node adapter, SOSO). The record
 * itself is none, and neither is a catalogue record without an address of its own.
 * @param document the URL of the document with the record
 * @returns each URL once
 */
export function readMetadataDocuments(
  resource: FactNode,
  document: string,
): readonly MetadataDocument[] {
  const described = readMetadata(resource).records.filter(({ kind }) => kind !== 'other');
  const objects = readDigitalObjects(resource).flatMap(({ value }) => {
    return value.kind === 'literal' || isService(value) ? [] : [value];
  });
  const found = [
    ...described.flatMap(({ node }) => readDocument(node, 'subjectOf')),
    ...nodesUnder(resource, fileTerms.encodings).flatMap((node) => readDocument(node, 'encoding')),
    ...objects.flatMap((node) => readDocument(node, 'distribution')),
  ];
  const own = new Set([withoutFragment(document), withoutFragment(resource.name)]);
  const byUrl = new Map<string, MetadataDocument>();
  for (const each of found) {
    if (!own.has(each.url) && !byUrl.has(each.url)) byUrl.set(each.url, each);
  }
  return [...byUrl.values()].slice(0, maxDocuments);
}

function readDocument(node: FactNode, via: MetadataDocument['via']): readonly MetadataDocument[] {
  const { addresses, formats } = readFileFacts(node);
  const stated = [...addresses, ...publishedTexts(node, textTerms.links)];
  const url = stated.map(withoutFragment).find((text) => /^https?:\/\/[^\s<>"{}]+$/iu.test(text));
  const claims = [...metadataProfiles(node), ...node.values(kinds)].flatMap((value) => {
    return factText(value) ?? [];
  });
  const texts = [...formats, ...claims];
  const named = texts.find(isMetadataFormat);
  const [format = named] = formats;
  if (url === undefined || format === undefined) return [];
  const syntax = syntaxOf(formats, named);
  if (!isDocument(node, via, { named, syntax })) return [];
  const isIri = named !== undefined && /^(?:https?|urn|eml|ddi):/iu.test(named);
  return [{ url, via, format, syntax, ...(isIri ? { profile: named } : {}) }];
}

interface FormatReading extends Pick<MetadataDocument, 'syntax'> {
  readonly named: string | undefined;
}

/** Files of data may be in the same syntaxes. */
function isDocument(
  node: FactNode,
  via: MetadataDocument['via'],
  { named, syntax }: FormatReading,
): boolean {
  if (via === 'subjectOf' || named !== undefined) return true;
  if (via === 'encoding') return syntax !== 'other';
  const names = publishedTexts(node, textTerms.labels);
  return syntax === 'xml' && names.some((name) => /\bmetadata\b/iu.test(name));
}

function syntaxOf(
  formats: readonly string[],
  named: string | undefined,
): MetadataDocument['syntax'] {
  const types = formats.map((text) => parseMediaType(normalizeFormat(text)).essence);
  if (types.some((type) => type === 'application/xml' || type.endsWith('+xml'))) {
    return types.includes('application/xhtml+xml') ? 'other' : 'xml';
  }
  if (types.some(isJsonType)) return 'json';
  return named !== undefined && !types.some(isMediaType) ? 'xml' : 'other';
}

function isMetadataFormat(text: string): boolean {
  const name = text.slice(0, 200).toLowerCase();
  return metadataFormats.some((pattern) => pattern.test(name));
}

function withoutFragment(url: string): string {
  return url.trim().replace(/#.*/su, '');
}
