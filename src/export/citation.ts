import { foldedWords } from '../facts/text/word-folding.ts';
import { persistentUrl } from '../rdf/identifiers.ts';
import { typeName } from '../rdf/vocabularies.ts';
import { removeMailAddresses, trimEndCharacters } from '../text/clean-text.ts';
import type { AgentDetail, ResourceDetails } from '../views/details/resource-details.ts';

/** The parts of a citation. Every text is a single line. */
export interface CitedWork {
  readonly authors: readonly CitedAgent[];
  /** Number of further authors that were not read. */
  readonly moreAuthors: number;
  readonly year?: string;
  /** ISO 8601 date; only if known to the day. */
  readonly date?: string;
  readonly title: string;
  readonly publisher?: string;
  readonly version?: string;
  /** DOI without prefix. */
  readonly doi?: string;
  /** URL of the persistent identifier, or else of a web page. */
  readonly url?: string;
  readonly kind: WorkKind;
}

/** The kind of a work, as far as citation styles distinguish kinds. */
type WorkKind = 'dataset' | 'other' | 'software';

type CitedDetails = Pick<
  ResourceDetails,
  'agents' | 'dates' | 'identifiers' | 'iri' | 'omitted' | 'types' | 'versions'
>;

interface WorkToCite {
  readonly details: CitedDetails;
  readonly title: string;
  /** Web page, used if there is no persistent identifier. */
  readonly page?: string | undefined;
}

const maxTitleCharacters = 1000;
const maxVersionCharacters = 50;

/** Reads the parts of a citation from a resource's details. */
export function readCitedWork({ details, title, page }: WorkToCite): CitedWork {
  const { agents, versions, types, omitted = [] } = details;
  const publishers = agents.filter(({ role }) => role === 'publisher').map(readAgentName);
  const publisher = publishers.find(hasName);
  const version = inOneLine(versions[0] ?? '').replace(/^v(?:ersion)?[\s.]*(?=\d)/iu, '');
  const { doi, url = page } = readPersistentUrl(details);
  return {
    authors: distinctCreators(agents).map(readAgentName).filter(hasName),
    moreAuthors: omitted.find(({ part }) => part === 'agents')?.values ?? 0,
    ...readYearAndDate(details),
    title: inOneLine(title.slice(0, maxTitleCharacters)).toWellFormed(),
    ...(publisher && { publisher: publisher.whole }),
    ...(version !== '' && version.length <= maxVersionCharacters && { version }),
    ...(doi !== undefined && { doi }),
    ...(url !== undefined && { url }),
    kind: readWorkKind(types),
  };
}

/** False if only an email address is known. */
function hasName({ whole }: CitedAgent): boolean {
  return whole !== '';
}

/** Distinct creators, each once even if it has several roles. */
export function distinctCreators(agents: readonly AgentDetail[]): readonly AgentDetail[] {
  const creators = agents.filter(
    ({ role, name, iri }) => /^creator\b/u.test(role) && (name ?? iri) !== undefined,
  );
  return [...new Map(creators.map((agent) => [agent.iri ?? agent.name, agent])).values()];
}

function readYearAndDate({ dates }: CitedDetails): Pick<CitedWork, 'date' | 'year'> {
  const found = (['published', 'created', 'modified'] as const).flatMap((wanted) =>
    dates.filter(({ event, date }) => event === wanted && /\d{4}/u.test(date)),
  );
  const date = found[0]?.date;
  const [year] = /\d{4}/u.exec(date ?? '') ?? [];
  if (date === undefined || year === undefined) return {};
  const [day] = /^\d{4}-\d\d-\d\d(?!\d)/u.exec(date) ?? [];
  return { year, ...(day !== undefined && { date: day }) };
}

/** Prefers a DOI to other persistent identifiers. */
function readPersistentUrl({ identifiers, iri = '' }: CitedDetails): {
  readonly doi?: string;
  readonly url?: string;
} {
  const said = [...identifiers.flatMap(({ value, url = '' }) => [value, url]), iri];
  const found = said.flatMap((each) => persistentUrl(each) ?? []);
  const doi = found.find(({ scheme }) => scheme === 'doi');
  if (doi === undefined) return found[0] === undefined ? {} : { url: found[0].url };
  return { doi: decodeOrKeep(doi.url.replace('https://doi.org/', '')), url: doi.url };
}

function decodeOrKeep(text: string): string {
  try {
    return inOneLine(decodeURIComponent(text));
  } catch {
    return text;
  }
}

function readWorkKind(types: readonly string[]): WorkKind {
  const names = types.map(typeName);
  if (names.some((name) => /dataset$|datacatalog$/iu.test(name))) return 'dataset';
  return names.some((name) => /software/iu.test(name)) ? 'software' : 'other';
}

/** A person or organisation as named in citations. */
interface CitedAgent {
  readonly whole: string;
  /** Absent for organisations, and for persons with a single name. */
  readonly person?: { readonly family: string; readonly given: string };
}

const maxNameCharacters = 200;

