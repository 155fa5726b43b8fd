import {
  type FactNode,
  factText,
  type FactValue,
  nodesUnder,
} from '../../facts/record/record-graph.ts';
import {
  chooseMainType,
  readPublishedIdentifiers,
} from '../../facts/record/names-and-identifiers.ts';
import { fileTerms, termIris, textTerms } from '../../facts/record/properties.ts';
import { registeredAgent } from '../../facts/text/agent-iri.ts';
import { normalizeLicence } from '../../facts/text/licence.ts';
import {
  createNameTest,
  createRelativeReferenceReader,
  endsAsFile,
  isRelativeAddress,
  looksLikePlainText,
  type NameTest,
  type RelativeReferenceReader,
} from '../../facts/text/missing-values.ts';
import { parseMediaType } from '../../model/media-type.ts';
import { persistentUrl } from '../../rdf/identifiers.ts';
import { withBlanks } from '../../rdf/iri.ts';

const formats = termIris(
  'schema:encodingFormat schema:fileFormat schema:contentType dcterms:format',
  'dcat:mediaType',
);
const encodedFormats = termIris('schema:encodingFormat');

/** The IRI of an agent: of a register, else its own. */
export function agentTarget(value: FactValue, context: DocumentContext): string | undefined {
  const own = registeredAgentIri(factText(value) ?? '');
  if (own.length > 0 || value.kind === 'literal') return own[0] ?? addressOfName(value, context);
  if (typeTarget(value, context)?.endsWith('Role') === true) return undefined;
  const known = [
    ...literalsOrIrisUnder(value, textTerms.linksAndSame),
    ...readPublishedIdentifiers(value),
  ];
  return firstByCodeUnit(known.flatMap(registeredAgentIri)) ?? addressOfName(value, context);
}

function registeredAgentIri(text: string): readonly string[] {
  const iri = registeredAgent(text);
  return iri !== undefined && /^https:\/\/(?:orcid|ror|isni)\.org\//u.test(iri) ? [iri] : [];
}

/** The address of the best licence, SPDX first. */
export function licenceTarget(value: FactValue, context: DocumentContext): string | undefined {
  if (value.kind === 'literal') return undefined;
  const { license, addresses: inside } = textTerms;
  const stated = [
    ...literalsOrIrisUnder(value, license),
    ...literalsOrIrisOfNested(value, license, inside),
  ];
  const addresses = stated
    .filter((text) => isUsableWebAddress(text, context) && isLicenceIri(text, context))
    .map((iri) =>
      /^https?:\/\/(?:www\.)?spdx\.org\/licenses\//iu.test(iri) ? normalizeLicence(iri) : iri,
    );
  return chooseBest(addresses, [
    (iri) => iri.startsWith('https://spdx.org/'),
    (iri) => iri.includes('://creativecommons.org/'),
  ]);
}

/** A single word or a text with blanks is a name, and a fragment of the document is no licence. */
function isLicenceIri(iri: string, { url, relativeText }: DocumentContext): boolean {
  if (iri.startsWith(`${url}#`)) return false;
  const relative = relativeText(iri) ?? '/';
  return isRelativeAddress(relative) && !looksLikePlainText(withBlanks(relative));
}

const schemaOrg = 'https://schema.org/';
/** DCAT classes by their better known schema.org equivalents. */
const classes: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/ns/dcat#Dataset', `${schemaOrg}Dataset`],
  ['http://www.w3.org/ns/dcat#Distribution', `${schemaOrg}DataDownload`],
  ['http://www.w3.org/ns/dcat#DataService', `${schemaOrg}WebAPI`],
  ['http://www.w3.org/ns/dcat#Catalog', `${schemaOrg}DataCatalog`],
]);

/** The main type, as chosen by `chooseMainType`. */
export function typeTarget(value: FactValue, context: DocumentContext): string | undefined {
  if (value.kind === 'literal') return undefined;
  const additional = literalsOrIrisUnder(value, textTerms.terms.type);
  return chooseMainType(
    normalizeClasses(value.types, context),
    normalizeClasses(additional, context),
  );
}

