import type { Text } from '../../model/search-facts.ts';
import { bareDoi } from '../../rdf/identifier-name.ts';
import { vocabulary } from '../../rdf/vocabularies.ts';
import { isBlank } from '../../rdf/statement.ts';
import { registeredAgent } from '../text/agent-iri.ts';
import { isNil } from '../text/nil.ts';
import { looksWritten } from '../text/written-name.ts';
import type { FactLiteral, FactNode, FactValue } from './fact-node.ts';
import { distinctTexts, literalLanguage, textIn } from './fact-texts.ts';
import { readOnce } from './read-once.ts';
import { agentTerms, fileTerms, textTerms } from './text-terms.ts';

/** What a record says of a value: by which IRI it is best known, and what it is called. */
export interface Thing {
  readonly iri?: string;
  /** Its names, sorted; of a literal its text; empty where it is called nothing. */
  readonly names: readonly Text[];
}

/** Where a value stands, as far as it says how to read it. */
export interface ThingPlace {
  /** The URL of the document, without a fragment. */
  readonly document: string;
  /**
   * Whether what JSON-LD took for a relative IRI was meant as a text; `looksWritten` where absent.
   */
  readonly isText?: ((written: string) => boolean) | undefined;
  /**
   * Whether the node stands for a link to something else, so that its own IRI is the last resort.
   */
  readonly isLink?: boolean;
}

const schema = vocabulary(
  'http://schema.org/',
  'alternateName',
  'contentUrl',
  'description',
  'identifier',
  'sameAs',
  'termCode',
  'text',
  'url',
  'urlTemplate',
);
const dcterms = vocabulary('http://purl.org/dc/terms/', 'relation');

const names = [...textTerms.labels, ...agentTerms.agentNames, ...fileTerms.checksumValues];
/** What something without a name is called by, the better first. */
const otherTexts = [
  [schema.alternateName],
  [schema.termCode],
  [schema.text],
  [schema.identifier],
  [schema.description],
];
/** By which something may be known elsewhere, the better first. */
const otherIris: readonly (readonly string[])[] = [
  textTerms.identifiers,
  [schema.sameAs],
  [schema.url, schema.contentUrl],
  [schema.urlTemplate, dcterms.relation],
];

/** How good an IRI is to know something by; less is better. */
const rank = { register: 1, own: 2, other: 3, link: 8, local: 7 } as const;

interface RankedIri {
  readonly rank: number;
  readonly iri: string;
}

const writtenIri = /^(?:https?|urn|doi|hdl|ark):[^ {}]*$/u;
const scheme = /^http/u;

/**
 * What is known of a value.
 * @returns undefined where it says that there is none, and for a blank node of which nothing is
 *   said
 */
export function readThing(value: FactValue, place: ThingPlace): Thing | undefined {
  return value.kind === 'literal' ? ofLiteral(value) : ofNode(value, place);
}

function ofLiteral({ text, language }: FactLiteral): Thing | undefined {
  if (isNil(text)) return undefined;
  return thingOf(ranked(withScheme(text), rank.own), [textIn(inOneLine(text), language)]);
}

function ofNode(node: FactNode, place: ThingPlace): Thing | undefined {
  const { writtenAs = '' } = node;
  const isText = writtenAs !== '' && (place.isText ?? looksWritten)(writtenAs);
  return isText ? ofWritten(node, writtenAs) : ofNamed(node, place);
}

/** A text that JSON-LD took for a relative IRI. */
function ofWritten(node: FactNode, text: string): Thing | undefined {
  if (isNil(text)) return undefined;
  const own = ranked(withScheme(text), rank.own);
  return thingOf([...own, ...saidOf(node).iris], [{ text: inOneLine(text) }]);
}

function ofNamed(node: FactNode, place: ThingPlace): Thing | undefined {
  // What names nothing is nothing.
  if (!isBlank(node.name) && node.iri === undefined) return undefined;
  const { names: called, iris } = saidOf(node);
  return thingOf([...ownIri(node, place), ...iris], called);
}

