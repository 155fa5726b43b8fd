import { resolvableUrl } from '../../rdf/identifiers.ts';
import type { JsonObject } from '../../text/json.ts';
import { compactObject, trimmedText } from './json-ld-values.ts';

/**
 * schema.org's property for a relation to another work, by the name of the relation in DataCite,
 * DCMI Terms and Crossref, in lower case without hyphens. Others become `relatedLink`, as in CDIF.
 */
const relationProperties: ReadonlyMap<string, string> = new Map([
  ['cites', 'citation'],
  ['hasmetadata', 'subjectOf'],
  ['haspart', 'hasPart'],
  ['hasversion', 'workExample'],
  ['isdescribedby', 'subjectOf'],
  ['isderivedfrom', 'isBasedOn'],
  ['isdocumentedby', 'subjectOf'],
  ['isidenticalto', 'sameAs'],
  ['ispartof', 'isPartOf'],
  ['ispublishedin', 'isPartOf'],
  ['istranslationof', 'translationOfWork'],
  ['isversionof', 'exampleOfWork'],
  ['references', 'citation'],
]);

/** A work that a record relates the described resource to. */
interface RelatedWork {
  /** As the format names it: `IsPartOf`, `is-part-of`. */
  readonly relation: string;
  readonly identifier: string;
  /** The kind of identifier as DataCite names it: `DOI`, `arXiv`, `ISBN`; absent where unknown. */
  readonly identifierType?: string | undefined;
  readonly title?: string | undefined;
}

/** The property of schema.org for a related work, and its value. */
export function relatedWork({
  relation,
  identifier,
  identifierType,
  title,
}: RelatedWork): readonly [property: string, value: JsonObject | string] {
  const property = relationProperties.get(relation.toLowerCase().replaceAll('-', ''));
  const iri = identifierIri(identifier, identifierType);
  if (property === undefined) {
    const address =
      iri === undefined
        ? { identifier: toPropertyValue(identifier, identifierType) }
        : { url: { '@id': iri } };
    const target = compactObject({ '@type': 'EntryPoint', name: title, ...address });
    return ['relatedLink', { '@type': 'LinkRole', linkRelationship: relation, target }];
  }
  if (property === 'sameAs') return [property, iri === undefined ? identifier : { '@id': iri }];
  const named =
    iri === undefined
      ? { identifier: toPropertyValue(identifier, identifierType) }
      : { '@id': iri };
  return [property, compactObject({ ...named, '@type': 'CreativeWork', name: title })];
}

/** Prefixes that make an IRI of an identifier, by its type in lower case. */
const iriPrefixes: ReadonlyMap<string, string> = new Map([
  ['ark', 'https://n2t.net/'],
  ['arxiv', 'https://arxiv.org/abs/'],
  ['doi', 'https://doi.org/'],
  ['ean13', 'urn:ean13:'],
  ['handle', 'https://hdl.handle.net/'],
  ['igsn', 'https://igsn.org/'],
  ['isbn', 'urn:isbn:'],
  ['issn', 'urn:issn:'],
  ['eissn', 'urn:issn:'],
  ['pmid', 'https://pubmed.ncbi.nlm.nih.gov/'],
  ['rrid', 'https://scicrunch.org/resolver/'],
]);

/**
 * The IRI of an identifier: a DOI, Handle or ARK at its resolver, an http(s) URL or URN itself, an
 * identifier of another known type at the address of that type.
 * @returns undefined where none is known
 */
export function identifierIri(identifier: string, type = ''): string | undefined {
  const text = identifier.trim();
  if (/^(?:urn:[a-z\d]|https?:\/\/)\S+$/iu.test(text)) return resolvableUrl(text) ?? text;
  const prefix = iriPrefixes.get(type.toLowerCase().replaceAll(/[^a-z\d]/gu, ''));
  const resolved = resolvableUrl(text);
  if (resolved !== undefined || prefix === undefined || /\s/u.test(text)) return resolved;
  const bare = text.replace(/^(?:arxiv|isbn|issn|pmid|igsn|handle|hdl):\s*/iu, '');
  return prefix + encodeURI(bare);
}

/** An identifier with its scheme. */
export function toPropertyValue(value: string, scheme: string | undefined): JsonObject | string {
  const propertyID = trimmedText(scheme);
  return propertyID === undefined ? value : { '@type': 'PropertyValue', propertyID, value };
}

/** A DOI as an identifier with its scheme and its address, as CDIF writes it. */
export function toDoiValue(doi: string): JsonObject {
  const bare = doi.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/iu, '');
  return {
    '@type': 'PropertyValue',
    propertyID: 'https://registry.identifiers.org/registry/doi',
    value: `doi:${bare}`,
    url: { '@id': identifierIri(doi, 'DOI') ?? doi },
  };
}

/** Collects the values of properties that may come several times. */
export class PropertyLists {
  readonly #lists: Record<string, (JsonObject | string)[]> = {};

  /** Adds a value to a property. */
  add(property: string, value: JsonObject | string): void {
    (this.#lists[property] ??= []).push(value);
  }

  /** All values by property, in order. */
  get all(): Readonly<Record<string, readonly (JsonObject | string)[]>> {
    return this.#lists;
  }
}

/** The values of several sets of properties together, in their order. */
export function mergePropertyLists(
  ...all: readonly Readonly<Record<string, readonly (JsonObject | string)[]>>[]
): PropertyLists['all'] {
  const lists = new PropertyLists();
  for (const [property, values] of all.flatMap((each) => Object.entries(each))) {
    for (const value of values) lists.add(property, value);
  }
  return lists.all;
}
