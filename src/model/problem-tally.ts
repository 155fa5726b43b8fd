import { compareSeverities, severityOf } from './problem-catalogue.ts';
import type { Problem, ProblemKind } from './problem.ts';

/** The number of problems of each kind, including those that were not kept. */
export type ProblemCounts = Readonly<Partial<Record<ProblemKind, number>>>;

/** The subject of a problem: a record, or a URL if the problem belongs to none of its records. */
export interface ProblemPlace {
  readonly url: string;
  /** The IRI of its graph. */
  readonly record?: string | undefined;
}

/** Maximum number of kept problems of a record or URL: a fault can occur thousands of times. */
const maxKeptProblems = 100;

/** The first of each kind are always kept, as examples. */
export const firstsPerKind = 3;

/** The kind and number that a problem counts for; a cut counts for all that was left out. */
export function kindAndCount(problem: Problem): {
  readonly kind: ProblemKind;
  readonly count: number;
} {
  return problem.kind === 'problems-omitted'
    ? { kind: problem.of, count: problem.count }
    : { kind: problem.kind, count: 1 };
}

/** Assigns a problem to a record. */
export function assignToRecord(problem: Problem, record: string): Problem {
  return { ...problem, record };
}

/** Counts problems by kind; all counting is done here. */
export class ProblemCounter {
  readonly #counts = new Map<ProblemKind, number>();

  /** @returns how many of its kind were counted before */
  add(problem: Problem): number {
    const { kind, count } = kindAndCount(problem);
    return this.addCount(kind, count);
  }

  /** @param count negative to subtract. @returns how many were counted before */
  addCount(kind: ProblemKind, count: number): number {
    const before = this.#counts.get(kind) ?? 0;
    if (before + count > 0) this.#counts.set(kind, before + count);
    else this.#counts.delete(kind);
    return before;
  }

  addCounts(counts: ProblemCounts): void {
    const kinds = Object.keys(counts) as ProblemKind[]; // The keys of a record by kind are kinds.
    for (const kind of kinds) this.addCount(kind, counts[kind] ?? 0);
  }

  countOf(kind: ProblemKind): number {
    return this.#counts.get(kind) ?? 0;
  }

  /** In the order in which the kinds were first counted, without zeros. */
  counts(): ProblemCounts {
    return Object.fromEntries(this.#counts);
  }

  entries(): Iterable<readonly [ProblemKind, number]> {
    return this.#counts;
  }
}

/** Counts problems by kind, including those that a cut left out. */
export function countProblems(problems: Iterable<Problem>): ProblemCounts {
  const counter = new ProblemCounter();
  for (const problem of problems) counter.add(problem);
  return counter.counts();
}

interface Ranked {
  readonly problem: Problem;
  /** How many of its kind, and how many in total, came before it. */
  readonly ofKind: number;
  readonly order: number;
}

/**
 * Collects the problems of one record or URL in bounded memory, and counts all of them. At most
 * `maxKeptProblems` are kept: the first of each kind, then the most severe, then the first.
 */
export class ProblemTally {
  readonly #counter = new ProblemCounter();
  #ranked: Ranked[] = [];
  #order = 0;

  add(problem: Problem): void {
    const ofKind = this.#counter.add(problem);
    if (problem.kind === 'problems-omitted') return;
    this.#ranked.push({ problem, ofKind, order: this.#order });
    this.#order += 1;
    if (this.#ranked.length >= 2 * maxKeptProblems) this.#ranked = this.#best();
  }

  countOf(kind: ProblemKind): number {
    return this.#counter.countOf(kind);
  }

  /** The kept problems, by severity, the first of each kind first; then the cuts by kind. */
  list({ url, record }: ProblemPlace): readonly Problem[] {
    const kept = this.#best().toSorted(inOrder);
    const left = new ProblemCounter();
    for (const [kind, count] of this.#counter.entries()) left.addCount(kind, count);
    for (const { problem } of kept) left.addCount(problem.kind, -1);
    const place = record === undefined ? { url } : { url, record };
    const cuts = Array.from(
      left.entries(),
      ([of, count]) => ({ kind: 'problems-omitted', ...place, of, count }) as const,
    );
    return [
      ...kept.map(({ problem }) => problem),
      ...cuts.toSorted((one, other) => (one.of < other.of ? -1 : 1)),
    ];
  }

  #best(): Ranked[] {
    if (this.#ranked.length <= maxKeptProblems) return this.#ranked;
    const sorted = this.#ranked.toSorted(
      (one, other) =>
        Number(one.ofKind >= firstsPerKind) - Number(other.ofKind >= firstsPerKind) ||
        bySeverity(one, other) ||
        one.order - other.order,
    );
    const firsts = sorted.filter(({ ofKind }) => ofKind < firstsPerKind).length;
    return sorted.slice(0, Math.max(firsts, maxKeptProblems));
  }
}

/** Bounds the problems of a record or URL from all its documents, and counts the rest. */
export function boundProblemsOfPlace(
  problems: Iterable<Problem>,
  place: ProblemPlace,
): readonly Problem[] {
  const tally = new ProblemTally();
  for (const problem of problems) tally.add(problem);
  return tally.list(place);
}

function bySeverity(one: Ranked, other: Ranked): number {
  return compareSeverities(severityOf(one.problem), severityOf(other.problem));
}

function inOrder(one: Ranked, other: Ranked): number {
  return (
    bySeverity(one, other) ||
    Number(one.ofKind > 0) - Number(other.ofKind > 0) ||
    one.order - other.order
  );
}
