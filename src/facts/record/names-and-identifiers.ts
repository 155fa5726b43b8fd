import type { Text } from '../../model/search-facts.ts';
import { bareDoi, identifierName, resolvableUrl } from '../../rdf/identifiers.ts';
import { isBlankNode } from '../../rdf/n-quads.ts';
import { trimEndCharacters } from '../../text/clean-text.ts';
import { compareTexts } from '../../text/collections.ts';
import { registeredAgent } from '../text/agent-iri.ts';
import { isNil, looksLikePlainText } from '../text/missing-values.ts';
import {
  distinctStrings,
  distinctTexts,
  literalLanguage,
  literalsUnder,
  maxNameCharacters,
  publishedText,
  publishedTexts,
  textWithLanguage,
} from './fact-texts.ts';
import { agentTerms, fileTerms, termIris, textTerms } from './properties.ts';
import {
  type FactNode,
  factText,
  type FactValue,
  memoizePerNode,
  nodesUnder,
} from './record-graph.ts';

/** The best IRI and the names of a value. */
interface IriAndNames {
  readonly iri?: string;
  /** Sorted names, or the text of a literal; empty if it has none. */
  readonly names: readonly Text[];
}

/** The context that determines how a value is read. */
interface ValueContext {
  /** The URL of the document, without fragment. */
  readonly document: string;
  /** Whether a presumed relative IRI was meant as text; default: `looksLikePlainText`. */
  readonly isText?: ((written: string) => boolean) | undefined;
  /** Whether the node is a link to something else, so that its own IRI is the last choice. */
  readonly isLink?: boolean;
}

const nameProperties = [...textTerms.labels, ...agentTerms.agentNames, ...fileTerms.checksumValues];
/** Substitutes for a missing name, in order of preference. */
const otherTexts = [
  termIris('schema:alternateName'),
  termIris('schema:termCode'),
  termIris('schema:text'),
  termIris('schema:identifier'),
  termIris('schema:description'),
];
/** Sources of further IRIs, in order of preference. */
const otherIriProperties: readonly (readonly string[])[] = [
  textTerms.identifiers,
  termIris('schema:sameAs'),
  termIris('schema:url schema:contentUrl'),
  termIris('schema:urlTemplate dcterms:relation'),
];

/** Preference of an IRI; lower is better. */
const rank = { register: 1, own: 2, other: 3, link: 8, local: 7 } as const;

interface RankedIri {
  readonly rank: number;
  readonly iri: string;
}

const writtenIri = /^(?:https?|urn|doi|hdl|ark):[^ {}]*$/u;

/**
 * Reads the best IRI and the names of a value.
 * @returns undefined for nils, and for blank nodes without statements
 */
export function readIriAndNames(value: FactValue, context: ValueContext): IriAndNames | undefined {
  if (value.kind === 'literal') return readWrittenText(value.text, [], value.language);
  const { writtenAs = '' } = value;
  const isText = writtenAs !== '' && (context.isText ?? looksLikePlainText)(writtenAs);
  if (isText) return readWrittenText(writtenAs, readNamesAndIris(value).iris);
  // A placeholder in place of an IRI.
  if (!isBlankNode(value.name) && value.iri === undefined) return undefined;
  const { names, iris } = readNamesAndIris(value);
  return chooseBestIri([...rankOwnIri(value, context), ...iris], names);
}

/** Reads a literal, or a text that JSON-LD took for a relative IRI. */
function readWrittenText(
  text: string,
  otherIris: readonly RankedIri[],
  language?: string,
): IriAndNames | undefined {
  if (isNil(text)) return undefined;
  const iris = [...rankIri(withScheme(text), rank.own), ...otherIris];
  return chooseBestIri(iris, [textWithLanguage(inOneLine(text), language)]);
}

function chooseBestIri(
  iris: readonly RankedIri[],
  names: readonly Text[],
): IriAndNames | undefined {
  const [best] = iris.toSorted(
    (one, other) => one.rank - other.rank || compareTexts(one.iri, other.iri),
  );
  if (best === undefined && names.length === 0) return undefined;
  return { ...(best && { iri: best.iri }), names: names.filter(({ text }) => text !== best?.iri) };
}

/** Nodes with an empty `@id` are all merged into the document node. */
export function isDocumentNode(value: FactValue, document: string): boolean {
  return value.kind === 'node' && value.name === document;
}

function rankOwnIri(
  node: FactNode,
  { document, isLink = false }: ValueContext,
): readonly RankedIri[] {
  const { iri } = node;
  if (iri === undefined || isDocumentNode(node, document)) return [];
  if (isLink) return [{ rank: rank.link, iri }];
  // A fragment of the document is no address outside of it.
  const isLocal = iri.startsWith(`${document}#`) || !writtenIri.test(iri);
  return isLocal ? [{ rank: rank.local, iri }] : rankIri(iri, rank.own);
}

