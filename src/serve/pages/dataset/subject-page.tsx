import { grouped } from '../../../text/amounts.ts';
import { Layout } from '../../parts/layout.tsx';
import { shortened } from '../../parts/short-names.ts';
import { sitePath } from '../../site.ts';
import { About } from './about.tsx';
import { EmbeddedDescription } from './embedded-description.tsx';
import { fileCount } from './files-of.ts';
import { Files } from './files.tsx';
import { People, peopleOf } from './people.tsx';
import { countOf, Problems, problemsIn } from './problems.tsx';
import { Provenance } from './provenance.tsx';
import { Related } from './related.tsx';
import { Resources } from './resources.tsx';
import { SideBySide } from './side-by-side.tsx';
import { Side } from './side.tsx';
import { formMediaTypes, pathOf } from './subject-address.ts';
import { saidOf, titleOf } from './subject.ts';
import { TitleBar } from './title-bar.tsx';
import { Variables } from './variables.tsx';
import { unreadOf, type SubjectView } from './view.ts';

/** The page of a dataset, by all its records, or of one record. */
export function SubjectPage({ view }: { readonly view: SubjectView }) {
  const { site, state, subject, languages } = view;
  const problems = problemsIn(view);
  const title = shortened(titleOf(subject, languages).text, 200);
  return (
    <Layout site={site} state={state} title={title} kind="dataset" head={<Head view={view} />}>
      <TitleBar view={view} />
      <Contents view={view} problems={countOf(problems)} />
      <div class="two-columns">
        <div class="subject">
          <About view={view} />
          <Resources view={view} />
          <Variables view={view} />
          <Files view={view} />
          <People view={view} />
          <Related view={view} />
          <SideBySide view={view} />
          <Problems view={view} problems={problems} />
          <Provenance view={view} />
        </div>
        <Side view={view} />
      </div>
    </Layout>
  );
}

function Head({ view }: { readonly view: SubjectView }) {
  const { site, subject } = view;
  return (
    <>
      {(['jsonld', 'ttl', 'nq'] as const).map((form) => (
        <link
          rel="describedby"
          type={formMediaTypes[form]}
          href={sitePath(site, pathOf(subject, form))}
        />
      ))}
      <EmbeddedDescription view={view} />
    </>
  );
}

/** Beside the underlined name, and apart from it when it is read out. */
function Count({ of }: { readonly of: number }) {
  return <span class="count"> {grouped(of)}</span>;
}

function countIn(values: readonly unknown[] | undefined): number {
  return values?.length ?? 0;
}

interface ContentsProps {
  readonly view: SubjectView;
  /** How many there are. */
  readonly problems: number;
}

/** The sections that the page has, with how much is in each. */
function Contents({ view, problems }: ContentsProps) {
  const { subject } = view;
  const { kind, graphs } = subject;
  const describes = subject.main.copy.facts.describes.length;
  const agents = saidOf(subject, (details) => details.agents)?.value ?? [];
  const variables = countIn(saidOf(subject, (details) => details.variables)?.value);
  const related = countIn(saidOf(subject, (details) => details.related)?.value);
  const sections: readonly (readonly [id: string, name: string, count: number])[] = [
    ['resources', 'Resources', kind === 'record' && describes > 1 ? describes : 0],
    ['variables', 'Variables', variables + unreadOf(view, 'variables')],
    ['files', 'Files', fileCount(view)],
    ['people', 'People', peopleOf(agents).length + unreadOf(view, 'agents')],
    ['related', 'Related', related + unreadOf(view, 'related')],
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
