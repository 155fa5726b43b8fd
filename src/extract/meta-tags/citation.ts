const namespace = 'http://schema.org/';

/** How the value of a tag stands in JSON-LD. */
export type CitationValue =
  /** A text as it is. */
  | 'text'
  /** The URL of something. */
  | 'iri'
  /** The name of a node of a type. */
  | { readonly named: string }
  /** The URL of the same in a file. */
  | { readonly file: string };

/** What a tag says of the resource of a page. */
export interface CitationProperty {
  readonly property: string;
  readonly value: CitationValue;
}

const text = (name: string): CitationProperty => ({ property: namespace + name, value: 'text' });
const iri = (name: string): CitationProperty => ({ property: namespace + name, value: 'iri' });
const named = (name: string, type: string): CitationProperty => {
  return { property: namespace + name, value: { named: namespace + type } };
};
const file = (encodingFormat: string): CitationProperty => {
  return { property: `${namespace}encoding`, value: { file: encodingFormat } };
};

/**
 * Highwire Press tags, of which those of articles are described in Google Scholar's "Inclusion Guidelines for Webmasters",
 * the others as Zotero's "Embedded Metadata" translator reads them; where schema.org has a property for them.
 */
export const citationProperties: ReadonlyMap<string, CitationProperty> = new Map([
  ['title', text('name')],
  ['author', named('creator', 'Person')],
  ['publication_date', text('datePublished')],
  ['date', text('datePublished')],
  ['online_date', text('datePublished')],
  ['publisher', named('publisher', 'Organization')],
  ['dissertation_institution', named('sourceOrganization', 'Organization')],
  ['technical_report_institution', named('sourceOrganization', 'Organization')],
  ['technical_report_number', text('identifier')],
  ['journal_title', named('isPartOf', 'Periodical')],
  ['conference_title', named('isPartOf', 'PublicationVolume')],
  ['inbook_title', named('isPartOf', 'Book')],
  ['doi', text('identifier')],
  ['isbn', text('isbn')],
  ['volume', text('volumeNumber')],
  ['issue', text('issueNumber')],
  ['firstpage', text('pageStart')],
  ['lastpage', text('pageEnd')],
  ['keywords', text('keywords')],
  ['language', text('inLanguage')],
  ['abstract', text('abstract')],
  ['abstract_html_url', iri('url')],
  ['public_url', iri('url')],
  ['fulltext_html_url', file('text/html')],
  ['pdf_url', file('application/pdf')],
]);

/** What an author's tag is followed by, of that author. */
export const authorProperties: ReadonlyMap<string, CitationProperty> = new Map([
  ['author_institution', named('affiliation', 'Organization')],
  ['author_email', text('email')],
  ['author_orcid', iri('identifier')],
]);
