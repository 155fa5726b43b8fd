import { trimEndOf } from '../../text/trim-end.ts';
import type { CitedAgent } from './agent-name.ts';
import type { CitedWork, WorkKind } from './cited-work.ts';

/** A citation for people, the title apart, since it is set in another type. */
export interface CitationText {
  readonly before: string;
  readonly title: string;
  readonly after: string;
}

/** All of up to 20 authors are named; of more the first 19 and the last (APA, 7th edition, 9.8). */
const maxAuthors = 20;

const kindNames: Readonly<Record<WorkKind, string>> = {
  dataset: ' [Data set]',
  software: ' [Computer software]',
  other: '',
};

/** A citation in the style of APA: `Lin, H., & Kim, J. (2015). Title [Data set]. Publisher. URL` */
export function citationText(work: CitedWork): CitationText {
  const { title, publisher, version, url, kind } = work;
  const authors = authorsText(work);
  const year = `(${work.year ?? 'n.d.'}).`;
  const isAuthor = work.authors.length === 1 && work.authors[0]?.whole === publisher;
  const edition = version === undefined ? '' : ` (Version ${version})`;
  const after = [
    `${edition}${kindNames[kind]}.`,
    ...(authors === '' ? [year] : []),
    ...(publisher === undefined || isAuthor ? [] : [sentence(publisher)]),
    ...(url === undefined ? [] : [url]),
  ];
  return {
    before: authors === '' ? '' : `${sentence(authors)} ${year} `,
    title: trimEndOf(title, '. '),
    after: after.join(' '),
  };
}

function sentence(text: string): string {
  return `${trimEndOf(text, '. ')}.`;
}

function authorsText({ authors, moreAuthors }: CitedWork): string {
  const names = authors.map(authorText);
  const [last = ''] = names.slice(-1);
  if (moreAuthors > 0) return [...names.slice(0, maxAuthors - 1), 'et al.'].join(', ');
  if (names.length > maxAuthors) return `${names.slice(0, maxAuthors - 1).join(', ')}, … ${last}`;
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')}, & ${last}`;
}

function authorText({ whole, person }: CitedAgent): string {
  return person === undefined ? whole : `${person.family}, ${initials(person.given)}`;
}

/** `Jean-Pierre M` is `J.-P. M.`. */
function initials(given: string): string {
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

/** With its marks. */
const firstLetter = /^\P{M}\p{M}*/u;
