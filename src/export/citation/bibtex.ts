import { words } from '../../facts/text/fold.ts';
import type { CitedAgent } from './agent-name.ts';
import type { CitedWork, WorkKind } from './cited-work.ts';

const kindNames: Readonly<Record<WorkKind, string>> = {
  dataset: 'Data set',
  software: 'Computer software',
  other: '',
};

/**
 * A citation as an entry of BibTeX, in UTF-8. It is `@misc`, which all styles know; `@dataset` is
 * known to few.
 */
export function bibtex(work: CitedWork): string {
  const { authors, moreAuthors, title, year, publisher, version, doi, url, kind } = work;
  const named = [...authors.map(agentText), ...(moreAuthors > 0 ? ['others'] : [])];
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['author', named.length === 0 ? undefined : named.join(' and ')],
    // Styles would write capitals as small letters.
    ['title', `{${escaped(title)}}`],
    ['year', year],
    ['publisher', publisher && `{${escaped(publisher)}}`],
    ['version', version && escaped(version)],
    ['howpublished', kindNames[kind] || undefined],
    ['doi', doi && address(doi)],
    ['url', url && address(url)],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name} = {${value}}`],
  );
  return `@misc{${keyOf(work)},\n${lines.join(',\n')}\n}\n`;
}

function agentText({ whole, person }: CitedAgent): string {
  if (person === undefined) return `{${escaped(whole)}}`;
  return `${partText(person.family)}, ${partText(person.given)}`;
}

/** What means something between names is kept together with braces. */
function partText(part: string): string {
  return /,|\band\b/iu.test(part) ? `{${escaped(part)}}` : escaped(part);
}

/** Braces are counted even behind a backslash, so none of a text may stay. */
const commands: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '{': String.raw`\textbraceleft{}`,
  '}': String.raw`\textbraceright{}`,
  '^': String.raw`\textasciicircum{}`,
  '~': String.raw`\textasciitilde{}`,
};

function escaped(text: string): string {
  return text.replaceAll(/[#$%&\\^_{}~]/gu, (sign) => commands[sign] ?? `\\${sign}`);
}

/** Addresses are taken as they are, but for what would end a value. */
function address(text: string): string {
  return text.replaceAll(/[\s"\\{}]/gu, encodeURIComponent);
}

/** `lin2015chlorophyll`, in the letters that keys may have. */
function keyOf({ authors: [author], year, title }: CitedWork): string {
  const first = author?.person?.family ?? author?.whole ?? '';
  const parts = [words(first)[0], year, words(title).find((word) => word.length > 3)];
  const key = parts.map((part = '') => part.replaceAll(/[^a-z\d]/gu, '')).join('');
  return key === '' ? 'cited' : key.slice(0, maxKeyCharacters);
}

const maxKeyCharacters = 60;
