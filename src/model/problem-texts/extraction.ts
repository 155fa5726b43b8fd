import type { RdfSyntax } from '../media-type.ts';
import { isOaiRecordUrl } from '../oai-urls.ts';
import { formatCount } from '../../text/amounts.ts';
import { cut, place, type ProblemTexts, quote } from './problem-text.ts';
import type { JsonMend, RdfMendKind } from '../problem.ts';

const syntaxNames: Readonly<Record<RdfSyntax, string>> = {
  'n-quads': 'N-Quads',
  'n-triples': 'N-Triples',
  'rdf-xml': 'RDF/XML',
  trig: 'TriG',
  turtle: 'Turtle',
};

/** Problems of the metadata in a response. */
export const extractionProblems = {
  'charset-unknown': {
    severity: 'warning',
    title: 'Unknown character set',
    meaning:
      'The label was ignored and the document read as usual, mostly as UTF-8; letters outside ' +
      'ASCII may be wrong.',
    remedy:
      'Serve UTF-8, and name it where the unknown name stands: in `Content-Type`, the page, or ' +
      'the XML declaration.',
    facts: (p) => quote(p.charset),
  },
  'charset-wrong': {
    severity: 'warning',
    title: 'Invalid in its character set',
    meaning:
      'The text is not valid in its declared or assumed character set; letters outside ASCII may ' +
      'be wrong.',
    remedy: 'Write everything in UTF-8, and cut texts between characters, not between bytes.',
    facts: (p) =>
      p.readAs === p.charset
        ? `not ${cut(p.charset)} at ${place(p)}, read with gaps`
        : `not ${cut(p.charset)} at ${place(p)}, read as ${cut(p.readAs)}`,
  },
  'cite-as-differs': {
    severity: 'warning',
    title: 'Identifier differs from cite-as',
    meaning:
      'The typed link `cite-as` gives one identifier of the resource, and its metadata another.',
    remedy: 'Let `cite-as` lead to an identifier that is also in the metadata.',
    facts: (p) => `cite-as ${cut(p.citeAs)}, identifier ${cut(p.identifier)}`,
  },
  'content-type-unsupported': {
    severity: 'warning',
    title: 'Neither HTML nor JSON nor RDF',
    meaning: 'The document is in another format, so it was not searched for metadata.',
    remedy: 'List landing pages or JSON-LD documents, and serve them with their own media type.',
    facts: (p) => (p.contentType === '' ? 'no Content-Type' : `Content-Type ${cut(p.contentType)}`),
  },
  'document-too-large': {
    severity: 'error',
    title: 'Document too large',
    meaning:
      'Nothing was read: unlike a list, the document cannot be read part by part, because its ' +
      'parts depend on each other.',
    remedy:
      'Publish a list, feed or catalogue, an array of documents with a context each, N-Quads ' +
      'with a graph for each record, or one document for each record; or raise ' +
      '`limits.pieceBytes`.',
    facts: (p) => `more than ${formatCount(p.maxBytes, 'byte')}`,
  },
  'json-duplicate-key': {
    severity: 'warning',
    title: 'Name twice in one object',
    meaning: 'An object has several values with the same name; only the last was read.',
    remedy: 'Write several values as one array, and each name once.',
    facts: (p) => `${quote(p.name)} again at ${place(p)}`,
  },
  'json-malformed': {
    severity: 'error',
    title: 'JSON that cannot be read',
    meaning: 'The script or document is lost; others on the page were read.',
    remedy: 'Correct the JSON at the given position.',
    facts: (p) => `${cut(p.detail)} at ${place(p)}, near ${quote(p.excerpt)}`,
  },
  'json-mended': {
    severity: 'warning',
    title: 'JSON repaired',
    meaning: 'The text is not valid JSON, but could mean only one thing and was read as that.',
    remedy: 'Correct the JSON at the given position; other programs cannot read the record.',
    facts: (p) => `${mends[p.what]} at ${place(p)}`,
  },
  'json-not-metadata': {
    severity: 'warning',
    title: 'JSON that describes nothing',
    meaning: 'The script or document holds no JSON object with members, so there is no record.',
    remedy: 'Publish a JSON object, or an array of objects; leave out scripts that stay empty.',
    facts: (p) => `found ${cut(p.found)}`,
  },
  'link-field-malformed': {
    severity: 'warning',
    title: 'Link field that cannot be read',
    meaning: 'The link was skipped; the other links of the response were read.',
    remedy: 'Write the `Link` field as in RFC 8288: `<target>; rel="relation"`.',
    facts: (p) => `${cut(p.detail)} near ${quote(p.excerpt)}`,
  },
  'link-too-deep': {
    severity: 'warning',
    title: 'Link not followed',
    meaning: 'The chain of links to this metadata is longer than the limit, so it was not fetched.',
    remedy: 'Link landing pages to their metadata directly, or raise `limits.linkDepth`.',
    facts: (p) => `${quote(p.link)} is more than ${formatCount(p.maxDepth, 'link')} away`,
  },
  'linkset-malformed': {
    severity: 'warning',
    title: 'Malformed linkset',
    meaning:
      'A broken part was skipped, and the other links were read; those of a linkset in another ' +
      'object or array were all read.',
    remedy: 'Write the linkset as in RFC 9264, and serve it with the media type of its format.',
    facts: ({ line, column, detail, linksRead }) => {
      const at = line === undefined || column === undefined ? '' : ` at ${place({ line, column })}`;
      return `${cut(detail)}${at}; ${formatCount(linksRead, 'link')} read`;
    },
  },
  'list-empty': {
    severity: 'error',
    title: 'List without items',
    meaning:
      'The list is complete but has no items, so nothing was harvested, and nothing was removed.',
    remedy:
      'Check the job that writes the list. If records were harvested before and the list is ' +
      'rightly empty, confirm with `--allow-removals`; only a JSON list can be confirmed.',
    remedyFor: (p) =>
      p.removalsAllowed === true
        ? 'Check the job that writes the list. An empty JSON list counts as complete in this run; ' +
          'another response, such as a page, cannot be confirmed.'
        : undefined,
    facts: () => '',
  },
  'list-item-invalid': {
    severity: 'warning',
    title: 'List item that describes nothing',
    meaning: 'The item was skipped; the others were read.',
    remedy: 'Let each item be a description, or the absolute http or https URL of one.',
    facts: (p) => `found ${cut(p.found)}`,
  },
  'list-item-too-large': {
    severity: 'error',
    title: 'List item too large',
    meaning: 'The item was skipped; the others were read.',
    remedy: 'Publish it as a separate document, or raise `limits.pieceBytes`.',
    facts: (p) => `item ${p.item} has more than ${formatCount(p.maxBytes, 'byte')}`,
  },
  'list-malformed': {
    severity: 'error',
    title: 'List cannot be read to its end',
    meaning:
      'The items before the error were read; those after it are unknown, so no record counts as ' +
      'gone.',
    remedy: 'Correct the JSON at the given position.',
    facts: (p) => `${cut(p.detail)} at ${place(p)}, after ${formatCount(p.itemsRead, 'item')}`,
  },
  'metadata-format-unread': {
    severity: 'info',
    title: 'Metadata in another format',
    meaning: 'The document holds metadata in an unsupported format, so it gave no record.',
    remedy: 'Publish the record as JSON-LD, too, and list that document.',
    remedyFor: ({ url }) =>
      isOaiRecordUrl(url)
        ? 'Leave `metadataPrefix` of the source out, or set it to a format of DataCite or Dublin ' +
          'Core, such as oai_dc.'
        : undefined,
    facts: (p) => {
      const type = p.contentType === '' ? 'no Content-Type' : `Content-Type ${cut(p.contentType)}`;
      return `${cut(p.format)}, ${type}`;
    },
  },
  'rdf-line-malformed': {
    severity: 'warning',
    title: 'RDF line that cannot be read',
    meaning: 'The statement on this line is lost; the other lines were read.',
    remedy: 'Correct the given line.',
    facts: (p) => `${cut(p.detail)} at ${where(p)}`,
  },
  'rdf-malformed': {
    severity: 'error',
    title: 'RDF that cannot be read',
    meaning: 'Nothing in the document could be read.',
    remedy: 'Correct the document at the given position.',
    facts: (p) => `${syntaxNames[p.syntax]}: ${cut(p.detail)} at ${where(p)}`,
  },
  'rdf-mended': {
    severity: 'warning',
    title: 'RDF repaired',
    meaning: 'The text is not valid, but could mean only one thing and was read as that.',
    remedy: 'Correct the document at the given position; other programs cannot read it.',
    facts: (p) =>
      `${rdfMends[p.what]}${p.value === '' ? '' : ` in ${quote(p.value)}`} at ${place(p)}`,
  },
  'rdf-part-malformed': {
    severity: 'error',
    title: 'RDF statement that cannot be read',
    meaning: 'The statement, block or element at this position is lost; the others were read.',
    remedy: 'Correct the document at the given position.',
    facts: (p) => `${syntaxNames[p.syntax]}: ${cut(p.detail)} at ${where(p)}`,
  },
  'xml-mended': {
    severity: 'warning',
    title: 'XML repaired',
    meaning: 'Characters that XML forbids were replaced by U+FFFD, and the document was read.',
    remedy: 'Remove control characters from the texts, or let an XML library write the document.',
    facts: (p) => `${formatCount(p.characters, 'forbidden character')}, the first at ${where(p)}`,
  },
  'xml-malformed': {
    severity: 'error',
    title: 'XML that cannot be read',
    meaning: 'The metadata in this document is lost.',
    remedy: 'Correct the document at the given position.',
    facts: (p) => `${cut(p.detail)} at ${where(p)}`,
  },
  'script-missing': {
    severity: 'warning',
    title: 'Script with metadata not found',
    meaning: 'The page was processed like any other, and the other metadata on it was used.',
    remedy:
      'Give the script the `id` that the sitemap or link names, or correct the sitemap or link.',
    facts: (p) => `id ${quote(p.id)}`,
  },
  'too-many-links': {
    severity: 'warning',
    title: 'Too many links to metadata',
    meaning: 'The links of the page beyond the limit were not followed.',
    remedy: 'List the metadata documents in a sitemap, or raise `limits.linksPerPage`.',
    facts: (p) => `more than ${p.maxLinks}`,
  },
} satisfies Partial<ProblemTexts>;

