import type { Problem, ProblemKind } from '../model/problem.ts';
import type { LeftHost } from '../model/run-costs.ts';

/** Of each kind, so many problems are told as they are. */
const maxExamples = 3;
const maxLeftHosts = 100;

/** Counts the problems of one source, with examples. */
export class ProblemBook {
  readonly #counts: Partial<Record<ProblemKind, number>> = {};
  readonly #examples = new Map<ProblemKind, readonly Problem[]>();
  readonly #leftHosts = new Map<string, LeftHost>();

  note(problem: Problem): void {
    const { kind } = problem;
    this.#counts[kind] = (this.#counts[kind] ?? 0) + 1;
    const known = this.#examples.get(kind) ?? [];
    const last = known[maxExamples - 1];
    if (last === undefined || problem.url < last.url) {
      const sorted = [...known, problem].toSorted((one, other) => (one.url < other.url ? -1 : 1));
      this.#examples.set(kind, sorted.slice(0, maxExamples));
    }
    const host = leftHostOf(problem);
    if (host !== undefined) this.#leave(host, problem);
  }

  /** Takes back what a look counted that does not count any more. Its examples may stay. */
  retract(kinds: ReadonlyMap<ProblemKind, number>, hosts: ReadonlyMap<string, number>): void {
    for (const [kind, count] of kinds) {
      const left = (this.#counts[kind] ?? 0) - count;
      if (left > 0) this.#counts[kind] = left;
      else delete this.#counts[kind];
    }
    for (const [name, count] of hosts) {
      const host = this.#leftHosts.get(name);
      if (host === undefined) continue;
      if (host.urls > count) this.#leftHosts.set(name, { ...host, urls: host.urls - count });
      else this.#leftHosts.delete(name);
    }
  }

  counts(): Readonly<Partial<Record<ProblemKind, number>>> {
    return { ...this.#counts };
  }

  /** See `SourceReport.examples`. */
  examples(): readonly Problem[] {
    return [...this.#examples.values()].flat();
  }

  /** See `SourceReport.leftHosts`. */
  leftHosts(): readonly LeftHost[] {
    return [...this.#leftHosts.values()];
  }

  #leave(host: string, problem: Problem): void {
    const known = this.#leftHosts.get(host);
    if (known !== undefined) this.#leftHosts.set(host, { ...known, urls: known.urls + 1 });
    else if (this.#leftHosts.size < maxLeftHosts) {
      this.#leftHosts.set(host, { host, urls: 1, problem });
    }
  }
}

/** The host whose URLs are left for the next run, where a problem says that. */
export function leftHostOf(problem: Problem): string | undefined {
  const isLeft = problem.kind === 'host-given-up' || problem.kind === 'out-of-time';
  return isLeft ? problem.host : undefined;
}
