import { raw } from 'hono/html';
import { resourceIriOfEntry } from '../../../catalogue/derived/index-statements.ts';
import { formatCitation } from '../../../export/citation.ts';
import { isWebAddress, schemaOrgDescription } from '../../../export/schema-org.ts';
import { textForReader } from '../../../facts/text/text-languages.ts';
import type { PlaceFacts, TimeFacts } from '../../../model/search-facts.ts';
import { persistentUrl } from '../../../rdf/identifiers.ts';
import { groupDigits } from '../../../text/amounts.ts';
import { undefinedIfMail } from '../../../text/clean-text.ts';
import { datasetHref } from '../../parts/addresses.ts';
import { Layout } from '../../parts/layout.tsx';
import { PlaceMap, TimeStrip } from '../../parts/place-map.tsx';
import { Literal } from '../../parts/published.tsx';
import { shortened, typeLabels } from '../../parts/short-names.tsx';
import { sitePath, urlOnSite } from '../../site.ts';
import { About } from './about.tsx';
import { datasetMediaTypes, datasetPath } from './dataset-address.ts';
import { citedWorkOfDataset, formatProfiles } from './dataset-formats.ts';
import { type DatasetView, ShowAllLink, shownFirst, unreadRecords } from './dataset-view.tsx';
import { fileCount, Files } from './files.tsx';
import {
  datasetDescription,
  datasetTitle,
  joinedDetails,
  statedByRecords,
} from './find-dataset.ts';
import { People, peopleByRole } from './people.tsx';
import { countDatasetProblems, DatasetProblems, problemsOfRecords } from './problems.tsx';
import { Provenance } from './provenance.tsx';
import { Related } from './related.tsx';
import { SideBySide } from './side-by-side.tsx';
import { TitleBar } from './title-bar.tsx';
import { VariableTable } from './variables.tsx';

/** The page of a dataset with all its records, or of one record. */
export function DatasetPage({ view }: { readonly view: DatasetView }) {
  const { site, state, subject, languages } = view;
  const problems = problemsOfRecords(view);
  const title = shortened(datasetTitle(subject, languages).text, 200);
  return (
    <Layout site={site} state={state} title={title} kind="dataset" head={<Head view={view} />}>
      <TitleBar view={view} />
      <Contents view={view} problems={countDatasetProblems(problems)} />
      <div class="two-columns">
        <div class="subject">
          <About view={view} />
          <Resources view={view} />
          <VariableTable view={view} />
          <Files view={view} />
          <People view={view} />
          <Related view={view} />
          <SideBySide view={view} />
          <DatasetProblems view={view} problems={problems} />
          <Provenance view={view} />
        </div>
        <SideColumn view={view} />
      </div>
    </Layout>
  );
}

function Head({ view }: { readonly view: DatasetView }) {
  const { site, subject } = view;
  return (
    <>
      {(['jsonld', 'ttl', 'nq'] as const).map((form) => (
        <link
          rel="describedby"
          type={datasetMediaTypes[form]}
          profile={formatProfiles(form, subject)[0]}
          href={sitePath(site, datasetPath(subject, form))}
        />
      ))}
      <EmbeddedDescription view={view} />
    </>
  );
}

/** Not underlined with the name, and read out separately. */
function Count({ of }: { readonly of: number }) {
  return <span class="count"> {groupDigits(of)}</span>;
}

function countIn(values: readonly unknown[] | undefined): number {
  return values?.length ?? 0;
}

interface ContentsProps {
  readonly view: DatasetView;
  /** The number of problems. */
  readonly problems: number;
}

/** The sections of the page with their numbers of items. */
function Contents({ view, problems }: ContentsProps) {
  const { subject } = view;
  const { kind, graphs } = subject;
  const describes = subject.main.copy.facts.describes.length;
  const agents = statedByRecords(subject, (details) => details.agents)?.value ?? [];
  const variables = countIn(statedByRecords(subject, (details) => details.variables)?.value);
  const related = countIn(statedByRecords(subject, (details) => details.related)?.value);
  const sections: readonly (readonly [id: string, name: string, count: number])[] = [
    ['resources', 'Resources', kind === 'record' && describes > 1 ? describes : 0],
    ['variables', 'Variables', variables + unreadRecords(view, 'variables')],
    ['files', 'Files', fileCount(view)],
    ['people', 'People', peopleByRole(agents).length + unreadRecords(view, 'agents')],
    ['related', 'Related', related + unreadRecords(view, 'related')],
    ['records', 'Records', kind === 'dataset' && graphs.length > 1 ? graphs.length : 0],
  ];
  return (
    <nav class="contents" aria-label="On this page">
      <a href="#about">About</a>
      {sections.map(([id, name, count]) =>
        count === 0 ? null : (
          <a href={`#${id}`}>
            {name}
            <Count of={count} />
          </a>
        ),
      )}
      <a href="#problems">
        Problems
        <Count of={problems} />
      </a>
      <a href="#provenance">Provenance</a>
    </nav>
  );
}

