import { setTimeout } from 'node:timers/promises';
import { hasEnded } from '../../catalogue/run-rows.ts';
import { kindCounts } from '../../render/problem-report.ts';
import { version } from '../../version.ts';
import type { CatalogueState } from '../open-catalogue.ts';
import {
  readSources,
  type SourcesSurvey,
  type SourceWithCare,
} from '../pages/sources/source-care.ts';
import type { ServedCatalogue } from '../served-catalogue.ts';
import { type Metric, metricsText, type Sample } from '../../text/metric-text.ts';
import { RequestMetrics } from './request-metrics.ts';

/** How long an answer waits for numbers that take a read of the whole catalogue. */
const surveyMs = 2000;

/** Sources beyond these, the largest, have no metrics of their own. */
const maxSources = 200;

/**
 * The metrics of a server and its catalogue. Numbers that take a read of the whole catalogue are
 * missing until they have been read once; while a newer state is read, they are those of before.
 */
export class ServerMetrics {
  readonly requests = new RequestMetrics();
  #survey: SourcesSurvey | undefined;

  /** The metrics in the text format of Prometheus. */
  async text(catalogue: Pick<ServedCatalogue, 'settledState' | 'state'>): Promise<string> {
    const { state } = catalogue;
    const own = state === undefined ? [] : stateMetrics(state);
    const settled = catalogue.settledState();
    this.#survey = settled && ((await surveyInTime(settled)) ?? this.#survey);
    return metricsText([
      gauge('cdif_graph_build_info', 'The version of the program; always 1.', [
        { labels: { version }, value: 1 },
      ]),
      gauge('cdif_graph_up', 'Whether there is a catalogue that can be read.', [
        { value: Number(state !== undefined) },
      ]),
      ...own,
      ...(this.#survey === undefined ? [] : surveyMetrics(this.#survey)),
      this.requests.metric,
      ...processMetrics(),
    ]);
  }
}

async function surveyInTime(state: CatalogueState): Promise<SourcesSurvey | undefined> {
  const enough = new AbortController();
  const { signal } = enough;
  const release = state.hold();
  const survey = state.surveys.read(readSources);
  void survey.then(release, release);
  try {
    const late = setTimeout(surveyMs, undefined, { signal, ref: false });
    return await Promise.race([survey, late]);
  } finally {
    enough.abort();
  }
}

function gauge(name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, type: 'gauge', help, samples };
}

function stateMetrics(state: CatalogueState): readonly Metric[] {
  const { snapshot, change } = state;
  const { graphs, quads } = snapshot.totals();
  const { total: _, formerImages: _former, ...sizes } = state.sizes();
  return [
    gauge('cdif_graph_change', 'The number of the latest change of the catalogue.', [
      { value: change },
    ]),
    gauge('cdif_graph_records', 'Metadata records.', [{ value: graphs }]),
    gauge('cdif_graph_statements', 'Statements of all records.', [{ value: quads }]),
    gauge('cdif_graph_resources', 'Resources that a search finds.', [
      { value: state.resources().total },
    ]),
    gauge(
      'cdif_graph_catalogue_size_bytes',
      'The size of the file of the catalogue, by content; the sum is its size.',
      Object.entries(sizes).map(([content, value]) => ({ labels: { content }, value })),
    ),
    ...runMetrics(state),
  ];
}

function runMetrics({ snapshot }: CatalogueState): readonly Metric[] {
  const counts = { finished: 0, interrupted: 0, unfinished: 0 };
  let last: { readonly startedAt: string; readonly endedAt: string } | undefined;
  for (const run of snapshot.runs().all()) {
    if (!hasEnded(run)) counts.unfinished += 1;
    else {
      counts[run.interrupted ? 'interrupted' : 'finished'] += 1;
      last = run;
    }
  }
  const runs = gauge(
    'cdif_graph_runs',
    'Runs by their end; an unfinished run is in progress or was killed.',
    Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
  );
  if (last === undefined) return [runs];
  const [startedAt, endedAt] = [secondsOf(last.startedAt), secondsOf(last.endedAt)];
  return [
    runs,
    gauge('cdif_graph_last_run_end_timestamp_seconds', 'The end of the latest run with a report.', [
      { value: endedAt },
    ]),
    gauge('cdif_graph_last_run_duration_seconds', 'The duration of that run.', [
      { value: Math.round((endedAt - startedAt) * 1000) / 1000 },
    ]),
  ];
}

function secondsOf(time: string): number {
  return Date.parse(time) / 1000;
}

function surveyMetrics({ content, sources }: SourcesSurvey): readonly Metric[] {
  const problems = kindCounts(content.problems).map(({ severity, kind, count }) => {
    return { labels: { severity, kind }, value: count };
  });
  return [
    gauge(
      'cdif_graph_problems',
      'Problems at the latest visit of each URL and record, and listing of each source.',
      problems,
    ),
    gauge('cdif_graph_sources', 'Sources.', [{ value: sources.length }]),
    ...sourceMetrics(
      sources
        .toSorted((one, other) => other.status.quads - one.status.quads)
        .slice(0, maxSources)
        .toSorted((one, other) => (one.status.source < other.status.source ? -1 : 1)),
    ),
  ];
}

function sourceMetrics(sources: readonly SourceWithCare[]): readonly Metric[] {
  const perSource = (
    name: string,
    help: string,
    valueOf: (each: SourceWithCare) => number | undefined,
  ): Metric =>
    gauge(
      `cdif_graph_source_${name}`,
      help,
      sources.flatMap((each) => {
        const value = valueOf(each);
        return value === undefined ? [] : [{ labels: { source: each.status.source }, value }];
      }),
    );
  return [
    perSource('records', 'Records that a source lists.', ({ status }) => status.records),
    perSource('statements', 'Statements of these records.', ({ status }) => status.quads),
    perSource('failing_urls', 'URLs of a source whose latest visit failed.', ({ status }) => {
      return status.failing?.urls ?? 0;
    }),
    perSource(
      'last_run_end_timestamp_seconds',
      'The end of the latest run with a report about a source.',
      ({ latest }) => latest && secondsOf(latest.run.endedAt),
    ),
    perSource(
      'last_harvest_end_timestamp_seconds',
      'The end of the latest run that read a source to its end, and did not fail.',
      ({ harvested }) => harvested && secondsOf(harvested.endedAt),
    ),
    gauge(
      'cdif_graph_source_last_listing',
      'How complete the listing of a source was in its latest run; always 1.',
      sources.flatMap(({ status: { source }, latest }) =>
        latest === undefined
          ? []
          : [{ labels: { source, listing: latest.source.listing }, value: 1 }],
      ),
    ),
  ];
}

/** With the names that client libraries of Prometheus use. */
function processMetrics(): readonly Metric[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const started = (performance.timeOrigin / 1000).toFixed(3);
  return [
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time of the process.',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', [{ value: rss }]),
    gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript values.', [{ value: heapUsed }]),
    gauge('process_start_time_seconds', 'The start of the process since 1970.', [
      { value: Number(started) },
    ]),
  ];
}
