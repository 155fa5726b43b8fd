import { amount, grouped } from '../../../text/amounts.ts';
import { groupedBy } from '../../../text/grouped-by.ts';
import type { AgentDetail, Called } from '../../../views/details/resource-details.ts';
import { shortened } from '../../parts/short-names.ts';
import { AgentLink, RegisterLink } from './agent-link.tsx';
import { More } from './more.tsx';
import { agentLabel } from './names.ts';
import { saidOf } from './subject.ts';
import { shownFirst, unreadOf, type SubjectView } from './view.ts';

/** Somebody with all that they are to the resource. */
interface Person {
  readonly agent: AgentDetail;
  readonly roles: readonly string[];
}

/** Each once, in the order of what they are first. Who is known by an address of mail alone is not named. */
export function peopleOf(agents: readonly AgentDetail[]): readonly Person[] {
  const named = agents.filter((agent) => agentLabel(agent) !== undefined);
  const byAgent = groupedBy(named, ({ iri, name }) => iri ?? name ?? '');
  return [...byAgent.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const roles = new Set([first, ...others].map(({ role }) => role));
    return [{ agent: first, roles: [...roles] }];
  });
}

/** People and organisations with their roles, their numbers in registers, and where they belong. */
export function People({ view }: { readonly view: SubjectView }) {
  const people = peopleOf(saidOf(view.subject, ({ agents }) => agents)?.value ?? []);
  if (people.length === 0) return null;
  const unread = unreadOf(view, 'agents');
  const shown = shownFirst(view, 'people', people);
  const total = people.length + unread;
  return (
    <section id="people" aria-labelledby="people-title">
      <h2 id="people-title">
        People <span class="count">{grouped(total)}</span>
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
      <More
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
  readonly view: SubjectView;
  readonly agent: AgentDetail;
}) {
  const { affiliations, organizations = [] } = agent;
  const known = new Map(organizations.map((each) => [each.name ?? each.iri ?? '', each]));
  const called = affiliations.map((name): Called => known.get(name) ?? { name });
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
      {more > 0 ? ` and ${amount(more, 'other')}` : null}
    </span>
  );
}
