import { type Labels, type Metric, numberText, type Sample } from '../../text/metric-text.ts';

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
