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

/** A number as Prometheus writes it. */
export function numberText(value: number): string {
  return value === Infinity ? '+Inf' : String(value);
}
