import { words } from '../../facts/text/fold.ts';
import type { CitedAgent } from './agent-name.ts';
import type { CitedWork, WorkKind } from './cited-work.ts';

const bibtexKindNames: Readonly<Record<WorkKind, string>> = {
  dataset: 'Data set',
  software: 'Computer software',
  other: '',
};

/**
 * A citation as a UTF-8 BibTeX entry. The entry type is `@misc`, because few styles know
 * `@dataset`.
 */
export function bibtex(work: CitedWork): string {
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
  const parts = [words(first)[0], year, words(title).find((word) => word.length > 3)];
  const key = parts.map((part = '') => part.replaceAll(/[^a-z\d]/gu, '')).join('');
  return key === '' ? 'cited' : key.slice(0, maxKeyCharacters);
}

const maxKeyCharacters = 60;
