import { trimEndOf } from '../../text/trim-end.ts';
import type { CitedWork, WorkKind } from './cited-work.ts';

/** A citation for readers. The title is separate because it is set in italics. */
export interface CitationText {
  readonly before: string;
  readonly title: string;
  readonly after: string;
}

/** Up to 20 authors are all named; otherwise the first 19 and the last (APA, 7th edition, 9.8). */
const maxAuthors = 20;

const apaKindNames: Readonly<Record<WorkKind, string>> = {
  dataset: ' [Data set]',
  software: ' [Computer software]',
  other: '',
};

/**
 * Formats a citation in APA style: `Lin, H., & Kim, J. (2015). Title [Data set]. Publisher. URL`
 */
export function citationText(work: CitedWork): CitationText {
  const { title, publisher, version, url, kind } = work;
  const authors = formatAuthors(work);
  const year = `(${work.year ?? 'n.d.'}).`;
  const isAuthor = work.authors.length === 1 && work.authors[0]?.whole === publisher;
  const edition = version === undefined ? '' : ` (Version ${version})`;
  const after = [
    `${edition}${apaKindNames[kind]}.`,
    ...(authors === '' ? [year] : []),
    ...(publisher === undefined || isAuthor ? [] : [withFullStop(publisher)]),
    ...(url === undefined ? [] : [url]),
  ];
  return {
    before: authors === '' ? '' : `${withFullStop(authors)} ${year} `,
    title: trimEndOf(title, '. '),
    after: after.join(' '),
  };
}

function withFullStop(text: string): string {
  return `${trimEndOf(text, '. ')}.`;
}

function formatAuthors({ authors, moreAuthors }: CitedWork): string {
  const names = authors.map(({ whole, person }) =>
    person === undefined ? whole : `${person.family}, ${formatInitials(person.given)}`,
  );
  const [last = ''] = names.slice(-1);
  if (moreAuthors > 0) return [...names.slice(0, maxAuthors - 1), 'et al.'].join(', ');
  if (names.length > maxAuthors) return `${names.slice(0, maxAuthors - 1).join(', ')}, … ${last}`;
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')}, & ${last}`;
}

/** `Jean-Pierre M` is `J.-P. M.`. */
function formatInitials(given: string): string {
  const words = given.split(/[\s.]+/u).filter((word) => word !== '');
  return words
    .map((word) =>
      word
        .split('-')
        .flatMap((part) => firstLetter.exec(part) ?? [])
        .map((letter) => `${letter}.`)
        .join('-'),
    )
    .join(' ');
}

/** A letter with its combining marks. */
const firstLetter = /^\P{M}\p{M}*/u;