function normalizeClasses(types: readonly string[], context: DocumentContext): readonly string[] {
  return types
    .filter((type) => isUsableWebAddress(type, context))
    .map((type) => classes.get(type) ?? type.replace(/^http:\/\/schema\.org\//u, schemaOrg));
}

/** The first text that passes the first test with any match; else the first text. */
function chooseBest(
  texts: readonly string[],
  tests: readonly ((text: string) => boolean)[],
): string | undefined {
  const passing = tests.map((test) => texts.filter(test)).find((some) => some.length > 0);
  return firstByCodeUnit(passing ?? texts);
}

/** The profile IRIs that something or its encoding claims. */
export function readClaimedProfiles(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [];
  const nodes = [value, ...nodesUnder(value, fileTerms.encodings)];
  return nodes.flatMap((node) => node.values(fileTerms.profiles)).flatMap(profileIri);
}

/** The IRI of a profile, as a list of at most one. */
export function profileIri(profile: FactValue): readonly string[] {
  // The prefix of a text is not globally defined.
  const text = literalOrIri(profile);
  const isIri =
    profile.kind === 'node' || /^(?:https?|urn|info):[^\s<>"{}|\\^`]+$/iu.test(text ?? '');
  return isIri && text !== undefined ? [text] : [];
}

/** The single media type of something; undefined for none or several. */
export function readSingleMediaType(
  value: FactValue,
  also: readonly string[] = [],
): string | undefined {
  const own = value.kind === 'literal' ? [] : literalsOrIrisUnder(value, formats);
  const encoded =
    value.kind === 'literal'
      ? []
      : literalsOrIrisOfNested(value, fileTerms.encodings, encodedFormats);
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

/** The document of a record, to distinguish texts from IRIs. */
export interface DocumentContext {
  readonly url: string;
  readonly isName: NameTest;
  readonly relativeText: RelativeReferenceReader;
}

/**
 * Creates the context of a document.
 * @param graph the IRI of the record graph
 */
export function createDocumentContext(graph: string): DocumentContext {
  const url = graph.replace(/#.*/su, '');
  return { url, isName: createNameTest(url), relativeText: createRelativeReferenceReader(url) };
}

const webAddress = /^https?:\/\/[^\s<>"{}|\\^`]+$/iu;
const fileAddress = /^(?:https?|s?ftps?|s3|gs):\/\/[^\s<>"{}|\\^`]+$/iu;
/** Documents of a folder without configured base have made-up addresses (RFC 2606). */
const madeUpAddress = /^https?:\/\/[^/]+\.invalid(?:[/:]|$)/iu;

/** Whether a text is a web address, and no nil. */
export function isUsableWebAddress(text: string, { isName }: DocumentContext): boolean {
  return webAddress.test(text) && isName(text);
}

/** Whether a text can be a link target: an address, and not expanded from a plain text. */
export function isLinkTarget(text: string, context: DocumentContext): boolean {
  const relative = context.relativeText(text) ?? '';
  return isFileAddress(text, context) && !looksLikePlainText(withBlanks(relative));
}

/** As `isLinkTarget` for content, whose file name may contain blanks. */
export function isContentAddress(text: string, context: DocumentContext): boolean {
  const relative = context.relativeText(text) ?? '';
  return (
    isFileAddress(text, context) &&
    (!looksLikePlainText(withBlanks(relative)) || endsAsFile(relative))
  );
}

function isFileAddress(text: string, { isName }: DocumentContext): boolean {
  return fileAddress.test(text) && isName(text) && !madeUpAddress.test(text);
}

/** The text or IRI of a value; undefined for blank nodes and nils. */
export function literalOrIri(value: FactValue): string | undefined {
  return value.kind === 'literal' ? value.text.trim() : value.iri;
}

/** The texts and IRIs of the properties. */
export function literalsOrIrisUnder(
  node: FactNode,
  properties: readonly string[],
): readonly string[] {
  return node.values(properties).flatMap((value) => literalOrIri(value) ?? []);
}

/** The texts and IRIs of properties of nested nodes. */
export function literalsOrIrisOfNested(
  node: FactNode,
  properties: readonly string[],
  inside: readonly string[],
): readonly string[] {
  return nodesUnder(node, properties).flatMap((each) => literalsOrIrisUnder(each, inside));
}

/** The smallest text by UTF-16 unit. */
function firstByCodeUnit(texts: readonly string[]): string | undefined {
  const [first, ...others] = texts;
  return others.length === 0 ? first : texts.toSorted()[0];
}

/** The resolver URL, if the name of a value is a persistent identifier. */
function ownPersistentUrl(value: FactValue, context: DocumentContext): string | undefined {
  const stated = literalOrIri(value);
  return stated === undefined ? undefined : persistentUrl(writtenOrIri(stated, context))?.url;
}

/** The text that JSON-LD took for a relative IRI, else the IRI. */
function writtenOrIri(stated: string, { relativeText }: DocumentContext): string {
  const relative = relativeText(stated) ?? '';
  return (relative === '' ? stated : relative).replace(/#.*/su, '');
}

/**
 * The web address in the name of a value, or the resolver URL of a persistent identifier. A
 * fragment of the document is no address.
 */
export function addressOfName(value: FactValue, context: DocumentContext): string | undefined {
  const stated = literalOrIri(value);
  if (stated === undefined) return undefined;
  const written = writtenOrIri(stated, context);
  const pid = /^https?:/iu.test(written) ? undefined : persistentUrl(written);
  if (pid !== undefined) return pid.url;
  return webAddress.test(stated) && !stated.startsWith(`${context.url}#`) ? stated : undefined;
}

/** The resolver URL of the persistent identifier to cite, a DOI first. */
export function persistentIdentifierUrl(
  value: FactValue,
  context: DocumentContext,
): string | undefined {
  return ownPersistentUrl(value, context) ?? persistentUrlOfIdentifiers(value);
}

const schemes = ['doi', 'ark', 'hdl'] as const;

function persistentUrlOfIdentifiers(value: FactValue): string | undefined {
  if (value.kind === 'literal') return undefined;
  const pids = readPublishedIdentifiers(value).flatMap((each) => persistentUrl(each) ?? []);
  const scheme = schemes.find((each) => pids.some((pid) => pid.scheme === each));
  return firstByCodeUnit(pids.filter((pid) => pid.scheme === scheme).map(({ url }) => url));
}

/**
 * The address of a node: of its content, else its IRI, else its page, identifier or `sameAs`, else
 * a persistent identifier.
 * @param isInPage whether an IRI is a fragment of a page, without an address of its own
 */
export function addressOfNode(
  value: FactValue,
  context: DocumentContext,
  isInPage: (iri: string) => boolean,
): string | undefined {
  if (value.kind === 'literal') return addressOfName(value, context);
  const isAddress = (text: string): boolean => isUsableWebAddress(text, context);
  const file = firstByCodeUnit(literalsOrIrisUnder(value, fileTerms.contents).filter(isAddress));
  if (file !== undefined) return file;
  const name = isInPage(value.name) ? undefined : addressOfName(value, context);
  return name ?? addressOfPage(value, isAddress) ?? persistentUrlOfIdentifiers(value);
}

function addressOfPage(node: FactNode, isAddress: (text: string) => boolean): string | undefined {
  const encoded = literalsOrIrisOfNested(node, fileTerms.encodings, fileTerms.contents);
  const page = [...literalsOrIrisUnder(node, textTerms.pages), ...encoded];
  const ranked = [
    page,
    readPublishedIdentifiers(node),
    literalsOrIrisUnder(node, textTerms.sameAs),
  ];
  const best = ranked.map((texts) => texts.filter(isAddress)).find(({ length }) => length > 0);
  return firstByCodeUnit(best ?? []);
}
