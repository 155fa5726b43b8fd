import { isWebAddress } from '../../../export/web-address.ts';
import { groupedBy } from '../../../text/grouped-by.ts';
import type { TermDetail } from '../../../views/details/resource-details.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { shortened } from '../../parts/short-names.ts';
import { searchHref } from '../search/search-address.ts';
import { lastPart } from './names.ts';
import { saidOf } from './subject.ts';
import { allHref, shownFirst, type SubjectView } from './view.ts';
import { grouped } from '../../../text/amounts.ts';

const uses = {
  keyword: 'Keywords',
  about: 'Subjects',
  type: 'Kind',
  technique: 'Techniques',
  place: 'In gazetteers',
} as const satisfies Record<TermDetail['use'], string>;

/** Keywords and terms of vocabularies, by what they are for; each leads to what else has it. */
export function Terms({ view }: { readonly view: SubjectView }) {
  const said = saidOf(view.subject, ({ terms }) => terms)?.value ?? [];
  const byUse = groupedBy(said, ({ use }) => use);
  return (
    <>
      {Object.entries(uses).map(([use, name]) => {
        const terms = byUse.get(use as TermDetail['use']) ?? []; // its own names
        if (terms.length === 0) return null;
        const shown = shownFirst(view, 'terms', terms);
        return (
          <div>
            <dt>{name}</dt>
            <dd class="terms">
              {shown.map((term) => (
                <Term view={view} term={term} />
              ))}
              {shown.length === terms.length ? null : (
                <a href={allHref(view, 'terms', 'about')}>all {grouped(terms.length)}</a>
              )}
            </dd>
          </div>
        );
      })}
    </>
  );
}

interface TermProps {
  readonly view: SubjectView;
  readonly term: TermDetail;
}

function Term({ view, term: { name, iri, code, scheme } }: TermProps) {
  const label = name ?? (iri === undefined ? (code ?? '') : lastPart(iri));
  const asked = iri ?? name ?? code ?? '';
  const vocabulary = scheme === undefined || /^https?:/u.test(scheme) ? undefined : scheme;
  return (
    <span>
      <a href={searchHref(view.site, { conditions: { term: [shortened(asked, 500)] } })}>
        <Literal text={shortened(label, 150)} />
      </a>
      {vocabulary === undefined ? null : (
        <span class="soft">
          {' '}
          in <bdi>{shortened(vocabulary, 60)}</bdi>
        </span>
      )}
      {iri === undefined || !isWebAddress(iri) ? null : (
        <>
          {' '}
          <WebLink href={iri} class="out">
            definition<span class="unseen"> of {shortened(label, 100)}</span>
          </WebLink>
        </>
      )}
    </span>
  );
}
