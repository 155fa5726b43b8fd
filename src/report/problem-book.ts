import { ProblemCounter, firstsPerKind, type ProblemCounts } from '../model/problem-tally.ts';
import type { Problem, ProblemKind } from '../model/problem.ts';
import type { LeftHost } from '../model/run-costs.ts';

const maxLeftHosts = 100;

/** Counts the problems of one source, with examples. */
export class ProblemBook {
  readonly #counter = new ProblemCounter();
  readonly #examples = new Map<ProblemKind, readonly Problem[]>();
  readonly #leftHosts = new Map<string, LeftHost>();

  note(problem: Problem): void {
    this.#counter.add(problem);
    if (problem.kind === 'problems-omitted') return;
    this.#keepExample(problem);
    const host = leftHostOf(problem);
    if (host !== undefined) this.#leave(host, problem);
  }

  countOf(kind: ProblemKind): number {
    return this.#counter.countOf(kind);
  }

  counts(): ProblemCounts {
    return this.#counter.counts();
  }

  /** See `SourceReport.examples`. */
  examples(): readonly Problem[] {
    return [...this.#examples.values()].flat();
  }

  /** See `SourceReport.leftHosts`. */
  leftHosts(): readonly LeftHost[] {
    return [...this.#leftHosts.values()];
  }

  #keepExample(problem: Problem): void {
    const known = this.#examples.get(problem.kind) ?? [];
    const last = known[firstsPerKind - 1];
    if (last !== undefined && !standsBefore(problem, last)) return;
    const at = known.findIndex((each) => standsBefore(problem, each));
    const before = at === -1 ? known : known.slice(0, at);
    const behind = at === -1 ? [] : known.slice(at);
    this.#examples.set(problem.kind, [...before, problem, ...behind].slice(0, firstsPerKind));
  }

  #leave(host: string, problem: Problem): void {
    const known = this.#leftHosts.get(host);
    if (known !== undefined) this.#leftHosts.set(host, { ...known, urls: known.urls + 1 });
    else if (this.#leftHosts.size < maxLeftHosts) {
      this.#leftHosts.set(host, { host, urls: 1, problem });
    }
  }
}

/** By URL, then by record: so examples do not depend on the order of arrival. */
export function standsBefore(one: Problem, other: Problem): boolean {
  if (one.url !== other.url) return one.url < other.url;
  return (one.record ?? '') < (other.record ?? '');
}

/** The host whose URLs are left for the next run, where a problem says that. */
export function leftHostOf(problem: Problem): string | undefined {
  const isLeft = problem.kind === 'host-given-up' || problem.kind === 'out-of-time';
  return isLeft ? problem.host : undefined;
}
