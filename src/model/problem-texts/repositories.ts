import type { ProblemOf } from '../problem.ts';
import { formatCount } from '../../text/amounts.ts';
import { cut, type ProblemTexts } from './problem-text.ts';

/** Advises what fits the error, and `sets` only where the request names one. */
function oaiErrorRemedy({ code, url }: ProblemOf<'oai-error'>): string | undefined {
  if (code === 'badResumptionToken') {
    return 'Ask the repository to keep resumption tokens valid for an hour at least.';
  }
  return /[?&]set=/u.test(url)
    ? 'Correct `sets` of the source: a request with `verb=ListSets` lists the sets.'
    : undefined;
}

/** Problems of repositories that are harvested with OAI-PMH. */
export const repositoryProblems = {
  'oai-error': {
    severity: 'error',
    title: 'Error of OAI-PMH',
    meaning:
      'The repository answered with an error of OAI-PMH, so the list is not complete. What was ' +
      'listed before is harvested, and nothing is removed for being unlisted.',
    remedy: 'Tell the repository: the request in the message shows the error in a browser.',
    remedyFor: oaiErrorRemedy,
    facts: (p) => (p.detail === '' ? cut(p.code) : `${cut(p.code)}: ${cut(p.detail)}`),
  },
  'oai-format-unavailable': {
    severity: 'error',
    title: 'No usable metadata format',
    meaning:
      'The repository does not offer the metadata format that the source wants, or none that can ' +
      'be mapped to schema.org.',
    remedy:
      'Ask the repository to offer oai_dc, which OAI-PMH requires, or better DataCite. Its other ' +
      'formats cannot be harvested.',
    remedyFor: ({ wanted }) =>
      wanted === undefined
        ? undefined
        : 'Leave `metadataPrefix` of the source out, so that the best format is chosen, or set ' +
          'it to an offered one of DataCite or Dublin Core.',
    facts: (p) => {
      const wanted = p.wanted === undefined ? '' : `${cut(p.wanted)} is not offered; `;
      return `${wanted}offered: ${cut(p.offered.join(', '))}`;
    },
  },
  'oai-list-restarted': {
    severity: 'info',
    title: 'List of OAI-PMH begun again',
    meaning:
      'A resumption token expired, or a page failed, so the list was begun again in two halves, ' +
      'by date. Nothing was lost, unless another problem says so.',
    remedy:
      'Nothing has to be done. Tokens that are valid for at least an hour save the repository ' +
      'requests.',
    facts: (p) => formatCount(p.restarts, 'restart'),
  },
  'oai-malformed': {
    severity: 'error',
    title: 'Response of OAI-PMH cannot be read',
    meaning:
      'The response is none of OAI-PMH, or a part of it cannot be read. What can be read is ' +
      'harvested; since records may be missing, nothing is removed for being unlisted.',
    remedy:
      'If it is not OAI-PMH at all, correct the URL of the source. Otherwise tell the repository ' +
      'that its XML is not well-formed.',
    facts: (p) => {
      const where = p.isWhole === true ? '' : `line ${p.line}, `;
      return `${cut(p.detail)}, ${where}after ${formatCount(p.recordsRead, 'record')}`;
    },
  },
} satisfies Partial<ProblemTexts>;
