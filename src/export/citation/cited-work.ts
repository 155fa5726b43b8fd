import { typeName } from '../../rdf/type-name.ts';
import { persistentUrl } from '../../rdf/resolvable.ts';
import type { AgentDetail, ResourceDetails } from '../../views/details/resource-details.ts';
import { readAgentName, type CitedAgent } from './agent-name.ts';
import { inOneLine } from './one-line.ts';

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

export type WorkKind = 'dataset' | 'other' | 'software';

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
export function citedWork({ details, title, page }: WorkToCite): CitedWork {
  const { agents, versions, types, omitted = [] } = details;
  const publishers = agents.filter(({ role }) => role === 'publisher').map(readAgentName);
  const publisher = publishers.find(hasName);
  const version = inOneLine(versions[0] ?? '').replace(/^v(?:ersion)?[\s.]*(?=\d)/iu, '');
  const { doi, url = page } = readPersistentUrl(details);
  return {
    authors: creatorsOf(agents).map(readAgentName).filter(hasName),
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
export function creatorsOf(agents: readonly AgentDetail[]): readonly AgentDetail[] {
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
