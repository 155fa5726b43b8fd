import { termIris } from '../../facts/record/vocabulary-iris.ts';
import { factText, nodesIn, type FactValue } from '../../facts/record/fact-node.ts';
import { identifiersIn } from '../../facts/record/read-identifiers.ts';
import { fileTerms, textTerms } from '../../facts/record/text-terms.ts';
import { registeredAgent } from '../../facts/text/agent-iri.ts';
import { bestType } from '../../facts/text/best-type.ts';
import { licenceOf } from '../../facts/text/licence.ts';
import { isRelativeAddress, looksWritten } from '../../facts/text/written-name.ts';
import { parseMediaType } from '../../model/media-type.ts';
import { withBlanks } from '../../rdf/iri-spellings.ts';
import {
  isWebAddress,
  leastOf,
  nameOf,
  saidBy,
  saidIn,
  saidInside,
  type DocumentPlace,
} from './node-addresses.ts';

const formats = termIris(
  'schema:encodingFormat schema:fileFormat schema:contentType dcterms:format',
  'dcat:mediaType',
);
const encodedFormats = termIris('schema:encodingFormat');

/** The IRI of an agent: of a register, else its own. */
export function agentTarget(value: FactValue, place: DocumentPlace): string | undefined {
  const own = registeredAgentIri(factText(value) ?? '');
  if (own.length > 0 || value.kind === 'literal') return own[0] ?? nameOf(value, place);
  if (typeTarget(value, place)?.endsWith('Role') === true) return undefined;
  const known = [...saidIn(value, textTerms.linksAndSame), ...identifiersIn(value)];
  return leastOf(known.flatMap(registeredAgentIri)) ?? nameOf(value, place);
}

function registeredAgentIri(text: string): readonly string[] {
  const iri = registeredAgent(text);
  return iri !== undefined && /^https:\/\/(?:orcid|ror|isni)\.org\//u.test(iri) ? [iri] : [];
}

/** The address of the best licence, SPDX first. */
export function licenceTarget(value: FactValue, place: DocumentPlace): string | undefined {
  if (value.kind === 'literal') return undefined;
  const { license, addresses: inside } = textTerms;
  const said = [...saidIn(value, license), ...saidInside(value, license, inside)];
  const addresses = said
    .filter((text) => isWebAddress(text, place) && isLicenceIri(text, place))
    .map((iri) =>
      /^https?:\/\/(?:www\.)?spdx\.org\/licenses\//iu.test(iri) ? licenceOf(iri) : iri,
    );
  return chooseBest(addresses, [
    (iri) => iri.startsWith('https://spdx.org/'),
    (iri) => iri.includes('://creativecommons.org/'),
  ]);
}

/** A single word or a text with blanks is a name, and a fragment of the document is no licence. */
function isLicenceIri(iri: string, { url, relativeText }: DocumentPlace): boolean {
  if (iri.startsWith(`${url}#`)) return false;
  const relative = relativeText(iri) ?? '/';
  return isRelativeAddress(relative) && !looksWritten(withBlanks(relative));
}

const schemaOrg = 'https://schema.org/';
/** DCAT classes by their better known schema.org equivalents. */
const classes: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/ns/dcat#Dataset', `${schemaOrg}Dataset`],
  ['http://www.w3.org/ns/dcat#Distribution', `${schemaOrg}DataDownload`],
  ['http://www.w3.org/ns/dcat#DataService', `${schemaOrg}WebAPI`],
  ['http://www.w3.org/ns/dcat#Catalog', `${schemaOrg}DataCatalog`],
]);

/** The main type, as chosen by `bestType`. */
export function typeTarget(value: FactValue, place: DocumentPlace): string | undefined {
  if (value.kind === 'literal') return undefined;
  const additional = saidIn(value, textTerms.terms.type);
  return bestType(normalizeClasses(value.types, place), normalizeClasses(additional, place));
}

function normalizeClasses(types: readonly string[], place: DocumentPlace): readonly string[] {
  return types
    .filter((type) => isWebAddress(type, place))
    .map((type) => classes.get(type) ?? type.replace(/^http:\/\/schema\.org\//u, schemaOrg));
}

/** The first text that passes the first test with any match; else the first text. */
function chooseBest(
  texts: readonly string[],
  tests: readonly ((text: string) => boolean)[],
): string | undefined {
  const passing = tests.map((test) => texts.filter(test)).find((some) => some.length > 0);
  return leastOf(passing ?? texts);
}

/** The profile IRIs that something or its encoding claims. */
export function profilesOf(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [];
  const nodes = [value, ...nodesIn(value, fileTerms.encodings)];
  return nodes.flatMap((node) => node.values(fileTerms.profiles)).flatMap(profileIri);
}

/** The IRI of a profile, as a list of at most one. */
export function profileIri(profile: FactValue): readonly string[] {
  // The prefix of a text is not globally defined.
  const text = saidBy(profile);
  const isIri =
    profile.kind === 'node' || /^(?:https?|urn|info):[^\s<>"{}|\\^`]+$/iu.test(text ?? '');
  return isIri && text !== undefined ? [text] : [];
}

/** The single media type of something; undefined for none or several. */
export function mediaTypeOf(value: FactValue, also: readonly string[] = []): string | undefined {
  const own = value.kind === 'literal' ? [] : saidIn(value, formats);
  const encoded =
    value.kind === 'literal' ? [] : saidInside(value, fileTerms.encodings, encodedFormats);
  const types = new Set([...own, ...encoded, ...also].flatMap(parseMediaTypeText));
  const [type, ...others] = types;
  return others.length === 0 ? type : undefined;
}

/** Other words and classes are no media types. */
function parseMediaTypeText(text: string): readonly string[] {
  const name = text.replace(/^https?:\/\/(?:www\.)?iana\.org\/assignments\/media-types\//iu, '');
  const type = parseMediaType(name.replace(/ .*/su, '')).essence;
  return /^[a-z]+\/[a-z\d][a-z\d.+-]*$/u.test(type) ? [type] : [];
}
