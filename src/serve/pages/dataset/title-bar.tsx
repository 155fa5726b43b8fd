import { creatorsOf } from '../../../export/citation/cited-work.ts';
import type { AgentDetail } from '../../../views/details/resource-details.ts';
import { grouped } from '../../../text/amounts.ts';
import { dateWords } from '../../../text/date-words.ts';
import { datasetHref } from '../../parts/addresses.ts';
import { Literal } from '../../parts/published.tsx';
import { shortened, typeLabels } from '../../parts/short-names.ts';
import { AgentLink } from './agent-link.tsx';
import { CanIHaveIt } from './can-i-have-it.tsx';
import { agentLabel } from './names.ts';
import { saidOf, titleOf } from './subject.ts';
import { allHref, unreadOf, type SubjectView } from './view.ts';

const maxTitleCharacters = 500;
/** So many people stand below the title. */
const maxPeople = 10;

/** What it is, what it is called, who made it, and whether one can have it. */
export function TitleBar({ view }: { readonly view: SubjectView }) {
  const { subject, languages } = view;
  const title = titleOf(subject, languages);
  return (
    <header class="title">
      {subject.kind === 'record' ? <DatasetLink view={view} /> : null}
      <Kind view={view} />
      <h1>
        <Literal text={shortened(title.text, maxTitleCharacters)} language={title.language} />
      </h1>
      <Creators view={view} />
      <CanIHaveIt view={view} />
    </header>
  );
}

/** From a record to its dataset, which may have others. */
function DatasetLink({ view: { site, subject } }: { readonly view: SubjectView }) {
  return (
    <p class="back">
      <a href={datasetHref(site, subject.resource)}>← The dataset, by all its records</a>
    </p>
  );
}

function Kind({ view }: { readonly view: SubjectView }) {
  const { subject } = view;
  const types = typeLabels(subject.main.resource.types).slice(0, 3);
  const agents = saidOf(subject, ({ agents: all }) => all.filter(isPublisher))?.value ?? [];
  const dates = saidOf(subject, (details) => details.dates)?.value ?? [];
  const published = dates.find(({ event }) => event === 'published') ?? dates[0];
  const what = types.length === 0 ? 'Resource' : types.join(', ');
  return (
    <p class="facts kind">
      <span>{subject.kind === 'record' ? `Record of a ${what}` : what}</span>
      {agents.slice(0, 2).map((agent) => (
        <span>
          <AgentLink site={view.site} agent={agent} as="publisher" />
        </span>
      ))}
      {published === undefined ? null : (
        <span>
          {published.event} <bdi>{shortened(dateWords(published.date), 40)}</bdi>
        </span>
      )}
    </p>
  );
}

function isPublisher(agent: AgentDetail): boolean {
  return agent.role === 'publisher' && agentLabel(agent) !== undefined;
}

function Creators({ view }: { readonly view: SubjectView }) {
  const said = saidOf(view.subject, ({ agents }) => creatorsOf(agents))?.value ?? [];
  const people = said.filter((agent) => agentLabel(agent) !== undefined);
  if (people.length === 0) return null;
  const shown = people.length <= maxPeople + 1 ? people : people.slice(0, maxPeople);
  const more = people.length - shown.length + unreadOf(view, 'agents');
  // `Lin, Hanzhi` has a comma of its own.
  const separator = shown.some(({ name = '' }) => name.includes(',')) ? '; ' : ', ';
  return (
    <p class="creators">
      {shown.map((agent, at) => (
        <>
          {at === 0 ? '' : separator}
          <AgentLink site={view.site} agent={agent} as="person" />
        </>
      ))}
      {more === 0 ? null : (
        <>
          {' and '}
          <a href={allHref(view, 'people', 'people')}>{grouped(more)} more</a>
        </>
      )}
    </p>
  );
}