function thingOf(iris: readonly RankedIri[], called: readonly Text[]): Thing | undefined {
  const [best] = iris.toSorted(byRank);
  if (best === undefined && called.length === 0) return undefined;
  return {
    ...(best && { iri: best.iri }),
    names: called.filter(({ text }) => text !== best?.iri),
  };
}

/** Several nodes whose `@id` is empty are one, which is the document, whoever they are. */
export function isDocumentNode(value: FactValue, document: string): boolean {
  return value.kind === 'node' && value.name === document;
}

function ownIri(node: FactNode, { document, isLink = false }: ThingPlace): readonly RankedIri[] {
  const { iri } = node;
  if (iri === undefined || isDocumentNode(node, document)) return [];
  if (isLink) return [{ rank: rank.link, iri }];
  // What is a part of the document has its address elsewhere, if anywhere.
  const isLocal = iri.startsWith(`${document}#`) || !writtenIri.test(iri);
  return isLocal ? [{ rank: rank.local, iri }] : ranked(iri, rank.own);
}

/** What a node says of itself: its names, else what it is called otherwise; and its other IRIs. */
const saidOf = readOnce((node) => ({ names: namesOf(node), iris: irisOf(node) }));

function namesOf(node: FactNode): readonly Text[] {
  const called = textsIn(node, names);
  if (called.length > 0) return called;
  const [family] = textsIn(node, agentTerms.familyNames);
  const [given] = textsIn(node, agentTerms.givenNames);
  if (family !== undefined) {
    const text = given === undefined ? family.text : `${given.text} ${family.text}`;
    return [textIn(text, family.language)];
  }
  for (const properties of otherTexts) {
    const [other] = textsIn(node, properties);
    if (other !== undefined) return [other];
  }
  return [];
}

/** The texts of some properties, of nodes their IRIs: each once, sorted, none that is nil. */
function textsIn(node: FactNode, properties: readonly string[]): readonly Text[] {
  const texts = node.values(properties).flatMap((value) => {
    const text = (value.kind === 'node' ? value.iri : value.text) ?? '';
    return isNil(text) ? [] : textIn(inOneLine(text), literalLanguage(value));
  });
  return distinctTexts(texts);
}

function irisOf(node: FactNode): readonly RankedIri[] {
  return otherIris.flatMap((properties, at) =>
    node.values(properties).flatMap((value) => {
      const inside =
        value.kind === 'node' && properties.includes(schema.identifier)
          ? value.values(textTerms.valuesAndLinks)
          : [];
      return [value, ...inside].flatMap((each) => ranked(iriSaid(each), rank.other + at));
    }),
  );
}

/** The IRI of a node, or a text that may be one; a DOI without prefix became a relative IRI. */
function iriSaid(value: FactValue): string {
  if (value.kind === 'literal') return isNil(value.text) ? '' : withScheme(value.text);
  const { iri = '', writtenAs } = value;
  return writtenAs !== undefined && bareDoi.test(writtenAs) ? withScheme(writtenAs) : iri;
}

/** A DOI or an identifier of a register that was written without a scheme, as an IRI. */
function withScheme(text: string): string {
  const written = text.trim();
  if (scheme.test(written)) return written;
  const registered = /^(?:orcid|www\.orcid|ror|www\.ror|\d{4}-)/iu.test(written)
    ? registeredAgent(written)
    : undefined;
  return registered ?? (bareDoi.test(written) ? `https://doi.org/${written}` : written);
}

function ranked(iri: string, otherwise: number): readonly RankedIri[] {
  if (!writtenIri.test(iri)) return [];
  const isRegistered = /\/\/(?:www\.)?(?:orcid|ror|isni)\.org\//u.test(iri);
  return [{ rank: isRegistered ? rank.register : otherwise, iri }];
}

function byRank(one: RankedIri, other: RankedIri): number {
  return one.rank - other.rank || (one.iri < other.iri ? -1 : 1);
}

function inOneLine(text: string): string {
  if (!/[\n\r]/u.test(text)) return text.trim();
  const lines = text.split(/[\n\r]/u).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
