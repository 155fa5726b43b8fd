import { resourceOf } from '../../../store/index-statements.ts';
import { textFor } from '../../../facts/text/reader-texts.ts';
import { grouped } from '../../../text/amounts.ts';
import { unlessMail } from '../../../text/without-mail.ts';
import { datasetHref } from '../../parts/addresses.ts';
import { Literal } from '../../parts/published.tsx';
import { shortened, typeLabels } from '../../parts/short-names.ts';
import { More } from './more.tsx';
import { shownFirst, type SubjectView } from './view.ts';

/** All that a record describes, where that is more than one. */
export function Resources({ view }: { readonly view: SubjectView }) {
  const { state, subject, site, languages } = view;
  const { describes } = subject.main.copy.facts;
  if (subject.kind !== 'record' || describes.length < 2) return null;
  const { graph } = subject.main;
  const facts = state.snapshot.searchFactsOf(graph);
  const shown = shownFirst(view, 'resources', describes);
  return (
    <section id="resources" aria-labelledby="resources-title">
      <h2 id="resources-title">
        Resources of this record <span class="count">{grouped(describes.length)}</span>
      </h2>
      <p class="soft">The page shows the first of them.</p>
      <ul class="links">
        {shown.map((resource, at) => {
          const search = facts[at];
          const titles = search?.texts.titles ?? [];
          const title = textFor(titles, languages);
          const { text, language } = title ?? {
            text: resource.name ?? unlessMail(resource.iri) ?? 'without name',
            language: undefined,
          };
          const label = <Literal text={shortened(text, 200)} language={language} />;
          const key = search && resourceOf(graph, resource, search);
          return (
            <li>
              {key === undefined ? label : <a href={datasetHref(site, key)}>{label}</a>}{' '}
              <span class="role">{typeLabels(resource.types).slice(0, 3).join(', ')}</span>
            </li>
          );
        })}
      </ul>
      <More
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
