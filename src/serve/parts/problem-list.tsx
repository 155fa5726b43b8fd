import { problemCatalogue, remedyOf, severityOf } from '../../model/problem-catalogue.ts';
import { Prose } from './prose.tsx';
import type { Problem, ProblemOf, ProblemKind, Severity } from '../../model/problem.ts';

const severityNames = {
  error: 'Error',
  warning: 'Warning',
  info: 'Note',
} as const satisfies Record<Severity, string>;

interface SeverityMarkProps {
  readonly severity: Severity;
  /** In place of the name of the severity. */
  readonly text?: string;
}

/** A severity as a picture and a word. */
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

/** Problems with what is to be done about each. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <ul class="problems">
      {problems.map((problem) => (
        <ProblemItem problem={problem} />
      ))}
    </ul>
  );
}

function ProblemItem({ problem }: { readonly problem: Problem }) {
  const severity = severityOf(problem);
  const facts = factsOf(problem);
  return (
    <li class={severity}>
      <p>
        <SeverityMark severity={severity} />
        {problemCatalogue[problem.kind].title}
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

/** What a problem says of its place, in words; empty where its kind says all. */
export function factsOf<Kind extends ProblemKind>(problem: ProblemOf<Kind>): string {
  return problemCatalogue[problem.kind].facts(problem);
}
