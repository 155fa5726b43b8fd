import { worseSeverity } from '../model/problem-catalogue.ts';
import type { Severity } from '../model/problem.ts';
import type { KeptOutRecords } from '../model/url-update.ts';
import type { RecordReport, Share } from '../model/validation.ts';
import { compareTexts } from '../text/collections.ts';

/** A change that would help many records. */
export interface FirstChange {
  readonly rule: string;
  /** The worst of its severities among the profiles. */
  readonly severity: Severity;
  /** How many records do not meet the rule. */
  readonly records: number;
  /** How many of these were kept out; absent if none was. */
  readonly keptOut?: number;
}

/** How the records of a source, or of all, meet their profiles. */
export interface ConformanceSummary {
  readonly records: number;
  /** How many records conform to all their profiles. */
  readonly conforming: number;
  /** Records that a harvest kept out, which are not among these; absent if there are none. */
  readonly keptOut?: KeptOutRecords;
  /** The mean of the records' shares, from 0 to 1; undefined without content that counts. */
  readonly required: number | undefined;
  readonly recommended: number | undefined;
  /** The changes to make first, at most five. */
  readonly first: readonly FirstChange[];
}

/** How much a record gains where a rule with a severity is met. */
const weights: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };
const maxChanges = 5;

/**
 * Sums up the reports of records (`docs/validate.md`, "What to do first"): changes are ranked by
 * the number of records that they help, which counts three times for an error, twice for a warning;
 * then by rule. The order of the records does not matter.
 */
export class ConformanceTally {
  #records = 0;
  #conforming = 0;
  #keptOut: KeptOutRecords = { records: 0, copies: 0 };
  readonly #required = new Mean();
  readonly #recommended = new Mean();
  readonly #rules = new Map<string, Omit<FirstChange, 'rule'>>();

  add({ verdicts }: Pick<RecordReport, 'verdicts'>): void {
    this.#records += 1;
    if (verdicts.every(({ conforms }) => conforms)) this.#conforming += 1;
    for (const { required, recommended } of verdicts) {
      this.#required.add(required);
      this.#recommended.add(recommended);
    }
    const unmet = new Map<string, Severity>();
    for (const { rule, severity } of verdicts.flatMap((verdict) => verdict.unmet)) {
      unmet.set(rule, worseSeverity(unmet.get(rule), severity));
    }
    for (const [rule, severity] of unmet) this.#addUnmet(rule, severity);
  }

  /**
   * Adds the records of a URL that a harvest kept out.
   * @param unmet the requirements that they do not meet, a set for each record
   */
  addKeptOut({ records, copies }: KeptOutRecords, unmet: Iterable<ReadonlySet<string>>): void {
    const before = this.#keptOut;
    this.#keptOut = { records: before.records + records, copies: before.copies + copies };
    for (const rules of unmet) for (const rule of rules) this.#addUnmet(rule, 'error', true);
  }

  #addUnmet(rule: string, severity: Severity, isKeptOut = false): void {
    const before = this.#rules.get(rule);
    const keptOut = (before?.keptOut ?? 0) + Number(isKeptOut);
    this.#rules.set(rule, {
      severity: worseSeverity(before?.severity, severity),
      records: (before?.records ?? 0) + 1,
      ...(keptOut === 0 ? {} : { keptOut }),
    });
  }

  summary(): ConformanceSummary {
    const ranked = Array.from(this.#rules, ([rule, each]) => ({ rule, ...each })).toSorted(
      (one, other) =>
        other.records * weights[other.severity] - one.records * weights[one.severity] ||
        compareTexts(one.rule, other.rule),
    );
    return {
      records: this.#records,
      conforming: this.#conforming,
      ...(this.#keptOut.records === 0 ? {} : { keptOut: this.#keptOut }),
      required: this.#required.value(),
      recommended: this.#recommended.value(),
      first: ranked.slice(0, maxChanges),
    };
  }
}

/** The mean of shares. Sums are exact to the digits that are shown, whatever the order. */
class Mean {
  #sum = 0;
  #count = 0;

  add({ met, of }: Share): void {
    if (of === 0) return;
    this.#sum += met / of;
    this.#count += 1;
  }

  value(): number | undefined {
    // Rounding makes the sum independent of the order of the records.
    return this.#count === 0 ? undefined : Math.round((this.#sum / this.#count) * 1e6) / 1e6;
  }
}
