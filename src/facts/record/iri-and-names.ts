import type { Text } from '../../model/search-facts.ts';
import { bareDoi } from '../../rdf/identifiers.ts';
import { isBlankNode } from '../../rdf/n-quads.ts';
import { compareTexts } from '../../text/collections.ts';
import { registeredAgent } from '../text/agent-iri.ts';
import { isNil } from '../text/missing-values.ts';
import { looksLikePlainText } from '../text/relative-iris.ts';
import { type FactLiteral, type FactNode, type FactValue, memoizePerNode } from './fact-node.ts';
import { distinctTexts, literalLanguage, textWithLanguage } from './fact-texts.ts';
import { agentTerms, fileTerms, termIris, textTerms } from './properties.ts';

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

const names = [...textTerms.labels, ...agentTerms.agentNames, ...fileTerms.checksumValues];
/** Substitutes for a missing name, in order of preference. */
const otherTexts = [
  termIris('schema:alternateName'),
  termIris('schema:termCode'),
  termIris('schema:text'),
  termIris('schema:identifier'),
  termIris('schema:description'),
];
/** Sources of further IRIs, in order of preference. */
const otherIris: readonly (readonly string[])[] = [
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
const scheme = /^http/u;

/**
 * Reads the best IRI and the names of a value.
 * @returns undefined for nils, and for blank nodes without statements
 */
export function readIriAndNames(value: FactValue, place: ValueContext): IriAndNames | undefined {
  return value.kind === 'literal' ? readLiteral(value) : readNode(value, place);
}

function readLiteral({ text, language }: FactLiteral): IriAndNames | undefined {
  if (isNil(text)) return undefined;
  return chooseBestIri(rankIri(withScheme(text), rank.own), [
    textWithLanguage(inOneLine(text), language),
  ]);
}

function readNode(node: FactNode, place: ValueContext): IriAndNames | undefined {
  const { writtenAs = '' } = node;
  const isText = writtenAs !== '' && (place.isText ?? looksLikePlainText)(writtenAs);
  if (isText) return readWrittenText(node, writtenAs);
  // A placeholder in place of an IRI.
  if (!isBlankNode(node.name) && node.iri === undefined) return undefined;
  const { names: called, iris } = readNamesAndIris(node);
  return chooseBestIri([...rankOwnIri(node, place), ...iris], called);
}

/** A text that JSON-LD took for a relative IRI. */
function readWrittenText(node: FactNode, text: string): IriAndNames | undefined {
  if (isNil(text)) return undefined;
  const own = rankIri(withScheme(text), rank.own);
  return chooseBestIri([...own, ...readNamesAndIris(node).iris], [{ text: inOneLine(text) }]);
}

function chooseBestIri(
  iris: readonly RankedIri[],
  called: readonly Text[],
): IriAndNames | undefined {
  const [best] = iris.toSorted(
    (one, other) => one.rank - other.rank || compareTexts(one.iri, other.iri),
  );
  if (best === undefined && called.length === 0) return undefined;
  return {
    ...(best && { iri: best.iri }),
    names: called.filter(({ text }) => text !== best?.iri),
  };
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
  const called = readTextsUnder(node, names);
  if (called.length > 0) return called;
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
  return otherIris.flatMap((properties, at) =>
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
  if (scheme.test(written)) return written;
  const registered = /^(?:orcid|www\.orcid|ror|www\.ror|\d{4}-)/iu.test(written)
    ? registeredAgent(written)
    : undefined;
  return registered ?? (bareDoi.test(written) ? `https://doi.org/${written}` : written);
}

function rankIri(iri: string, otherwise: number): readonly RankedIri[] {
  if (!writtenIri.test(iri)) return [];
  const isRegistered = /\/\/(?:www\.)?(?:orcid|ror|isni)\.org\//u.test(iri);
  return [{ rank: isRegistered ? rank.register : otherwise, iri }];
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
