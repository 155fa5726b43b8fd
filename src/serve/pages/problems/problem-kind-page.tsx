import { isProblemKind, problemCatalogue } from '../../../model/problem-catalogue.ts';
import type { ProblemKind } from '../../../model/problem.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { Layout, NameValuePair, Prose } from '../../parts/layout.tsx';
import { SeverityMark } from '../../parts/problem-list.tsx';
import { sitePath, type Site } from '../../site.ts';
import { readInShortTurns } from '../../surveys.ts';
import { pageHrefs, PageLinks, choosePage, shownRange } from '../../parts/paging.tsx';
import {
  countProblemsAt,
  matchingPlaces,
  type PlaceWithProblems,
  ProblemsAtPlace,
} from './problem-places.tsx';
import {
  findPlacesOfQuery,
  problemQueryText,
  readProblemQuery,
  type ProblemQuery,
} from './problem-query.tsx';

/** The number of listed problems per record or URL. */
const maxOfPlace = 5;

/** One kind of problem: its meaning, its remedy, and each record and URL that has it. */
export async function problemKindPage(request: PageRequest): Promise<PageAnswer> {
  const { site, state, parts } = request;
  const kind = parts['kind'] ?? '';
  if (!isProblemKind(kind)) return noKindAnswer(request);
  const query = new URLSearchParams(request.query);
  query.delete('kind'); // The kind in the path.
  const wanted = await readProblemQuery(query, state.snapshot);
  const all = (await findPlacesOfQuery(state, wanted)).get(kind) ?? [];
  const places = await readInShortTurns(matchingPlaces(kind, all, wanted.filter));
  const page = choosePage(places, query);
  const { title } = problemCatalogue[kind];
  const conditions = problemQueryText(wanted);
  return htmlAnswer(
    <Layout site={site} state={state} title={title} section="/problems" kind="problem-kind">
      <p class="crumb">
        <a href={sitePath(site, `/problems${conditions}`)}>Problems</a>
      </p>
      <h1>
        {title} <span class="count">{groupDigits(countProblemsAt(places))}</span>
      </h1>
      <Meaning kind={kind} />
      {wanted.faults.map((fault) => (
        <p class="fault-line" role="alert">
          <bdi>{fault}</bdi> The condition was left out.
        </p>
      ))}
      <BySource site={site} kind={kind} places={places} query={wanted} />
      <h2>
        Records and URLs <span class="count">{groupDigits(page.total)}</span>
      </h2>
      {page.total === 0 ? (
        <p>None has this problem{conditions === '' ? '' : ' and meets these conditions'}.</p>
      ) : (
        <>
          <p class="actions">
            {page.pages === 1 ? null : (
              <span class="soft">{shownRange(page, 'record or URL', 'records and URLs')}</span>
            )}
            <a href={sitePath(site, `/problems.csv${problemQueryText(wanted, { kind: [kind] })}`)}>
              As CSV
            </a>
          </p>
          <ul class="rows">
            {page.items.map((place) => (
              <ProblemsAtPlace
                site={site}
                snapshot={state.snapshot}
                kind={kind}
                place={place}
                most={maxOfPlace}
              />
            ))}
          </ul>
        </>
      )}
      <PageLinks page={page} hrefOf={pageHrefs(sitePath(site, `/problems/${kind}`), query)} />
    </Layout>,
    wanted.faults.length > 0 ? { status: 400 } : {},
  );
}

function Meaning({ kind }: { readonly kind: ProblemKind }) {
  const { severity, meaning, remedy } = problemCatalogue[kind];
  return (
    <>
      <p>
        <SeverityMark severity={severity} />
        <code>{kind}</code>
      </p>
      <dl class="pairs texts">
        <NameValuePair name="What it means">
          <Prose text={meaning} />
        </NameValuePair>
        <NameValuePair name="Remedy">
          <Prose text={remedy} />
        </NameValuePair>
      </dl>
    </>
  );
}

interface BySourceProps {
  readonly site: Site;
  readonly kind: ProblemKind;
  readonly places: readonly PlaceWithProblems[];
  readonly query: ProblemQuery;
}

const maxSources = 50;

/** The number per source; an item listed by several sources counts for each of them. */
function BySource({ site, kind, places, query }: BySourceProps) {
  const counts = new Map<string, number>();
  for (const { sources, count } of places) {
    for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + count);
  }
  if (query.texts.source.length > 0) {
    return (
      <p>
        Of {query.texts.source.join(', ')} alone.{' '}
        <a href={sitePath(site, `/problems/${kind}${problemQueryText(query, { source: [] })}`)}>
          Of all sources
        </a>
      </p>
    );
  }
  if (counts.size < 2) return null;
  const sorted = [...counts].toSorted(
    ([one, first], [other, second]) => second - first || (one < other ? -1 : 1),
  );
  return (
    <section aria-labelledby="by-source">
      <h2 id="by-source">By source</h2>
      <ul class="names">
        {sorted.slice(0, maxSources).map(([source, count]) => (
          <li>
            <a
              href={sitePath(
                site,
                `/problems/${kind}${problemQueryText(query, { source: [source] })}`,
              )}
            >
              <bdi>{source}</bdi>
            </a>{' '}
            <span class="count">{groupDigits(count)}</span>
          </li>
        ))}
      </ul>
      {sorted.length > maxSources ? (
        <p class="soft">and {formatCount(sorted.length - maxSources, 'more source')}</p>
      ) : null}
    </section>
  );
}

function noKindAnswer({
  site,
  state,
  parts,
}: Pick<PageRequest, 'site' | 'state' | 'parts'>): PageAnswer {
  return htmlAnswer(
    <Layout
      site={site}
      state={state}
      title="No such kind of problem"
      section="/problems"
      kind="states"
    >
      <section class="empty fault">
        <h1>There is no such kind of problem</h1>
        <p>
          <bdi>{parts['kind']}</bdi> is none. See{' '}
          <a href={sitePath(site, '/help#problems')}>all kinds</a>.
        </p>
      </section>
    </Layout>,
    { status: 404 },
  );
}
