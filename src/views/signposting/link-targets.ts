import { factText, nodesIn, type FactValue } from '../../facts/record/fact-node.ts';
import { identifiersIn } from '../../facts/record/read-identifiers.ts';
import { fileTerms, textTerms } from '../../facts/record/text-terms.ts';
import { registeredAgent } from '../../facts/text/agent-iri.ts';
import { bestType } from '../../facts/text/best-type.ts';
import { licenceOf } from '../../facts/text/licence.ts';
import { isRelativeAddress, looksWritten } from '../../facts/text/written-name.ts';
import { parseMediaType } from '../../model/media-type.ts';
import { withBlanks } from '../../rdf/iri-spellings.ts';
import { vocabulary } from '../../rdf/vocabularies.ts';
import {
  isWebAddress,
  leastOf,
  nameOf,
  saidBy,
  saidIn,
  saidInside,
  type DocumentPlace,
} from './node-addresses.ts';

const schema = vocabulary('http://schema.org/', 'contentType', 'encodingFormat', 'fileFormat');
const dcterms = vocabulary('http://purl.org/dc/terms/', 'format');
const dcat = vocabulary('http://www.w3.org/ns/dcat#', 'mediaType');

const formats = [
  schema.encodingFormat,
  schema.fileFormat,
  schema.contentType,
  dcterms.format,
  dcat.mediaType,
];
const encodedFormats = [schema.encodingFormat];

/** The IRI of a person or organisation: that of a register, else its own. */
export function agentTarget(value: FactValue, place: DocumentPlace): string | undefined {
  const own = registered(factText(value) ?? '');
  if (own.length > 0 || value.kind === 'literal') return own[0] ?? nameOf(value, place);
  if (typeTarget(value, place)?.endsWith('Role') === true) return undefined;
  const known = [...saidIn(value, textTerms.linksAndSame), ...identifiersIn(value)];
  return leastOf(known.flatMap(registered)) ?? nameOf(value, place);
}

function registered(text: string): readonly string[] {
  const iri = registeredAgent(text);
  return iri !== undefined && /^https:\/\/(?:orcid|ror|isni)\.org\//u.test(iri) ? [iri] : [];
}

/** The best licence of something that is an address: that of SPDX before others. */
export function licenceTarget(value: FactValue, place: DocumentPlace): string | undefined {
  if (value.kind === 'literal') return undefined;
  const { license, addresses: inside } = textTerms;
  const said = [...saidIn(value, license), ...saidInside(value, license, inside)];
  const addresses = said
    .filter((text) => isWebAddress(text, place) && isLicenceIri(text, place))
    .map((iri) =>
      /^https?:\/\/(?:www\.)?spdx\.org\/licenses\//iu.test(iri) ? licenceOf(iri) : iri,
    );
  return bestOf(addresses, [
    (iri) => iri.startsWith('https://spdx.org/'),
    (iri) => iri.includes('://creativecommons.org/'),
  ]);
}

/**
 * One word, and a text with blanks, is what the licence is called; a part of the document, none.
 */
function isLicenceIri(iri: string, { url, relativeText }: DocumentPlace): boolean {
  if (iri.startsWith(`${url}#`)) return false;
  const relative = relativeText(iri) ?? '/';
  return isRelativeAddress(relative) && !looksWritten(withBlanks(relative));
}

const schemaOrg = 'https://schema.org/';
/** Those of DCAT are known to fewer than those of schema.org that they stand for. */
const classes: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/ns/dcat#Dataset', `${schemaOrg}Dataset`],
  ['http://www.w3.org/ns/dcat#Distribution', `${schemaOrg}DataDownload`],
  ['http://www.w3.org/ns/dcat#DataService', `${schemaOrg}WebAPI`],
  ['http://www.w3.org/ns/dcat#Catalog', `${schemaOrg}DataCatalog`],
]);

/** The one type of something, as `bestType` chooses it. */
export function typeTarget(value: FactValue, place: DocumentPlace): string | undefined {
  if (value.kind === 'literal') return undefined;
  const additional = saidIn(value, textTerms.terms.type);
  return bestType(classesIn(value.types, place), classesIn(additional, place));
}

function classesIn(types: readonly string[], place: DocumentPlace): readonly string[] {
  return types
    .filter((type) => isWebAddress(type, place))
    .map((type) => classes.get(type) ?? type.replace(/^http:\/\/schema\.org\//u, schemaOrg));
}

/** The first of those that pass the first test that any passes; of others the first. */
function bestOf(
  texts: readonly string[],
  tests: readonly ((text: string) => boolean)[],
): string | undefined {
  const passing = tests.map((test) => texts.filter(test)).find((some) => some.length > 0);
  return leastOf(passing ?? texts);
}

/** The profiles that something or its encoding claims to conform to, IRIs only. */
export function profilesOf(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [];
  const nodes = [value, ...nodesIn(value, fileTerms.encodings)];
  return nodes.flatMap((node) => node.values(fileTerms.profiles)).flatMap(profileIri);
}

/** The IRI that a profile is. */
export function profileIri(profile: FactValue): readonly string[] {
  // A prefix that a text begins with is not known to anybody else.
  const text = saidBy(profile);
  const isIri =
    profile.kind === 'node' || /^(?:https?|urn|info):[^\s<>"{}|\\^`]+$/iu.test(text ?? '');
  return isIri && text !== undefined ? [text] : [];
}

/** The media type of something; undefined where it has none or several. */
export function mediaTypeOf(value: FactValue, also: readonly string[] = []): string | undefined {
  const own = value.kind === 'literal' ? [] : saidIn(value, formats);
  const encoded =
    value.kind === 'literal' ? [] : saidInside(value, fileTerms.encodings, encodedFormats);
  const types = new Set([...own, ...encoded, ...also].flatMap(mediaType));
  const [type, ...others] = types;
  return others.length === 0 ? type : undefined;
}

/** Words for a format and classes are no media types. */
function mediaType(text: string): readonly string[] {
  const name = text.replace(/^https?:\/\/(?:www\.)?iana\.org\/assignments\/media-types\//iu, '');
  const type = parseMediaType(name.replace(/ .*/su, '')).essence;
  return /^[a-z]+\/[a-z\d][a-z\d.+-]*$/u.test(type) ? [type] : [];
}
