import type { Term } from '../entry.ts';
import { hasType, iriOf, valuesOf, type ScannedDocument } from './document.ts';
import { isNode, members, writtenId, type Raw, type RawNode } from './json.ts';

const nil =
  /^(?:|missing|unknown|none|null|nan|n\/a|<nil>|nil:.*|https?:\/\/[^/]+\/def\/nil\/.*)$/iu;

/** Whether a text says that there is no value. */
export const isNil = (text: string): boolean => nil.test(text.trim());

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  eacute: 'é',
  egrave: 'è',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
  lsquo: '‘',
  deg: '°',
};

/** A text without tags and entities; undefined where it says nothing. */
export function plainText(text: string): string | undefined {
  const once = decoded(withoutTags(text));
  const plain = withoutTags(once).replaceAll(/\s+/gu, ' ').trim();
  return isNil(plain) ? undefined : plain;
}

const withoutTags = (text: string): string => text.replaceAll(/<\/?[a-z!][^<>]*>/giu, ' ');

function decoded(text: string): string {
  return text.replaceAll(/&(#x[\da-f]+|#\d+|[a-z]+\d?);/giu, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const isHex = /^#x/iu.test(name);
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

/** `id` and `url` are keys of nodes. */
const languageTag = /^(?!(?:id|url)$)(?:@none|[a-z]{2,3}(?:-[a-z\d]+)*)$/iu;

/** The texts that a value is, of a map from languages to texts all of them. */
export function textsIn(value: Raw): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (!isNode(value)) return [];
  const said = value['@value'];
  if (said !== undefined) return textsIn(said);
  const tags = Object.keys(value);
  const isMap = tags.length > 0 && tags.every((tag) => languageTag.test(tag));
  const values = Object.values(value).flatMap((each) => members(each));
  return isMap && values.every((each) => typeof each === 'string') ? values.map(String) : [];
}

/** Texts of properties, without those that say nothing. */
export function plainTexts(
  document: ScannedDocument,
  node: RawNode,
  ...names: readonly string[]
): string[] {
  return valuesOf(document, node, ...names)
    .flatMap(textsIn)
    .flatMap((text) => plainText(text) ?? []);
}

/** A keyword as a whole, in parts where several stand in it, and the last step of a path. */
export function keywordsIn(text: string): string[] {
  const whole = plainText(text);
  if (whole === undefined) return [];
  const parts = whole.split(/[,;|]/u).flatMap((part) => {
    const steps = part.split('>');
    return steps.length > 1 ? [part, steps.at(-1) ?? ''] : [part];
  });
  return [whole, ...parts].map((each) => each.trim()).filter((each) => !isNil(each));
}

/** What was found in the keywords of a resource. */
export interface Keywords {
  readonly keywords: string[];
  readonly terms: string[];
  readonly controlled: Term[];
}

/** Beside the keywords what names the subject or the method: of that nothing is split. */
export function readKeywords(document: ScannedDocument, node: RawNode): Keywords {
  const keywords: string[] = plainTexts(document, node, 'alternateName');
  const terms: string[] = [];
  const controlled: Term[] = [];
  const found = { keywords, terms, controlled };
  for (const value of valuesOf(document, node, 'keywords', 'keyword', 'theme')) {
    const texts = textsIn(value);
    keywords.push(...texts.flatMap(keywordsIn));
    const iris = texts.filter((text) => /^https?:\/\/\S+$/u.test(text.trim()) && !isNil(text));
    terms.push(...iris);
    controlled.push(...iris.map((iri) => ({ iris: [iri], codes: [], labels: [], schemes: [] })));
    if (texts.length === 0 && isNode(value)) addTerm(document, value, found);
  }
  for (const value of valuesOf(document, node, 'measurementTechnique', 'measurementMethod')) {
    keywords.push(...textsIn(value).flatMap(keywordsIn));
    if (isNode(value)) addTerm(document, value, found);
  }
  for (const value of valuesOf(document, node, 'about').filter(isNode)) {
    if (hasType(document, value, 'DefinedTerm', 'Concept')) addTerm(document, value, found);
  }
  return { keywords: keywords.filter((each) => !/^https?:/u.test(each)), terms, controlled };
}

/** A node with an IRI, a code or a vocabulary is a term; its names are keywords anyway. */
function addTerm(document: ScannedDocument, term: RawNode, found: Keywords): void {
  const labels = plainTexts(document, term, 'name', 'prefLabel', 'label');
  const iris = irisOf(document, term, 'url', 'identifier', 'sameAs');
  const codes = plainTexts(document, term, 'termCode', 'notation');
  const schemes = valuesOf(document, term, 'inDefinedTermSet', 'inScheme').flatMap((scheme) =>
    schemesIn(document, scheme),
  );
  found.keywords.push(...labels);
  found.terms.push(...iris);
  if (iris.length + codes.length + schemes.length > 0) {
    found.controlled.push({ iris, codes, labels, schemes });
  }
}

/** The IRI of a vocabulary, else its name. */
function schemesIn(document: ScannedDocument, scheme: Raw): string[] {
  const texts = textsIn(scheme);
  if (texts.length > 0 || !isNode(scheme)) return texts.filter((text) => !isNil(text));
  const iris = irisOf(document, scheme, 'url', 'identifier');
  return iris.length > 0 ? iris : plainTexts(document, scheme, 'name');
}

/** The IRI of a node, else one that it gives in these properties. */
export function irisOf(
  document: ScannedDocument,
  node: RawNode,
  ...names: readonly string[]
): string[] {
  const id = writtenId(node);
  const iri = id === undefined ? undefined : iriOf(document, id);
  if (iri !== undefined) return isNil(iri) ? [] : [iri];
  return valuesOf(document, node, ...names)
    .flatMap((value) => {
      const texts = textsIn(value);
      return isNode(value) && texts.length === 0 ? (writtenId(value) ?? []) : texts;
    })
    .filter((text) => isIri(text) && !isNil(text));
}

/** A text counts as an IRI where it is one without its context. */
export const isIri = (text: string): boolean => /^(?:https?:\/\/|urn:|doi:)\S+$/iu.test(text);
