import { foldedWords } from '../../facts/text/word-folding.ts';
import { trimEndCharacters } from '../../text/clean-text.ts';
import type { CitedAgent, CitedWork, WorkKind } from './citation.ts';

/** A citation for readers. The title is separate because it is set in italics. */
interface CitationText {
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

/** An APA citation: `Lin, H., & Kim, J. (2015). Title [Data set]. Publisher. URL` */
export function formatCitation(work: CitedWork): CitationText {
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
    title: trimEndCharacters(title, '. '),
    after: after.join(' '),
  };
}

function withFullStop(text: string): string {
  return `${trimEndCharacters(text, '. ')}.`;
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

const bibtexKindNames: Readonly<Record<WorkKind, string>> = {
  dataset: 'Data set',
  software: 'Computer software',
  other: '',
};

/** A citation as BibTeX in UTF-8, of type `@misc`, because few styles know `@dataset`. */
export function formatBibtex(work: CitedWork): string {
  const { authors, moreAuthors, title, year, publisher, version, doi, url, kind } = work;
  const named = [...authors.map(formatBibtexAgent), ...(moreAuthors > 0 ? ['others'] : [])];
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['author', named.length === 0 ? undefined : named.join(' and ')],
    // Without braces, styles would lower-case capitals.
    ['title', `{${escapeBibtex(title)}}`],
    ['year', year],
    ['publisher', publisher && `{${escapeBibtex(publisher)}}`],
    ['version', version && escapeBibtex(version)],
    ['howpublished', bibtexKindNames[kind] || undefined],
    ['doi', doi && escapeAddress(doi)],
    ['url', url && escapeAddress(url)],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name} = {${value}}`],
  );
  return `@misc{${createCitationKey(work)},\n${lines.join(',\n')}\n}\n`;
}

function formatBibtexAgent({ whole, person }: CitedAgent): string {
  if (person === undefined) return `{${escapeBibtex(whole)}}`;
  return `${formatNamePart(person.family)}, ${formatNamePart(person.given)}`;
}

/** Braces keep text together that BibTeX would split into several names. */
function formatNamePart(part: string): string {
  return /,|\band\b/iu.test(part) ? `{${escapeBibtex(part)}}` : escapeBibtex(part);
}

/** BibTeX counts braces even after a backslash, so they are replaced by commands. */
const commands: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '{': String.raw`\textbraceleft{}`,
  '}': String.raw`\textbraceright{}`,
  '^': String.raw`\textasciicircum{}`,
  '~': String.raw`\textasciitilde{}`,
};

function escapeBibtex(text: string): string {
  return text.replaceAll(/[#$%&\\^_{}~]/gu, (sign) => commands[sign] ?? `\\${sign}`);
}

/** Percent-encodes only the characters that would end a BibTeX value. */
function escapeAddress(text: string): string {
  return text.replaceAll(/[\s"\\{}]/gu, encodeURIComponent);
}

/** A citation key such as `lin2015chlorophyll`. */
function createCitationKey({ authors: [author], year, title }: CitedWork): string {
  const first = author?.person?.family ?? author?.whole ?? '';
  const parts = [foldedWords(first)[0], year, foldedWords(title).find((word) => word.length > 3)];
  const key = parts.map((part = '') => part.replaceAll(/[^a-z\d]/gu, '')).join('');
  return key === '' ? 'cited' : key.slice(0, maxKeyCharacters);
}

const maxKeyCharacters = 60;

const risTypes: Readonly<Record<WorkKind, string>> = {
  dataset: 'DATA',
  software: 'COMP',
  other: 'GEN',
};

/** A citation in RIS. Values contain no line breaks, so none can end its line. */
export function formatRis(work: CitedWork): string {
  const { authors, year, date, title, publisher, version, doi, url, kind } = work;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['TY', risTypes[kind]],
    ...authors.map(({ whole, person }): readonly [string, string] => {
      return ['AU', person === undefined ? whole : `${person.family}, ${person.given}`];
    }),
    ['TI', title],
    ['PY', year],
    ['DA', date?.replaceAll('-', '/')],
    ['PB', publisher],
    ['ET', version],
    ['DO', doi],
    ['UR', url],
    ['ER', ''],
  ];
  return lines
    .flatMap(([tag, value]) => (value === undefined ? [] : [`${tag}  - ${value}\r\n`]))
    .join('');
}
