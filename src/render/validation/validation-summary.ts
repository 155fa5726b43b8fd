import {
  ConformanceTally,
  type ConformanceSummary,
  type FirstChange,
} from '../../conformance/first-changes.ts';
import { isRuleId, ruleTexts } from '../../conformance/rules/rule-catalogue.ts';
import { remedyKinds, type Finding, type RemedyKind } from '../../model/finding.ts';
import { severities, severityOf } from '../../model/problem-catalogue.ts';
import type { Problem, Severity } from '../../model/problem.ts';
import type { Contradiction, RecordReport } from '../../model/validation.ts';
import { compareTexts } from '../../text/collections.ts';
import { type FailThreshold, isFailing } from '../report-parts/severities.ts';

/** A part of the shapes or schemas of others that the records could not be checked against. */
export interface UnevaluatedShape {
  /** The IRI or file of the shape. */
  readonly shape: string;
  /** The part that could not be evaluated: a target, a constraint. */
  readonly what: string;
  readonly reason: string;
}

/** A change to make first, with the words for it. */
export interface ChangeToMake extends FirstChange {
  readonly title: string;
  readonly asked: string;
}

/** A contradiction of shapes and schemas of others, summed up over records. */
export interface ContradictionCount extends Pick<Contradiction, 'permitting' | 'refusing'> {
  readonly records: number;
  /** Those of most records first. */
  readonly refusals: readonly RefusalCount[];
}

/** A refusal, summed up over records. */
export interface RefusalCount {
  readonly rule: string;
  readonly records: number;
  readonly findings: number;
  readonly asked: string;
}

/** The result of a validation as a whole. */
export interface ValidationSummary extends ConformanceSummary {
  readonly first: readonly ChangeToMake[];
  readonly documents: number;
  /** The findings of all records; their sum is that of `remedies`. */
  readonly findings: Readonly<Record<Severity, number>>;
  /** The same findings by the kind of their remedy. */
  readonly remedies: Readonly<Record<RemedyKind | 'none', number>>;
  /** Those that belong to no record. */
  readonly problems: Readonly<Record<Severity, number>>;
  /** Where shapes and schemas of others disagree about the same records. */
  readonly contradictions: readonly ContradictionCount[];
  readonly unevaluated: readonly UnevaluatedShape[];
  readonly failOn: FailThreshold;
  /** How many findings and problems make the validation fail. */
  readonly failing: number;
  /** Whether there are records, nothing makes it fail, and everything could be evaluated. */
  readonly passes: boolean;
}

/** Sums up a validation; its memory grows with the number of rules only. */
export class ValidationTally {
  readonly #conformance = new ConformanceTally();
  readonly #findings: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  readonly #problems: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  readonly #remedies = { mechanical: 0, derivable: 0, author: 0, none: 0 };
  /** The words for rules of shapes and schemas of others. */
  readonly #texts = new Map<string, Pick<Finding, 'title' | 'asked'>>();
  readonly #contradictions = new ContradictionTally();
  #documents = 0;

  addDocuments(count: number): void {
    this.#documents += count;
  }

  addRecord(report: RecordReport): void {
    this.#conformance.add(report);
    this.#contradictions.add(report.contradictions ?? []);
    for (const { rule, severity, title, asked, remedy } of report.findings) {
      this.#findings[severity] += 1;
      this.#remedies[remedy?.kind ?? 'none'] += 1;
      if (!isRuleId(rule) && !this.#texts.has(rule)) this.#texts.set(rule, { title, asked });
    }
  }

  addProblem(problem: Problem): void {
    this.#problems[severityOf(problem)] += 1;
  }

  summary(failOn: FailThreshold, unevaluated: readonly UnevaluatedShape[] = []): ValidationSummary {
    const conformance = this.#conformance.summary();
    const failing = severities
      .filter((severity) => isFailing(severity, failOn))
      .reduce((sum, severity) => sum + this.#findings[severity] + this.#problems[severity], 0);
    return {
      ...conformance,
      first: conformance.first.map(({ rule, severity, records }) => {
        const { title, asked } = this.#texts.get(rule) ?? ruleTexts(rule);
        return { rule, severity, records, title, asked };
      }),
      documents: this.#documents,
      findings: { ...this.#findings },
      remedies: { ...this.#remedies },
      problems: { ...this.#problems },
      contradictions: this.#contradictions.counts(),
      unevaluated,
      failOn,
      failing,
      passes: conformance.records > 0 && failing === 0 && unevaluated.length === 0,
    };
  }
}

/** Counts the contradictions of records. */
class ContradictionTally {
  readonly #counts = new Map<
    string,
    Omit<ContradictionCount, 'refusals'> & { readonly refusals: Map<string, RefusalCount> }
  >();

  add(contradictions: readonly Contradiction[]): void {
    for (const { permitting, refusing, refusals } of contradictions) {
      const key = JSON.stringify([permitting, refusing]);
      const before = this.#counts.get(key) ?? {
        permitting,
        refusing,
        records: 0,
        refusals: new Map<string, RefusalCount>(),
      };
      this.#counts.set(key, { ...before, records: before.records + 1 });
      for (const { rule, findings, asked } of refusals) {
        const count = before.refusals.get(rule);
        before.refusals.set(rule, {
          rule,
          records: (count?.records ?? 0) + 1,
          findings: (count?.findings ?? 0) + findings,
          asked: count?.asked ?? asked,
        });
      }
    }
  }

  counts(): readonly ContradictionCount[] {
    return Array.from(this.#counts.values(), ({ refusals, ...each }) => ({
      ...each,
      refusals: [...refusals.values()].toSorted(
        (one, other) =>
          other.records - one.records ||
          other.findings - one.findings ||
          compareTexts(one.rule, other.rule),
      ),
    }));
  }
}

/** How many findings `--fix` mends: all but those that only their author can. */
export function countFixable({ remedies }: Pick<ValidationSummary, 'remedies'>): number {
  return remedyKinds
    .filter((kind) => isFixable(kind))
    .reduce((sum, kind) => sum + remedies[kind], 0);
}

/** Whether `--fix` applies the patches of a kind. */
export function isFixable(kind: RemedyKind): boolean {
  return kind !== 'author';
}
