import { problemCatalogue, severities } from '../../../model/problem-catalogue.ts';
import type { ProblemCounts } from '../../../model/problem-tally.ts';
import type { ProblemKind } from '../../../model/problem.ts';
import { kindCounts, type KindCount } from '../../../render/problem-counts.ts';
import type { PausingReading } from '../../../store/in-turns.ts';
import type { ProblemFilter } from '../../../store/selected-problems.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { amount, grouped } from '../../../text/amounts.ts';
import { htmlAnswer, type Answer, type PageRequest } from '../../page.ts';
import { Layout } from '../../parts/layout.tsx';
import { severityAmount, SeverityMark, severityTotals } from '../../parts/problem-list.tsx';
import { Prose } from '../../parts/prose.tsx';
import { sitePath, type Site } from '../../site.ts';
import { readInShortTurns } from '../../surveys.ts';
import { ProblemForm } from './problem-form.tsx';
import { ProblemsAtPlace } from './problem-place.tsx';
import { sumOf, wantedPlaces, type ProblemPlace, type ProblemPlaces } from './problem-places.ts';
import { placesOfQuery, queryText, readProblemQuery, type ProblemQuery } from './problem-query.ts';

/** What is wrong, by kind, the most severe first. */
export async function problemsPage({ site, state, query }: PageRequest): Promise<Answer> {
  const wanted = await readProblemQuery(query, state.snapshot);
  const all = await placesOfQuery(state, wanted);
  const places = await readInShortTurns(wantedKinds(all, wanted.filter));
  const counts = Object.fromEntries([...places].map(([kind, some]) => [kind, sumOf(some)]));
  const kinds = kindCounts(counts);
  return htmlAnswer(
    <Layout site={site} state={state} title="Problems" section="/problems" kind="problem-kinds">
      <h1>
        Problems{' '}
        <span class="count">{grouped(kinds.reduce((sum, { count }) => sum + count, 0))}</span>
      </h1>
      <p class="soft">
        What was wrong at the latest look at each URL and record, and at the latest listing of each
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
        <a href={sitePath(site, `/problems.csv${queryText(wanted)}`)}>These problems as CSV</a>
      </p>
      {kinds.length === 0 ? (
        <p>None{queryText(wanted) === '' ? '' : ' that meet these conditions'}.</p>
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

/** The places that are wanted, by kind. */
function* wantedKinds(all: ProblemPlaces, filter: ProblemFilter): PausingReading<ProblemPlaces> {
  const wanted = new Map<ProblemKind, readonly ProblemPlace[]>();
  for (const [kind, places] of all) {
    const some = yield* wantedPlaces(kind, places, filter);
    if (some.length > 0) wanted.set(kind, some);
  }
  return wanted;
}

interface SeverityLinksProps {
  readonly site: Site;
  readonly query: ProblemQuery;
  readonly counts: ProblemCounts;
}

/** How many of each severity there are, each a link to these alone. */
function SeverityLinks({ site, query, counts }: SeverityLinksProps) {
  const totals = severityTotals(counts);
  return (
    <ul class="severity-totals">
      {severities.map((severity) => (
        <li>
          <a href={sitePath(site, `/problems${queryText(query, { severity: [severity] })}`)}>
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
  readonly places: readonly ProblemPlace[];
  readonly snapshot: Snapshot;
}

/** So many places of a kind are shown as examples. */
const maxExamples = 2;

function Kind({ site, kind: { kind, severity, count }, query, places, snapshot }: KindProps) {
  const { title, meaning, remedy } = problemCatalogue[kind];
  const href = sitePath(site, `/problems/${kind}${queryText(query, { kind: [] })}`);
  return (
    <li class={severity}>
      <h2>
        <SeverityMark severity={severity} />
        <a href={href}>{title}</a> <span class="count">{grouped(count)}</span>
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
        <a href={href}>in {amount(places.length, 'record or URL', 'records and URLs')}</a>
      </p>
    </li>
  );
}
