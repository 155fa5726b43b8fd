import type { NotDue, NotDueCounts, RecheckRule } from '../model/not-due.ts';
import type { SourceReport } from '../model/run.ts';

/** Counts the URLs of a source that are not due, by what says so. */
export class NotDueTally {
  readonly #reasons = new Map<string, NotDue['because']>();
  readonly #counts = { done: 0, lastmod: 0, recheck: 0 };
  #rule: RecheckRule | undefined;
  #until: string | undefined;

  add(url: string, reason: NotDue): void {
    this.delete(url);
    this.#reasons.set(url, reason.because);
    this.#counts[reason.because] += 1;
    if (reason.because === 'recheck') this.#rule = reason.rule;
    const until = reason.because === 'done' ? undefined : reason.until;
    if (until === undefined || (this.#until ?? until) < until) return;
    this.#until = until;
  }

  /** The URL was requested after all: what it may have said of the earliest time stays. */
  delete(url: string): void {
    const because = this.#reasons.get(url);
    if (because === undefined) return;
    this.#counts[because] -= 1;
    this.#reasons.delete(url);
  }

  counts(): Pick<SourceReport, 'doneBefore' | 'notDue'> {
    const { done: doneBefore, ...rest } = this.#counts;
    if (rest.lastmod + rest.recheck === 0) return { doneBefore };
    const notDue: NotDueCounts = {
      ...rest,
      ...(this.#rule === undefined || rest.recheck === 0 ? {} : { rule: this.#rule }),
      ...(this.#until === undefined ? {} : { until: this.#until }),
    };
    return { doneBefore, notDue };
  }
}
