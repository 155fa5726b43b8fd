import { severities } from '../../model/problem-catalogue.ts';
import type { Severity } from '../../model/problem.ts';
import { formatCount, groupDigits } from '../../text/amounts.ts';

/** From which severity on a finding makes a validation or a check fail. */
export const failThresholds = ['error', 'warning', 'info', 'never'] as const;

/** One of `failThresholds`. */
export type FailThreshold = (typeof failThresholds)[number];

/** Whether a finding or problem of a severity makes a validation or a check fail. */
export function isFailing(severity: Severity, failOn: FailThreshold): boolean {
  return failOn !== 'never' && severities.indexOf(severity) <= severities.indexOf(failOn);
}

/** What makes a validation or a check fail: one, several. */
const failingNouns = {
  error: ['error', 'errors'],
  warning: ['error or warning', 'errors or warnings'],
  info: ['finding', 'findings'],
  never: ['finding', 'findings'],
} as const satisfies Record<FailThreshold, readonly [string, string]>;

/** What makes a validation or a check fail, counted: `2 errors`, `no errors or warnings`. */
export function failingText(failing: number, failOn: FailThreshold): string {
  const [one, many] = failingNouns[failOn];
  return failing === 0 ? `no ${many}` : formatCount(failing, one, many);
}

/** The sum of counts by severity. */
export function countAll(counts: Readonly<Record<Severity, number>>): number {
  return severities.reduce((sum, severity) => sum + counts[severity], 0);
}

/** Counts by severity: `12 (2 errors, 10 info)`. */
export function severityCounts(counts: Readonly<Record<Severity, number>>): string {
  const parts = severityParts(counts);
  return parts === '' ? 'none' : `${groupDigits(countAll(counts))} (${parts})`;
}

/** `2 errors, 10 info`; empty where there are none. */
export function severityParts(counts: Readonly<Record<Severity, number>>): string {
  return severities
    .filter((severity) => counts[severity] > 0)
    .map((severity) =>
      severity === 'info'
        ? `${groupDigits(counts.info)} info`
        : formatCount(counts[severity], severity),
    )
    .join(', ');
}
