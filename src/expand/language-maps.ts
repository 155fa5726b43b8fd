import {
  asArray,
  isContainer,
  isObject,
  type JsonContainer,
  type JsonObject,
  type JsonValue,
} from '../text/json.ts';
import type { FindingSink } from './findings.ts';
import { type DocumentTerms, placeProperty, readDocumentTerms } from './mark-places.ts';

/** The properties whose texts publishers translate, whatever their prefix. */
const translated: ReadonlySet<string> = new Set(
  (
    'about abstract alternateName alternative altLabel caption comment conditionsOfAccess ' +
    'copyrightNotice creditText definition description disambiguatingDescription headline ' +
    'jobTitle keyword keywords label legalName measurementTechnique name prefLabel subject text ' +
    'title unitText usageInfo'
  ).split(' '),
);

/** Codes of three letters (ISO 639-2) that stand for languages of two; other words are no tags. */
const threeLetters =
  'ara baq bul cat ces chi cym cze dan deu dut ell eng est eus fas fin fra fre ger gle glg gre ' +
  'heb hin hrv hun ice ind isl ita jpn kor lat lav lit may mlt msa nld nno nob nor per pol por ' +
  'ron rum rus slk slo slv spa srp swe tha tur ukr vie wel zho';

/** A language, perhaps with its script and region (BCP 47). */
const languageTag = new RegExp(
  `^(?:[a-z]{2}|${threeLetters.replaceAll(' ', '|')})` +
    '(?:[-_][a-z]{4})?(?:[-_](?:[a-z]{2}|[0-9]{3}))?$',
  'iu',
);
/** Keys for texts whose language is not told (JSON-LD 1.1, 4.6.2; ISO 639-2). */
const noLanguage: ReadonlySet<string> = new Set(['@none', 'und']);

/** Quick test of a document, since few have such maps. */
const perhapsKey = /"(?!(?:id|url)")(?:@none|[a-z]{2,3}(?:[-_][a-z\d]{2,4}){0,2})"\s*:\s*["[n]/iu;

/** Marks the texts of such maps: an index is kept by expansion and means nothing in RDF. */
const mark = 'urn:cdif-graph:language-map#';

/**
 * Rewrites language maps (`"name": {"en": "Mires", "de": "Moore"}`) that no context declares as
 * texts with languages, in place: JSON-LD would take the languages for properties. Only where all
 * keys are language tags and all values texts, in properties that have texts for people.
 * @param json the text of the document
 */
export function openLanguageMaps(
  document: JsonContainer,
  { json, ...reading }: Parameters<typeof readDocumentTerms>[1] & { readonly json: string },
): void {
  if (!perhapsKey.test(json)) return;
  const terms = readDocumentTerms(document, reading);
  const pending = [document];
  for (const container of pending) {
    const members = container as JsonObject; // valid for arrays as for objects
    for (const [name, value] of Object.entries(members)) {
      if (!isContainer(value) || name === '@context' || terms.ofJson.has(name)) continue;
      const opened = isTranslated(name, terms) ? openIn(value, name, terms) : value;
      members[name] = opened;
      if (isContainer(opened)) pending.push(opened);
    }
  }
}

function isTranslated(name: string, { ofMaps }: DocumentTerms): boolean {
  const local = name.slice(Math.max(...[':', '/', '#'].map((each) => name.lastIndexOf(each))) + 1);
  return translated.has(local) && !ofMaps.has(name);
}

function openIn(value: JsonContainer, name: string, terms: DocumentTerms): JsonValue {
  if (isObject(value)) return textsOfMap(value, name, terms) ?? value;
  return value.flatMap((item) =>
    isObject(item) ? (textsOfMap(item, name, terms) ?? [item]) : [item],
  );
}

/** The texts of a language map; undefined for another object. */
function textsOfMap(
  map: JsonObject,
  property: string,
  { names, keywords }: DocumentTerms,
): JsonValue[] | undefined {
  // The copy with marks has one in every object.
  const entries = Object.entries(map).filter(([key]) => key !== placeProperty);
  const isMap = entries.every(([key, value]) => isLanguage(key) && asArray(value).every(isText));
  // A term of a context may look like a language: schema.org's has `id`, Indonesian.
  const isTerm = (key: string): boolean => names.has(key) || keywords.has(key);
  if (!isMap || entries.every(([key]) => isTerm(key))) return undefined;
  return entries.flatMap(([key, value]) => {
    const language = noLanguage.has(key) ? {} : { '@language': key };
    return asArray(value)
      .filter((text) => text !== null)
      .map((text) => Object.assign({ '@value': text, '@index': mark + property }, language));
  });
}

function isLanguage(key: string): boolean {
  return languageTag.test(key) || noLanguage.has(key);
}

function isText(value: JsonValue): boolean {
  return typeof value === 'string' || value === null;
}

/** Collects the language maps that were opened (`openLanguageMaps`) in one record. */
export class OpenedLanguageMaps {
  readonly #languages = new Map<string, Set<string>>();

  /** Notes a value, if it is a text of such a map. */
  add(value: JsonObject): void {
    const { '@index': index, '@language': language } = value;
    if (typeof index !== 'string' || !index.startsWith(mark)) return;
    const property = index.slice(mark.length);
    const languages = this.#languages.get(property) ?? new Set();
    languages.add(typeof language === 'string' ? language : 'und');
    this.#languages.set(property, languages);
  }

  /** Notes each property as `language-map-undeclared`. */
  report(findings: FindingSink): void {
    for (const [property, languages] of this.#languages) {
      findings.add({ kind: 'language-map-undeclared', property, languages: [...languages] });
    }
  }
}