/** The place, the time and the citation. */
function SideColumn({ view }: { readonly view: DatasetView }) {
  const { site, subject } = view;
  const places = statedByRecords(subject, (details) => drawn(details.places))?.value;
  const times = statedByRecords(subject, (details) => counted(details.times))?.value;
  return (
    <aside class="side" aria-label="Place, time and citation">
      {places === undefined ? null : (
        <section class="place-section" aria-labelledby="place-title">
          <h2 id="place-title" class="unseen">
            Place
          </h2>
          <PlaceMap site={site} places={places} />
        </section>
      )}
      {times === undefined ? null : (
        <section class="time-section" aria-labelledby="time-title">
          <h2 id="time-title">Time</h2>
          <TimeStrip times={times} />
        </section>
      )}
      <Cite view={view} />
    </aside>
  );
}

function drawn(places: PlaceFacts | undefined): PlaceFacts | undefined {
  return places !== undefined && places.boxes.length > 0 ? places : undefined;
}

function counted(times: TimeFacts | undefined): TimeFacts | undefined {
  return times !== undefined && times.periods.length + times.ages.length > 0 ? times : undefined;
}

function Cite({ view: { site, subject, languages } }: { readonly view: DatasetView }) {
  const { before, title, after } = formatCitation(citedWorkOfDataset(site, subject, languages));
  const path = (form: 'bib' | 'ris'): string => sitePath(site, datasetPath(subject, form));
  return (
    <section id="cite" class="citing" aria-labelledby="cite-title">
      <h2 id="cite-title">Cite</h2>
      <p class="citation">
        <bdi id="citation">
          {before}
          <cite>{title}</cite>
          {after}
        </bdi>
      </p>
      <p class="actions">
        <a href={path('bib')}>BibTeX</a>
        <a href={path('ris')}>RIS</a>
        <button type="button" class="quiet with-script" data-copy="citation">
          Copy
        </button>
      </p>
    </section>
  );
}

/** The description of the dataset for search engines. */
function EmbeddedDescription({ view }: { readonly view: DatasetView }) {
  const { site, subject, languages } = view;
  const { resource } = subject.main;
  const access = statedByRecords(subject, (_, { search }) => search?.texts.access)?.value;
  const iris = [resource.iri ?? '', subject.publisherLinks?.anchor ?? ''];
  const description = schemaOrgDescription({
    details: joinedDetails(subject),
    title: datasetTitle(subject, languages).text,
    description: datasetDescription(subject, languages)?.value.text,
    licences: statedByRecords(subject, (_, { search }) => search?.texts.licences)?.value ?? [],
    // Access that is not open may still be free of charge.
    ...(access === 'open' && { isFree: true }),
    page: urlOnSite(site, datasetPath(subject)),
    sameAs: [...new Set(iris.map((iri) => persistentUrl(iri)?.url ?? iri))].filter(isWebAddress),
    catalogue: { name: site.title, url: urlOnSite(site, '/') },
  });
  return <script type="application/ld+json">{raw(embedded(description))}</script>;
}

/** JSON that cannot close the surrounding `script` element. */
function embedded(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** The resources of a record that describes several. */
function Resources({ view }: { readonly view: DatasetView }) {
  const { state, subject, site, languages } = view;
  const { describes } = subject.main.copy.facts;
  if (subject.kind !== 'record' || describes.length < 2) return null;
  const { graph } = subject.main;
  const facts = state.snapshot.searchFactsOf(graph);
  const shown = shownFirst(view, 'resources', describes);
  return (
    <section id="resources" aria-labelledby="resources-title">
      <h2 id="resources-title">
        Resources of this record <span class="count">{groupDigits(describes.length)}</span>
      </h2>
      <p class="soft">The page shows the first of them.</p>
      <ul class="links">
        {shown.map((resource, at) => {
          const search = facts[at];
          const titles = search?.texts.titles ?? [];
          const title = textForReader(titles, languages);
          const { text, language } = title ?? {
            text: resource.name ?? undefinedIfMail(resource.iri) ?? 'without name',
            language: undefined,
          };
          const label = <Literal text={shortened(text, 200)} language={language} />;
          const key = search && resourceIriOfEntry(graph, resource, search);
          return (
            <li>
              {key === undefined ? label : <a href={datasetHref(site, key)}>{label}</a>}{' '}
              <span class="role">{typeLabels(resource.types).slice(0, 3).join(', ')}</span>
            </li>
          );
        })}
      </ul>
      <ShowAllLink
        view={view}
        part="resources"
        section="resources"
        called="resources"
        shown={shown.length}
        total={describes.length}
      />
    </section>
  );
}
