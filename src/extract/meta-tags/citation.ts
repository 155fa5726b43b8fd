const schemaOrg = 'http://schema.org/';

/** The form of a tag's value in JSON-LD. */
export type CitationValue =
  | 'text'
  | 'iri'
  /** The name of a node of this type. */
  | { readonly named: string }
  /** The URL of the resource in a file of this type. */
  | { readonly file: string };

/** The property that a tag states of the page's resource. */
export interface CitationProperty {
  readonly property: string;
  readonly value: CitationValue;
}

const text = (name: string): CitationProperty => ({ property: schemaOrg + name, value: 'text' });
const iri = (name: string): CitationProperty => ({ property: schemaOrg + name, value: 'iri' });
const named = (name: string, type: string): CitationProperty => {
  return { property: schemaOrg + name, value: { named: schemaOrg + type } };
};
const file = (encodingFormat: string): CitationProperty => {
  return { property: `${schemaOrg}encoding`, value: { file: encodingFormat } };
};

/**
 * Highwire Press tags: those of articles per Google Scholar's "Inclusion Guidelines for
 * Webmasters", others as in Zotero's "Embedded Metadata" translator; where schema.org has a
 * property.
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

/** Tags that describe the author before them. */
export const authorProperties: ReadonlyMap<string, CitationProperty> = new Map([
  ['author_institution', named('affiliation', 'Organization')],
  ['author_email', text('email')],
  ['author_orcid', iri('identifier')],
]);
