import { grouped } from '../../../text/amounts.ts';
import { groupedBy } from '../../../text/grouped-by.ts';
import { unlessMail } from '../../../text/without-mail.ts';
import { identifierName } from '../../../rdf/identifier-name.ts';
import { repairIri } from '../../../rdf/iri.ts';
import type { RelatedDetail } from '../../../views/details/resource-details.ts';
import { datasetHref } from '../../parts/addresses.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { shortened, webLabel } from '../../parts/short-names.ts';
import { More } from './more.tsx';
import { saidOf } from './subject.ts';
import { shownFirst, unreadOf, type SubjectView } from './view.ts';

interface OfView {
  readonly view: SubjectView;
}

/** What it is related to, by relation. */
export function Related({ view }: OfView) {
  const related =
    saidOf(view.subject, (details) =>
      details.related.filter(({ name, iri }) => (name ?? unlessMail(iri)) !== undefined),
    )?.value ?? [];
  if (related.length === 0) return null;
  const unread = unreadOf(view, 'related');
  const shown = shownFirst(view, 'related', related);
  const total = related.length + unread;
  const byRelation = groupedBy(shown, ({ relation }) => relation);
  return (
    <section id="related" aria-labelledby="related-title">
      <h2 id="related-title">
        Related <span class="count">{grouped(total)}</span>
      </h2>
      <dl class="pairs">
        {Array.from(byRelation, ([relation, own]) => (
          <div>
            <dt>{shortened(relation.charAt(0).toUpperCase() + relation.slice(1), 60)}</dt>
            <dd class="stacked">
              {own.map((each) => (
                <RelatedThing view={view} related={each} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <More
        view={view}
        part="related"
        section="related"
        called="relations"
        shown={shown.length}
        total={total}
        unread={unread}
      />
    </section>
  );
}

function RelatedThing({ view, related }: OfView & { readonly related: RelatedDetail }) {
  const { name, language, iri = '', nature = [] } = related;
  const page = datasetPage(view, iri);
  const label = name === undefined ? webLabel(iri) : shortened(name, 300);
  return (
    <span>
      <WebLink href={iri}>
        <Literal text={label} language={language} />
      </WebLink>
      {nature.length === 0 ? null : <span class="role"> {shortened(nature.join(', '), 80)}</span>}
      {page === undefined ? null : (
        <>
          {' '}
          <a href={page}>
            in this catalogue<span class="unseen">: {shortened(label, 100)}</span>
          </a>
        </>
      )}
    </span>
  );
}

/** The page of something that is in the catalogue as well. */
function datasetPage({ site, state, subject }: SubjectView, iri: string): string | undefined {
  const resource = iri === '' ? undefined : repairIri(identifierName(iri));
  if (resource === undefined || resource === subject.resource) return undefined;
  const { entries } = state.index;
  const number = entries.resources.numberOf(resource);
  if (number === undefined || entries.entriesOf(number).length === 0) return undefined;
  return datasetHref(site, resource);
}