/**
 * Splits an agent's name for citations: by the name parts in the record; otherwise, for persons and
 * for names of the form `Lin, Hanzhi`, by the shape of the name. All other names stay whole, so
 * that `Alfred Wegener Institute` does not become `Institute, A. W.`.
 */
export function readAgentName(agent: AgentDetail): CitedAgent {
  const { kind, family, given } = agent;
  const whole = firstName(agent);
  if (kind === 'organization') return { whole };
  const parts = [cleanName(family ?? ''), cleanName(given ?? '')] as const;
  const person =
    parts[0] !== '' && parts[1] !== ''
      ? { family: parts[0], given: parts[1] }
      : (splitInvertedName(whole) ?? (kind === 'person' ? splitPersonName(whole) : undefined));
  return person === undefined ? { whole } : { whole, person };
}

/** The first name of an agent; empty if only an email address is known. */
function firstName({ name = '', iri = '' }: AgentDetail): string {
  const [first = ''] = name.split(' / ');
  const called = cleanName(first);
  return called !== '' || iri.includes('@') ? called : iri;
}

function cleanName(name: string): string {
  return removeMailAddresses(inOneLine(name.slice(0, maxNameCharacters)).toWellFormed());
}

/** Splits `Lin, Hanzhi`, but not `National Center for Atmospheric Research, Boulder, Colorado`. */
function splitInvertedName(name: string): CitedAgent['person'] {
  const [family = '', given = '', ...others] = name.split(',').map((part) => part.trim());
  const words = [family, given].map((part) => part.split(' ').length);
  const isPerson = others.length === 0 && words.every((count) => count <= 3);
  if (!isPerson || given === '' || family === '' || organizationWord.test(name)) return undefined;
  return { family, given };
}

const organizationWord =
  /\b(?:agency|association|bureau|cent(?:er|re|ro)|college|committee|company|consortium|corp|council|department|depart[ae]ment|dept|division|facility|foundation|group|inc|institut\w*|laborator\w*|ltd|ministry|museum|network|observatory|office|organi[sz]ation|program(?:me)?|project|research|school|service|society|survey|team|universit\w*)\b/iu;

/** Letters of scripts in which the given name comes before the family name. */
const personNameLetters = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\s.'’ʼ-]+$/u;
/** Particles that precede a family name and belong to it. */
const nameParticle =
  /^(?:al|bin|d[aeiou]|de[lnr]|della|des|dos|el|ibn|la|le|st\.?|te[nr]|van|vo[nm]|zu[mr]?)$/u;
const nameSuffix = /^(?:jr|sr|ii|iii|iv)\.?$/iu;

/** Splits `Paul G. van der Berg Jr.` before the particles of the last word. */
function splitPersonName(name: string): CitedAgent['person'] {
  const words = name.split(' ');
  if (!personNameLetters.test(name) || words.length < 2 || words.length > 7) return undefined;
  if (organizationWord.test(name)) return undefined;
  let start = words.length - 1;
  while (start > 1 && nameSuffix.test(words[start] ?? '')) start -= 1;
  while (start > 1 && nameParticle.test(words[start - 1] ?? '')) start -= 1;
  return { given: words.slice(0, start).join(' '), family: words.slice(start).join(' ') };
}

/** A text as a single line, without characters that change the text direction. */
function inOneLine(text: string): string {
  return text
    .replaceAll(/[\u{202A}-\u{202E}\u{2066}-\u{2069}]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** A citation for readers. The title is separate because it is set in italics. */
interface CitationText {
  readonly before: string;
  readonly title: string;
  readonly after: string;
}

/** Up to 20 authors are all named; otherwise the first 19 and the last (APA, 7th edition, 9.8). */
const maxAuthors = 20;

/** The kinds of works in citations for readers and in RIS. */
const workKinds: Readonly<Record<WorkKind, { readonly name: string; readonly ris: string }>> = {
  dataset: { name: 'Data set', ris: 'DATA' },
  software: { name: 'Computer software', ris: 'COMP' },
  other: { name: '', ris: 'GEN' },
};

/** An APA citation: `Lin, H., & Kim, J. (2015). Title [Data set]. Publisher. URL` */
export function formatCitation(work: CitedWork): CitationText {
  const { title, publisher, version, url, kind } = work;
  const authors = formatAuthors(work);
  const year = `(${work.year ?? 'n.d.'}).`;
  const isAuthor = work.authors.length === 1 && work.authors[0]?.whole === publisher;
  const edition = version === undefined ? '' : ` (Version ${version})`;
  const kindName = workKinds[kind].name;
  const after = [
    `${edition}${kindName === '' ? '' : ` [${kindName}]`}.`,
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
    ['howpublished', workKinds[kind].name || undefined],
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

/** A citation in RIS. Values contain no line breaks, so none can end its line. */
export function formatRis(work: CitedWork): string {
  const { authors, year, date, title, publisher, version, doi, url, kind } = work;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['TY', workKinds[kind].ris],
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
