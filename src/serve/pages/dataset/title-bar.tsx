import { distinctCreators } from '../../../export/citation.ts';
import type { Access } from '../../../model/search-facts.ts';
import { formatCount, formatDate, groupDigits } from '../../../text/amounts.ts';
import type { AgentDetail } from '../../../views/details/resource-details.ts';
import { pageKey } from '../../page-keys.ts';
import { compareHref, datasetHref } from '../../parts/addresses.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import {
  AccessTag,
  isSaidByTag,
  licenceName,
  shortened,
  typeLabels,
} from '../../parts/short-names.tsx';
import { ConformanceTags } from './conformance.tsx';
import { allHref, type DatasetView, unreadRecords } from './dataset-view.tsx';
import { fileCount, firstDownload, statedFiles, totalSize } from './files.tsx';
import { datasetTitle, statedByRecords } from './find-dataset.ts';
import { agentLabel, AgentLink } from './people.tsx';

const maxTitleCharacters = 500;
/** The number of people named below the title. */
const maxPeople = 10;

/** Type, title, creators and access. */
export function TitleBar({ view }: { readonly view: DatasetView }) {
  const { subject, languages } = view;
  const title = datasetTitle(subject, languages);
  return (
    <header class="title">
      {subject.kind === 'record' ? <DatasetLink view={view} /> : null}
      <Kind view={view} />
      <h1>
        <Literal text={shortened(title.text, maxTitleCharacters)} language={title.language} />
      </h1>
      <Creators view={view} />
      <AccessSummary view={view} />
    </header>
  );
}

/** Links a record to its dataset, which may have other records. */
function DatasetLink({ view: { site, subject } }: { readonly view: DatasetView }) {
  return (
    <p class="back">
      <a href={datasetHref(site, subject.resource)}>← The dataset, by all its records</a>
    </p>
  );
}

function Kind({ view }: { readonly view: DatasetView }) {
  const { subject } = view;
  const types = typeLabels(subject.main.resource.types).slice(0, 3);
  const agents =
    statedByRecords(subject, ({ agents: all }) => all.filter(isPublisher))?.value ?? [];
  const dates = statedByRecords(subject, (details) => details.dates)?.value ?? [];
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
          {published.event} <bdi>{shortened(formatDate(published.date), 40)}</bdi>
        </span>
      )}
    </p>
  );
}

function isPublisher(agent: AgentDetail): boolean {
  return agent.role === 'publisher' && agentLabel(agent) !== undefined;
}

function Creators({ view }: { readonly view: DatasetView }) {
  const stated =
    statedByRecords(view.subject, ({ agents }) => distinctCreators(agents))?.value ?? [];
  const people = stated.filter((agent) => agentLabel(agent) !== undefined);
  if (people.length === 0) return null;
  const shown = people.length <= maxPeople + 1 ? people : people.slice(0, maxPeople);
  const more = people.length - shown.length + unreadRecords(view, 'agents');
  // A name such as `Lin, Hanzhi` contains a comma.
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
          <a href={allHref(view, 'people', 'people')}>{groupDigits(more)} more</a>
        </>
      )}
    </p>
  );
}

/** Access, licence and size at a glance, and the main actions. */
function AccessSummary({ view }: { readonly view: DatasetView }) {
  const { subject } = view;
  const access = statedByRecords(subject, (_, { search }) => search?.texts.access)?.value;
  const files = statedByRecords(subject, statedFiles)?.value ?? [];
  const count = fileCount(view);
  const tags = [totalSize(files), count === 0 ? undefined : formatCount(count, 'file')];
  return (
    <div class="get">
      <p class="tags">
        <AccessTag access={access} />
        <LicenceTags view={view} access={access} />
        <ConformanceTags view={view} />
        {tags.map((tag) => (tag === undefined ? null : <bdi class="tag">{tag}</bdi>))}
      </p>
      <p class="buttons">
        <Download file={firstDownload(files)} />
        <LandingPage address={subject.publisherLinks?.anchor} />
        <a class="button quiet" href="#cite">
          Cite
        </a>
        <a class="button quiet" href={compareHref(view.site, [pageKey(subject.resource)])}>
          Compare
        </a>
      </p>
    </div>
  );
}

const maxLicences = 2;

interface LicenceTagsProps {
  readonly view: DatasetView;
  readonly access: Access | undefined;
}

function LicenceTags({ view: { subject }, access }: LicenceTagsProps) {
  const licences = statedByRecords(subject, (_, { search }) => search?.texts.licences)?.value ?? [];
  if (licences.length === 0) return <span class="tag unknown">No licence stated</span>;
  // Some publishers state the access as a licence.
  const others = licences.filter((licence) => !isSaidByTag(access, licence));
  return (
    <>
      {others.slice(0, maxLicences).map((licence) => (
        <bdi class="tag">{shortened(licenceName(licence), 40)}</bdi>
      ))}
    </>
  );
}

function Download({ file }: { readonly file: ReturnType<typeof firstDownload> }) {
  if (file === undefined) return null;
  const { address, format } = file;
  return (
    <WebLink href={address} class="button">
      {format === undefined ? (
        'Get the data'
      ) : (
        <>
          {format === 'HTML' ? 'Open' : 'Download'} <bdi>{format}</bdi>
        </>
      )}
    </WebLink>
  );
}

function LandingPage({ address }: { readonly address: string | undefined }) {
  if (address === undefined) return null;
  return (
    <WebLink href={address} class="button quiet">
      Landing page
    </WebLink>
  );
}
