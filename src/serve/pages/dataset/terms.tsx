import { isWebAddress } from '../../../export/web-address.ts';
import { understoodAmong } from '../../../facts/text/reader-texts.ts';
import { groupedBy } from '../../../text/grouped-by.ts';
import type { TermDetail } from '../../../views/details/resource-details.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { lastPart, shortened, typeLabels } from '../../parts/short-names.ts';
import { searchHref } from '../search/search-address.ts';
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
  const labels = typeLabels(view.subject.main.resource.types);
  const types = new Set(labels.map((type) => type.toLowerCase()));
  // The type stands above the title.
  const telling = said.filter(
    ({ use, name = '' }) => use !== 'type' || !types.has(name.toLowerCase()),
  );
  const byUse = groupedBy(telling, ({ use }) => use);
  return (
    <>
      {Object.entries(uses).map(([use, name]) => {
        const terms = byUse.get(use as TermDetail['use']) ?? []; // its own names
        if (terms.length === 0) return null;
        const understood = view.all === 'terms' ? terms : understoodAmong(terms, view.languages);
        const shown = shownFirst(view, 'terms', understood);
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

function Term({ view, term: { name, language, iri, code, scheme } }: TermProps) {
  const label = name ?? (iri === undefined ? (code ?? '') : lastPart(iri));
  const asked = iri ?? name ?? code ?? '';
  const vocabulary = scheme === undefined || /^https?:/u.test(scheme) ? undefined : scheme;
  return (
    <span>
      <a href={searchHref(view.site, { conditions: { term: [shortened(asked, 500)] } })}>
        <Literal text={shortened(label, 150)} language={language} />
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
