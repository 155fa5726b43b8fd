import { formatCount, groupDigits } from '../../../text/amounts.ts';
import { removeMailAddresses } from '../../../text/clean-text.ts';
import { groupBy } from '../../../text/collections.ts';
import type { AgentDetail, NameAndIri } from '../../../views/details/resource-details.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { shortened, webLabel } from '../../parts/short-names.tsx';
import type { Site } from '../../site.ts';
import { searchHref } from '../search/search-address.ts';
import { type DatasetView, ShowAllLink, shownFirst, unreadRecords } from './dataset-view.tsx';
import { statedByRecords } from './find-dataset.ts';

/** An agent with all its roles. */
interface Person {
  readonly agent: AgentDetail;
  readonly roles: readonly string[];
}

/**
 * Each agent once, in the order of the first role; without agents that only have a mail address.
 */
export function peopleByRole(agents: readonly AgentDetail[]): readonly Person[] {
  const named = agents.filter((agent) => agentLabel(agent) !== undefined);
  const byAgent = groupBy(named, ({ iri, name }) => iri ?? name ?? '');
  return [...byAgent.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const roles = new Set([first, ...others].map(({ role }) => role));
    return [{ agent: first, roles: [...roles] }];
  });
}

/** People and organisations with roles, identifiers and affiliations. */
export function People({ view }: { readonly view: DatasetView }) {
  const people = peopleByRole(statedByRecords(view.subject, ({ agents }) => agents)?.value ?? []);
  if (people.length === 0) return null;
  const unread = unreadRecords(view, 'agents');
  const shown = shownFirst(view, 'people', people);
  const total = people.length + unread;
  return (
    <section id="people" aria-labelledby="people-title">
      <h2 id="people-title">
        People <span class="count">{groupDigits(total)}</span>
      </h2>
      <ul class="people">
        {shown.map(({ agent, roles }) => (
          <li>
            <AgentLink site={view.site} agent={agent} as="person" />{' '}
            <span class="role">{shortened(roles.join(', '), 100)}</span>{' '}
            <RegisterLink iri={agent.iri} />
            <Affiliations view={view} agent={agent} />
          </li>
        ))}
      </ul>
      <ShowAllLink
        view={view}
        part="people"
        section="people"
        called="people"
        shown={shown.length}
        total={total}
        unread={unread}
      />
    </section>
  );
}

const maxAffiliations = 5;

function Affiliations({
  view,
  agent,
}: {
  readonly view: DatasetView;
  readonly agent: AgentDetail;
}) {
  const { affiliations, organizations = [] } = agent;
  const known = new Map(organizations.map((each) => [each.name ?? each.iri ?? '', each]));
  const called = affiliations.map((name): NameAndIri => known.get(name) ?? { name });
  const shown = called.filter((each) => agentLabel(each) !== undefined).slice(0, maxAffiliations);
  if (shown.length === 0) return null;
  const more = called.length - shown.length;
  return (
    <span class="affiliations">
      {shown.map((each, at) => (
        <>
          {at === 0 ? '' : '; '}
          <AgentLink site={view.site} agent={each} as="organization" />{' '}
          <RegisterLink iri={each.iri} />
        </>
      ))}
      {more > 0 ? ` and ${formatCount(more, 'other')}` : null}
    </span>
  );
}

interface AgentLinkProps {
  readonly site: Site;
  readonly agent: Pick<AgentDetail, 'iri' | 'language' | 'name'>;
  readonly as: 'organization' | 'person' | 'publisher';
}

/** The name of an agent, as a link to a search. */
export function AgentLink({ site, agent, as }: AgentLinkProps) {
  const label = agentLabel(agent);
  if (label === undefined) return null;
  return (
    <a href={searchHref(site, { conditions: { [as]: [agentCondition(agent)] } })}>
      <Literal text={label} language={agent.language} />
    </a>
  );
}

/** The search text for an agent: an identifier, or else the exact name. */
function agentCondition({ iri, name }: Pick<AgentDetail, 'iri' | 'name'>): string {
  const isRegistered = iri !== undefined && registerLabel(iri) !== undefined;
  const [first] = (name ?? '').split(' / ');
  if (isRegistered || first === undefined || first === '') return iri ?? '';
  // Mail addresses are never linked.
  return first.includes('@') ? (agentLabel({ name: first }) ?? '') : `=${first}`;
}

/** A link to the entry of an agent in a register, such as ORCID or ROR. */
function RegisterLink({ iri }: { readonly iri: string | undefined }) {
  const label = iri === undefined ? undefined : registerLabel(iri);
  if (iri === undefined || label === undefined) return null;
  return (
    <WebLink href={iri} class="register">
      {label}
    </WebLink>
  );
}

/** The name of an agent, without mail addresses; undefined where nothing else is known. */
export function agentLabel({ name, iri }: Pick<AgentDetail, 'iri' | 'name'>): string | undefined {
  const shownName = removeMailAddresses(shortened(name ?? '', 200));
  if (shownName !== '') return shownName;
  return iri === undefined || iri.includes('@') ? undefined : webLabel(iri);
}

const registers = [
  [/^https?:\/\/orcid\.org\/(\d{4}(?:-\d{3}[\dX]){3}|[\dX-]{19})$/u, 'ORCID'],
  [/^https?:\/\/ror\.org\/(\w+)$/u, 'ROR'],
  [/^https?:\/\/(?:www\.)?isni\.org\/isni\/(\w+)$/u, 'ISNI'],
  [/^https?:\/\/www\.wikidata\.org\/entity\/(\w+)$/u, 'Wikidata'],
  [/^https?:\/\/www\.grid\.ac\/institutes\/([\w.]+)$/u, 'GRID'],
] as const;

/** A register IRI of a person or organisation in words: `ORCID 0000-0002-1825-0097`. */
function registerLabel(iri: string): string | undefined {
  for (const [pattern, name] of registers) {
    const [, number] = pattern.exec(iri) ?? [];
    if (number !== undefined) return `${name} ${number}`;
  }
  return undefined;
}
