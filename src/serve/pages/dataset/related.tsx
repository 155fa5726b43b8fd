import { groupDigits } from '../../../text/amounts.ts';
import { groupBy } from '../../../text/collections.ts';
import { undefinedIfMail } from '../../../text/clean-text.ts';
import { identifierName } from '../../../rdf/identifiers.ts';
import { repairIri } from '../../../rdf/iri.ts';
import type { RelatedDetail } from '../../../views/details/resource-details.ts';
import { datasetHref } from '../../parts/addresses.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { shortened, webLabel } from '../../parts/short-names.tsx';
import { type DatasetView, ShowAllLink, shownFirst, unreadRecords } from './dataset-view.tsx';
import { statedByRecords } from './find-dataset.ts';

interface OfView {
  readonly view: DatasetView;
}

/** Related resources, by relation. */
export function Related({ view }: OfView) {
  const related =
    statedByRecords(view.subject, (details) =>
      details.related.filter(({ name, iri }) => (name ?? undefinedIfMail(iri)) !== undefined),
    )?.value ?? [];
  if (related.length === 0) return null;
  const unread = unreadRecords(view, 'related');
  const shown = shownFirst(view, 'related', related);
  const total = related.length + unread;
  const byRelation = groupBy(shown, ({ relation }) => relation);
  return (
    <section id="related" aria-labelledby="related-title">
      <h2 id="related-title">
        Related <span class="count">{groupDigits(total)}</span>
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
      <ShowAllLink
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

/** The page of a related resource in the catalogue. */
function datasetPage({ site, state, subject }: DatasetView, iri: string): string | undefined {
  const resource = iri === '' ? undefined : repairIri(identifierName(iri));
  if (resource === undefined || resource === subject.resource) return undefined;
  const { entries } = state.index;
  const number = entries.resources.numberOf(resource);
  if (number === undefined || entries.entriesOf(number).length === 0) return undefined;
  return datasetHref(site, resource);
}
