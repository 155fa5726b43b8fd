import {
  problemCatalogue,
  remedyOf,
  severities,
  severityOf,
} from '../../model/problem-catalogue.ts';
import type { ProblemCounts } from '../../model/problem-tally.ts';
import { kindCounts } from '../../render/problem-report.ts';
import { formatCount } from '../../text/amounts.ts';
import type { Problem, ProblemOf, ProblemKind, Severity } from '../../model/problem.ts';
import type { Site } from '../site.ts';
import { problemsHref } from './addresses.ts';
import { Prose } from './layout.tsx';

const severityNames = {
  error: 'Error',
  warning: 'Warning',
  info: 'Note',
} as const satisfies Record<Severity, string>;

interface SeverityMarkProps {
  readonly severity: Severity;
  /** Replaces the name of the severity. */
  readonly text?: string;
}

/** A severity as an icon and a word. */
export function SeverityMark({ severity, text = severityNames[severity] }: SeverityMarkProps) {
  return (
    <b class={`severity ${severity}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {severity === 'info' ? <circle cx="8" cy="8" r="7" /> : <path d="M8 1.6 15 14H1z" />}
        <path class="sign" d={severity === 'info' ? 'M8 7v5M8 4v.8' : 'M8 6v4M8 11.6v.6'} />
      </svg>
      {text}
    </b>
  );
}

interface ProblemListProps {
  readonly site: Site;
  readonly problems: readonly Problem[];
}

/** Problems with their remedies. */
export function ProblemList({ site, problems }: ProblemListProps) {
  return (
    <ul class="problems">
      {problems.map((problem) => (
        <ProblemItem site={site} problem={problem} />
      ))}
    </ul>
  );
}

function ProblemItem({ site, problem }: { readonly site: Site; readonly problem: Problem }) {
  const severity = severityOf(problem);
  const facts = problemFactTexts(problem);
  return (
    <li class={severity}>
      <p>
        <SeverityMark severity={severity} />
        <a href={problemsHref(site, {}, problem.kind)}>{problemCatalogue[problem.kind].title}</a>
      </p>
      {facts === '' ? null : (
        <p>
          <bdi>{facts}</bdi>
        </p>
      )}
      <p class="soft">
        <Prose text={remedyOf(problem)} />
      </p>
    </li>
  );
}

/** The place of a problem and its details, in words; empty where the kind says everything. */
export function problemFactTexts<Kind extends ProblemKind>(problem: ProblemOf<Kind>): string {
  return problemCatalogue[problem.kind].facts(problem);
}

const severityNouns = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['note', 'notes'],
} as const satisfies Record<Severity, readonly [string, string]>;

/** `1 error`, `12 notes`. */
export function severityAmount(severity: Severity, count: number): string {
  const [one, many] = severityNouns[severity];
  return formatCount(count, one, many);
}

/** The number of problems of each severity. */
export function severityTotals(counts: ProblemCounts): ReadonlyMap<Severity, number> {
  const totals = new Map<Severity, number>();
  for (const { severity, count } of kindCounts(counts)) {
    totals.set(severity, (totals.get(severity) ?? 0) + count);
  }
  return totals;
}

/** `2 errors, 1 note`. */
export function severitySentence(counts: ProblemCounts): string {
  const totals = severityTotals(counts);
  const texts = severities
    .filter((severity) => totals.has(severity))
    .map((severity) => severityAmount(severity, totals.get(severity) ?? 0));
  return texts.join(', ') || 'no problems';
}