/** Names, or else substitutes, and further IRIs of a node. */
const readNamesAndIris = memoizePerNode((node) => ({
  names: readNames(node),
  iris: readOtherIris(node),
}));

function readNames(node: FactNode): readonly Text[] {
  const names = readTextsUnder(node, nameProperties);
  if (names.length > 0) return names;
  const [family] = readTextsUnder(node, agentTerms.familyNames);
  const [given] = readTextsUnder(node, agentTerms.givenNames);
  if (family !== undefined) {
    const text = given === undefined ? family.text : `${given.text} ${family.text}`;
    return [textWithLanguage(text, family.language)];
  }
  for (const properties of otherTexts) {
    const [other] = readTextsUnder(node, properties);
    if (other !== undefined) return [other];
  }
  return [];
}

/** The texts, or IRIs of nodes, under properties; sorted, without duplicates and nils. */
function readTextsUnder(node: FactNode, properties: readonly string[]): readonly Text[] {
  const texts = node.values(properties).flatMap((value) => {
    const text = (value.kind === 'node' ? value.iri : value.text) ?? '';
    return isNil(text) ? [] : textWithLanguage(inOneLine(text), literalLanguage(value));
  });
  return distinctTexts(texts);
}

function readOtherIris(node: FactNode): readonly RankedIri[] {
  return otherIriProperties.flatMap((properties, at) =>
    node.values(properties).flatMap((value) => {
      const inside =
        value.kind === 'node' && properties === textTerms.identifiers
          ? value.values(textTerms.valuesAndLinks)
          : [];
      return [value, ...inside].flatMap((each) => rankIri(readPossibleIri(each), rank.other + at));
    }),
  );
}

/**
 * The IRI of a node, or a text that may be one. A DOI without prefix was expanded to a relative
 * IRI.
 */
function readPossibleIri(value: FactValue): string {
  if (value.kind === 'literal') return isNil(value.text) ? '' : withScheme(value.text);
  const { iri = '', writtenAs } = value;
  return writtenAs !== undefined && bareDoi.test(writtenAs) ? withScheme(writtenAs) : iri;
}

/** The IRI of a DOI or registered identifier that was written without a scheme. */
function withScheme(text: string): string {
  const written = text.trim();
  if (written.startsWith('http')) return written;
  const registered = /^(?:orcid|www\.orcid|ror|www\.ror|\d{4}-)/iu.test(written)
    ? registeredAgent(written)
    : undefined;
  return registered ?? (bareDoi.test(written) ? `https://doi.org/${written}` : written);
}

function rankIri(iri: string, otherwise: number): readonly RankedIri[] {
  if (!writtenIri.test(iri)) return [];
  const isAgent = /\/\/(?:www\.)?(?:orcid|ror|isni)\.org\//u.test(iri);
  return [{ rank: isAgent ? rank.register : otherwise, iri }];
}