/** A place of which the column may not be known. */
function where({ line, column }: { readonly line: number; readonly column?: number }): string {
  return column === undefined ? `line ${line}` : place({ line, column });
}

const rdfMends: Record<RdfMendKind, string> = {
  ampersand: 'an ampersand that begins no reference',
  'control-character': 'a character that XML does not allow',
  declaration: 'a missing or superfluous dot after a declaration',
  'missing-dot': 'no dot between two statements',
};

const mends: Record<JsonMend, string> = {
  'bare-name': 'a name without quotation marks',
  blank: 'a blank that JSON does not allow',
  'byte-order-mark': 'a byte order mark',
  cdata: 'CDATA',
  comment: 'a comment',
  'control-character': 'a control character in a string',
  escape: String.raw`the escape \'`,
  'extra-comma': 'a comma with no member before it',
  'html-comment': 'an HTML comment',
  'html-escaped': 'JSON that is escaped as HTML',
  literal: 'another word for true, false or null',
  'missing-comma': 'no comma between two values',
  'missing-value': 'nothing in place of a value',
  'no-value': 'NaN, Infinity or undefined as a value',
  number: 'a number not written as in JSON',
  'several-values': 'several values, read one by one',
  'single-quotes': 'single quotation marks',
  'trailing-comma': 'a comma after the last item',
  'trailing-semicolon': 'a semicolon after the JSON',
  'unescaped-quote': 'an unescaped quotation mark in a text',
};
