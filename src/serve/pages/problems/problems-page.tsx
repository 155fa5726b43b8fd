import type { InterruptibleReading } from '../../../catalogue/interruptible-reading.ts';
import {
  matchesProblemFilter,
  type ProblemFilter,
  selectProblemsWithPauses,
} from '../../../catalogue/selected-problems.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { problemCatalogue, severities } from '../../../model/problem-catalogue.ts';
import type { ProblemCounts } from '../../../model/problem-tally.ts';
import type { ProblemKind } from '../../../model/problem.ts';
import { type KindCount, kindCounts, problemRows } from '../../../render/problem-report.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { Layout, Prose } from '../../parts/layout.tsx';
import { severityAmount, SeverityMark, severityTotals } from '../../parts/problem-list.tsx';
import { type Site, sitePath } from '../../site.ts';
import { readInShortTurns } from '../../surveys.ts';
import {
  countProblemsAt,
  matchingPlaces,
  type PlacesWithProblems,
  type PlaceWithProblems,
  ProblemsAtPlace,
} from './problem-places.tsx';
import {
  findPlacesOfQuery,
  ProblemForm,
  type ProblemQuery,
  problemQueryText,
  readProblemQuery,
} from './problem-query.tsx';

/** The problems by kind, the most severe first. */
export async function problemsPage({ site, state, query }: PageRequest): Promise<PageAnswer> {
  const wanted = await readProblemQuery(query, state.snapshot);
  const all = await findPlacesOfQuery(state, wanted);
  const places = await readInShortTurns(wantedKinds(all, wanted.filter));
  const counts = Object.fromEntries(
    [...places].map(([kind, some]) => [kind, countProblemsAt(some)]),
  );
  const kinds = kindCounts(counts);
  return htmlAnswer(
    <Layout site={site} state={state} title="Problems" section="/problems" kind="problem-kinds">
      <h1>
        Problems{' '}
        <span class="count">{groupDigits(kinds.reduce((sum, { count }) => sum + count, 0))}</span>
      </h1>
      <p class="soft">
        Problems at the latest visit of each URL and record, and at the latest listing of each
        source.
      </p>
      <SeverityLinks site={site} query={wanted} counts={counts} />
      <ProblemForm site={site} state={state} query={wanted} />
      {wanted.faults.map((fault) => (
        <p class="fault-line" role="alert">
          <bdi>{fault}</bdi> The condition was left out.
        </p>
      ))}
      <p class="actions">
        <a href={sitePath(site, `/problems.csv${problemQueryText(wanted)}`)}>
          These problems as CSV
        </a>
      </p>
      {kinds.length === 0 ? (
        <p>None{problemQueryText(wanted) === '' ? '' : ' that meet these conditions'}.</p>
      ) : (
        <ol class="kind-list">
          {kinds.map((kind) => (
            <Kind
              site={site}
              kind={kind}
              query={wanted}
              places={places.get(kind.kind) ?? []}
              snapshot={state.snapshot}
            />
          ))}
        </ol>
      )}
    </Layout>,
    wanted.faults.length > 0 ? { status: 400 } : {},
  );
}

/** The places that match the filter, by kind. */
function* wantedKinds(
  all: PlacesWithProblems,
  filter: ProblemFilter,
): InterruptibleReading<PlacesWithProblems> {
  const wanted = new Map<ProblemKind, readonly PlaceWithProblems[]>();
  for (const [kind, places] of all) {
    const some = yield* matchingPlaces(kind, places, filter);
    if (some.length > 0) wanted.set(kind, some);
  }
  return wanted;
}

interface SeverityLinksProps {
  readonly site: Site;
  readonly query: ProblemQuery;
  readonly counts: ProblemCounts;
}

/** The number of problems of each severity, each a link that filters by it. */
function SeverityLinks({ site, query, counts }: SeverityLinksProps) {
  const totals = severityTotals(counts);
  return (
    <ul class="severity-totals">
      {severities.map((severity) => (
        <li>
          <a href={sitePath(site, `/problems${problemQueryText(query, { severity: [severity] })}`)}>
            <SeverityMark
              severity={severity}
              text={severityAmount(severity, totals.get(severity) ?? 0)}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

interface KindProps {
  readonly site: Site;
  readonly kind: KindCount;
  readonly query: ProblemQuery;
  readonly places: readonly PlaceWithProblems[];
  readonly snapshot: Snapshot;
}

/** The number of example places per kind. */
const maxExamples = 2;

function Kind({ site, kind: { kind, severity, count }, query, places, snapshot }: KindProps) {
  const { title, meaning, remedy } = problemCatalogue[kind];
  const href = sitePath(site, `/problems/${kind}${problemQueryText(query, { kind: [] })}`);
  return (
    <li class={severity}>
      <h2>
        <SeverityMark severity={severity} />
        <a href={href}>{title}</a> <span class="count">{groupDigits(count)}</span>
      </h2>
      <div class="about">
        <p>
          <Prose text={meaning} />
        </p>
        <p>
          <b>Remedy:</b> <Prose text={remedy} />
        </p>
      </div>
      <ul class="rows">
        {places.slice(0, maxExamples).map((place) => (
          <ProblemsAtPlace site={site} snapshot={snapshot} kind={kind} place={place} most={1} />
        ))}
      </ul>
      <p class="soft">
        <code>{kind}</code>,{' '}
        <a href={href}>in {formatCount(places.length, 'record or URL', 'records and URLs')}</a>
      </p>
    </li>
  );
}

/** The problems of a query as CSV: the same rows as `problems --format csv`. */
export async function problemsCsv({ state, query }: PageRequest): Promise<PageAnswer> {
  const wanted = await readProblemQuery(query, state.snapshot);
  if (wanted.faults.length > 0) {
    return {
      status: 400,
      contentType: 'text/plain; charset=utf-8',
      body: `${wanted.faults.join('\n')}\n`,
    };
  }
  return {
    contentType: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': 'attachment; filename="problems.csv"' },
    body: rows(state.snapshot, wanted),
  };
}

function* rows(snapshot: Snapshot, { filter, selection }: ProblemQuery): Generator<string> {
  const { head, row } = problemRows.csv;
  yield head;
  for (const found of selectProblemsWithPauses(snapshot, selection)) {
    // Filtering yields to other requests.
    yield found !== undefined && matchesProblemFilter(found, filter) ? row(found) : '';
  }
}