function inOneLine(text: string): string {
  if (!/[\n\r]/u.test(text)) return text.trim();
  const lines = text.split(/[\n\r]/u).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

const schemaOrg = /^https?:\/\/schema\.org\//u;
const dataset = /^https?:\/\/schema\.org\/Dataset$/u;
/** Too general to be useful. */
const vague = /\/(?:Thing|CreativeWork|Product|MediaObject|DataDownload)$/u;

/**
 * The most useful type. `Dataset` comes first, specific types before general ones, and schema.org's
 * before others, since more clients know them.
 */
export function chooseMainType(
  own: readonly string[],
  additional: readonly string[] = [],
): string | undefined {
  const known = [...own, ...additional].filter((type) => schemaOrg.test(type)).toSorted();
  const exact = known.find((type) => dataset.test(type)) ?? known.find((type) => !vague.test(type));
  return exact ?? known[0] ?? own.toSorted()[0] ?? additional.toSorted()[0];
}

const maxIdentifiers = 100;

const handle = { name: 'Handle', prefix: 'hdl:' };
/** Usual names and prefixes (`identifierName`) of resolvable identifiers, by name in lower case. */
const identifierSchemes = new Map([
  ['doi', { name: 'DOI', prefix: 'doi:' }],
  ['hdl', handle],
  ['handle', handle],
  ['ark', { name: 'ARK', prefix: 'ark:' }],
]);

/**
 * The names of a resource besides its IRI, in the spelling of `identifierName`: identifiers and
 * `sameAs`, as text, IRI or `PropertyValue`. A `url` is an address, and counts only if it is a DOI,
 * Handle or ARK.
 */
export function readIdentifiers(resource: FactNode): readonly string[] {
  const identifiers = new Set(resource.values(textTerms.identifiersAndSame));
  const own = resource.iri === undefined ? undefined : identifierName(resource.iri);
  const links = resource.values(textTerms.links).flatMap(publishedIdentifier);
  const registered = links.filter((address) => /^(?:doi|hdl|ark):/u.test(identifierName(address)));
  const names = [...[...identifiers].flatMap(readIdentifierTexts), ...registered]
    .filter((text) => text.length <= maxNameCharacters && !isNil(text))
    .map(identifierName)
    .filter((name) => name !== own);
  return distinctStrings(names, maxIdentifiers);
}

/** The identifiers of a node, as published. */
export function readPublishedIdentifiers(node: FactNode): readonly string[] {
  const texts = node.values(textTerms.identifiers).flatMap(readIdentifierTexts);
  return texts.map((text) => text.trim()).filter((text) => !isNil(text));
}

/** The published text or IRI of an identifier, or the contents of a `PropertyValue`. */
function readIdentifierTexts(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [value.text];
  const prefixes = value.values(textTerms.propertyIds).flatMap(prefixOfScheme).toSorted();
  const values = literalsUnder(value, textTerms.identifierValues).map((text) => {
    // Without prefix, `10.5/x` could be anything.
    const [prefix = ''] = /^10\.\d|^\d[\w.]*\//u.test(text) ? prefixes : [];
    return prefix + text;
  });
  const links = [
    ...nodesUnder(value, textTerms.identifierValues),
    ...value.values(textTerms.links),
  ].flatMap(publishedIdentifier);
  return [...publishedIdentifier(value), ...values, ...links];
}

function prefixOfScheme(propertyId: FactValue): string | readonly string[] {
  const id = (factText(propertyId) ?? '')
    .slice(0, maxNameCharacters)
    .trim()
    .replace(/[/#!:]{1,3}$/u, '');
  const name = id
    .toLowerCase()
    .split(/[^a-z]/u)
    .at(-1);
  return findScheme(name)?.prefix ?? [];
}

/** A DOI without prefix was expanded to a relative IRI. Other such texts are no names elsewhere. */
function publishedIdentifier(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [value.text];
  const { iri, writtenAs } = value;
  if (writtenAs !== undefined && bareDoi.test(writtenAs)) return [writtenAs];
  return iri === undefined ? [] : [iri];
}

const schemes = [...textTerms.propertyIds, ...textTerms.schemes];

/** An identifier as people write it. */
export interface StatedIdentifier {
  /** The usual name: `DOI`, `Handle`, `ARK`, `IGSN`. */
  readonly scheme?: string;
  readonly value: string;
  /** Where it resolves. */
  readonly url?: string;
}

/** The identifiers of a node with their schemes, in order. */
export function statedIdentifiers(node: FactNode): readonly StatedIdentifier[] {
  return node.values(textTerms.identifiers).flatMap(readStatedIdentifier);
}

function readStatedIdentifier(value: FactValue): readonly StatedIdentifier[] {
  const [scheme] = publishedTexts(value, schemes).map(shortSchemeName);
  const stated = readIdentifierValue(value);
  if (stated === undefined) return [];
  const prefix = isGlobalName(stated) ? undefined : findScheme(scheme)?.prefix;
  const isWhole = prefix === undefined || stated.toLowerCase().startsWith(prefix);
  const whole = isWhole ? stated : prefix + stated;
  const url = resolvableUrl(whole) ?? publishedTexts(value, textTerms.links).find(isGlobalName);
  const known = scheme ?? schemeOfIdentifier(whole);
  return [
    {
      ...(known === undefined ? {} : { scheme: known }),
      value: stated,
      // Not repeated if the identifier already is a web address.
      ...(url === undefined || /^https?:/iu.test(stated) ? {} : { url }),
    },
  ];
}

function readIdentifierValue(value: FactValue): string | undefined {
  const [inside] = publishedTexts(value, textTerms.valuesAndCodes);
  const [other] = publishedTexts(value, otherValues);
  return inside ?? publishedText(value) ?? other;
}

const otherValues = [...textTerms.identifiersAndSame, ...textTerms.links, ...textTerms.labels];

/** The short name of a scheme: `DOI` for `https://registry.identifiers.org/registry/doi`. */
function shortSchemeName(scheme: string): string {
  const last = trimEndCharacters(scheme, '/#:').split(/[/#:]/u).at(-1) ?? '';
  const short = isGlobalName(scheme) ? last : scheme;
  return findScheme(short)?.name ?? (/^[a-z]{2,6}$/u.test(short) ? short.toUpperCase() : short);
}

function schemeOfIdentifier(identifier: string): string | undefined {
  const [, scheme = ''] = /^(doi|hdl|ark):/u.exec(identifierName(identifier)) ?? [];
  return findScheme(scheme)?.name;
}

function findScheme(name = '') {
  return identifierSchemes.get(name.toLowerCase());
}

/** Whether a text is an IRI with a global meaning. */
export function isGlobalName(text: string): boolean {
  return /^(?:https?|urn|doi|hdl|ark|info|ftp):\S+$/iu.test(text);
}
