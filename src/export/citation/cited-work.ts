import { typeName } from '../../rdf/type-name.ts';
import { persistentUrl } from '../../rdf/resolvable.ts';
import type { AgentDetail, ResourceDetails } from '../../views/details/resource-details.ts';
import { readAgentName, type CitedAgent } from './agent-name.ts';
import { inOneLine } from './one-line.ts';

/** What a citation of a resource is made of. All texts are in one line. */
export interface CitedWork {
  readonly authors: readonly CitedAgent[];
  /** How many more there are that were not read. */
  readonly moreAuthors: number;
  readonly year?: string;
  /** As ISO 8601, where it is known to the day. */
  readonly date?: string;
  readonly title: string;
  readonly publisher?: string;
  readonly version?: string;
  /** Without prefix. */
  readonly doi?: string;
  /** Where it is found: that of the persistent identifier, else of a page. */
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
  /** Leads to it where it has no persistent identifier. */
  readonly page?: string | undefined;
}

const maxTitleCharacters = 1000;
const maxVersionCharacters = 50;

/** What a record says of a resource, as far as citations tell it. */
export function citedWork({ details, title, page }: WorkToCite): CitedWork {
  const { agents, versions, types, omitted = [] } = details;
  const publishers = agents.filter(({ role }) => role === 'publisher').map(readAgentName);
  const publisher = publishers.find(isNamed);
  const version = inOneLine(versions[0] ?? '').replace(/^v(?:ersion)?[\s.]*(?=\d)/iu, '');
  const { doi, url = page } = persistentName(details);
  return {
    authors: creatorsOf(agents).map(readAgentName).filter(isNamed),
    moreAuthors: omitted.find(({ part }) => part === 'agents')?.values ?? 0,
    ...datesOf(details),
    title: inOneLine(title.slice(0, maxTitleCharacters)).toWellFormed(),
    ...(publisher && { publisher: publisher.whole }),
    ...(version !== '' && version.length <= maxVersionCharacters && { version }),
    ...(doi !== undefined && { doi }),
    ...(url !== undefined && { url }),
    kind: kindOf(types),
  };
}

/** Not so where nothing but an address of mail is known. */
function isNamed({ whole }: CitedAgent): boolean {
  return whole !== '';
}

/** Creators, each once, even in several roles. */
export function creatorsOf(agents: readonly AgentDetail[]): readonly AgentDetail[] {
  const creators = agents.filter(
    ({ role, name, iri }) => /^creator\b/u.test(role) && (name ?? iri) !== undefined,
  );
  return [...new Map(creators.map((agent) => [agent.iri ?? agent.name, agent])).values()];
}

function datesOf({ dates }: CitedDetails): Pick<CitedWork, 'date' | 'year'> {
  const found = (['published', 'created', 'modified'] as const).flatMap((wanted) =>
    dates.filter(({ event, date }) => event === wanted && /\d{4}/u.test(date)),
  );
  const date = found[0]?.date;
  const [year] = /\d{4}/u.exec(date ?? '') ?? [];
  if (date === undefined || year === undefined) return {};
  const [day] = /^\d{4}-\d\d-\d\d(?!\d)/u.exec(date) ?? [];
  return { year, ...(day !== undefined && { date: day }) };
}

/** A DOI before others. */
function persistentName({ identifiers, iri = '' }: CitedDetails): {
  readonly doi?: string;
  readonly url?: string;
} {
  const said = [...identifiers.flatMap(({ value, url = '' }) => [value, url]), iri];
  const found = said.flatMap((each) => persistentUrl(each) ?? []);
  const doi = found.find(({ scheme }) => scheme === 'doi');
  if (doi === undefined) return found[0] === undefined ? {} : { url: found[0].url };
  return { doi: decoded(doi.url.replace('https://doi.org/', '')), url: doi.url };
}

function decoded(text: string): string {
  try {
    return inOneLine(decodeURIComponent(text));
  } catch {
    return text;
  }
}

function kindOf(types: readonly string[]): WorkKind {
  const names = types.map(typeName);
  if (names.some((name) => /dataset$|datacatalog$/iu.test(name))) return 'dataset';
  return names.some((name) => /software/iu.test(name)) ? 'software' : 'other';
}
