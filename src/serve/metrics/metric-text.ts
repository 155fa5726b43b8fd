/** The labels of a sample. */
export type Labels = Readonly<Record<string, string>>;

/** A value with its labels. */
export interface Sample {
  /** What follows the name of the metric: `_bucket`, `_sum` and `_count` of a histogram. */
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

/** A metric with its samples. */
export interface Metric {
  /** With the base unit at the end: `_seconds`, `_bytes`, and `_total` for counters. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: Iterable<Sample>;
}

/** The media type of `metricsText`. */
export const metricsMediaType = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes metrics in the text format of Prometheus, version 0.0.4. */
export function metricsText(metrics: Iterable<Metric>): string {
  const lines: string[] = [];
  for (const { name, type, help, samples } of metrics) {
    lines.push(`# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`);
    lines.push(`# TYPE ${name} ${type}`);
    for (const { suffix = '', labels = {}, value } of samples) {
      lines.push(`${name}${suffix}${labelText(labels)} ${numberText(value)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function labelText(labels: Labels): string {
  const texts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return texts.length === 0 ? '' : `{${texts.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function numberText(value: number): string {
  return value === Infinity ? '+Inf' : String(value);
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);

/** An answered request. */
export interface AnsweredRequest {
  /** The pattern of the path, such as `/dataset/:key`; there are not more series than patterns. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  /** From the beginning of the request to the beginning of its response. */
  readonly seconds: number;
}

/** Upper bounds of durations, in seconds: those of Prometheus client libraries. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Infinity] as const;

interface Histogram {
  readonly labels: Labels;
  /** The number of durations up to each bound, but above the one before. */
  readonly counts: number[];
  sum: number;
}

/** Counts the requests of a server and their durations. */
export class RequestMetrics {
  readonly #histograms = new Map<string, Histogram>();

  add({ route, method, status, seconds }: AnsweredRequest): void {
    const labels = {
      route,
      method: methods.has(method) ? method : 'other',
      status: `${Math.floor(status / 100)}xx`,
    };
    const key = Object.values(labels).join(' ');
    const known = this.#histograms.get(key) ?? { labels, counts: bounds.map(() => 0), sum: 0 };
    this.#histograms.set(key, known);
    const at = bounds.findIndex((bound) => seconds <= bound);
    known.counts[at] = (known.counts[at] ?? 0) + 1;
    known.sum += seconds;
  }

  /** The durations as a histogram. */
  get metric(): Metric {
    return {
      name: 'cdif_graph_http_request_duration_seconds',
      type: 'histogram',
      help:
        'Time from the beginning of a request to the beginning of its response, by the pattern ' +
        'of the path, method and class of the status.',
      samples: [...this.#histograms.values()].flatMap(samplesOf),
    };
  }
}

function samplesOf({ labels, counts, sum }: Histogram): readonly Sample[] {
  let count = 0;
  const buckets = bounds.map((bound, at): Sample => {
    count += counts[at] ?? 0;
    return { suffix: '_bucket', labels: { ...labels, le: numberText(bound) }, value: count };
  });
  return [
    ...buckets,
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ];
}
