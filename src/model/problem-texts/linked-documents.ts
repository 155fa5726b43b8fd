import { formatCount } from '../../text/amounts.ts';
import type { ProblemFacts } from '../problem.ts';
import { cut, place, type ProblemTexts } from './problem-text.ts';

/** Problems of metadata documents and other resources that records link to. */
export const linkedDocumentProblems = {
  'linked-document-has-entities': {
    severity: 'warning',
    title: 'Linked document declares entities',
    meaning:
      'The DTD of the linked metadata document declares entities. They can make a small document ' +
      'grow without bounds or refer to files, so many harvesters refuse such documents. They ' +
      'were not read, so it is not known whether it is well-formed and valid.',
    remedy:
      'Write the characters themselves in place of the entities, and remove their declarations ' +
      'from the document.',
    facts: ({ document }) => cut(document),
  },
  'linked-document-invalid': {
    severity: 'error',
    title: 'Linked document not valid',
    meaning:
      'The linked metadata document is well-formed XML, but not valid by the XML schema that is ' +
      'mapped to its namespace. Repositories that validate, such as member nodes of DataONE, ' +
      'reject it.',
    remedy:
      'Correct the document, or the template that makes it, beginning with the fault of the ' +
      'message; `xmllint --schema` lists the others. If the schema is of another version, map ' +
      'the right one to the namespace.',
    facts: ({ document, detail, line, count }) => {
      const faults = count > 1 ? `; ${formatCount(count, 'fault')}` : '';
      return `${cut(document)}, line ${line}: ${cut(detail)}${faults}`;
    },
  },
  'linked-document-malformed': {
    severity: 'error',
    title: 'Linked document malformed',
    meaning:
      'The linked metadata document is in XML or JSON by its format, but no parser can read it ' +
      'beyond the fault. It is lost for every harvester.',
    remedy:
      'Correct the document at the place of the message, or the program that writes it: most ' +
      'faults are texts that were not escaped.',
    facts: (p) => `${cut(p.document)}: ${cut(p.detail)} at ${place(p)}`,
  },
  'linked-document-missing': {
    severity: 'error',
    title: 'Linked document missing',
    meaning:
      'The record links to a metadata document that cannot be retrieved. Harvesters that want ' +
      'metadata in that format get none for this record.',
    remedy: 'Publish the document at that address, or correct or remove the link in the record.',
    facts: ({ document, ...failure }) => `${cut(document)}: ${failureInWords(failure)}`,
  },
  'linked-document-not-metadata': {
    severity: 'error',
    title: 'Linked document is not metadata',
    meaning:
      'In place of the metadata document that the record links to, the server sends a page or an ' +
      'error report, as if the request had succeeded.',
    remedy:
      'Link to the document itself and not to a page about it. Answer with status 404 where ' +
      'there is no document, and in the format that the `Accept` field of the request names.',
    facts: ({ document, found }) => `${cut(document)}: ${cut(found)}`,
  },
  'linked-document-too-large': {
    severity: 'warning',
    title: 'Linked document too large to check',
    meaning:
      'The linked metadata document exceeds a limit of this check, so it is not known whether it ' +
      'is well-formed and valid. Other harvesters have limits as well.',
    remedy:
      'Publish metadata without data: a document of megabytes mostly contains tables, which ' +
      'belong in files of their own.',
    facts: ({ document, limit, max }) => {
      const unit = { bytes: 'byte', memory: 'byte', milliseconds: 'millisecond' }[limit];
      const of = limit === 'memory' ? ' of memory' : '';
      return `${cut(document)}: more than ${formatCount(max, unit)}${of}`;
    },
  },
  'link-broken': {
    severity: 'warning',
    title: 'Broken link',
    meaning:
      'An address in the record leads nowhere. Data behind it cannot be downloaded, a licence ' +
      'cannot be read, an identifier does not resolve. Answers that ask for a login do not count.',
    remedy:
      'Correct the address in the record, or publish the resource at it. For an identifier, ' +
      'correct its registration.',
    facts: ({ link, what, ...failure }) => `${what} ${cut(link)}: ${failureInWords(failure)}`,
  },
} as const satisfies Pick<
  ProblemTexts,
  | 'linked-document-has-entities'
  | 'linked-document-invalid'
  | 'linked-document-malformed'
  | 'linked-document-missing'
  | 'linked-document-not-metadata'
  | 'linked-document-too-large'
  | 'link-broken'
>;

/** Why an address leads nowhere. */
export function failureInWords({
  status,
  reason,
}: Pick<ProblemFacts['link-broken'], 'status' | 'reason'>): string {
  if (status !== undefined) return `HTTP status ${status}`;
  return cut(reason ?? 'no answer');
}
