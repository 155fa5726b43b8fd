import type { ProblemOf, Sharing } from '../model/problem.ts';
import { parsedUrl } from '../text/parsed-url.ts';

export type SharingKind = 'record-iri-shared' | 'resource-shared';
export type SharingProblem = ProblemOf<SharingKind>;

/** How many of the other records are named to each record that shares a name. */
const maxOthers = 10;

/**
 * The records that share one name in one role. Gives the same result in whatever order records are
 * added.
 */
export class NameGroup {
  #records = 0;
  /** The first graph IRIs, sorted; one more than are named, since a record does not name itself. */
  #first: string[] = [];
  readonly #bySite = new Map<string, number>();

  /** The number of records. */
  get size(): number {
    return this.#records;
  }

  add(graph: string): void {
    this.#records += 1;
    const site = siteOf(graph);
    this.#bySite.set(site, (this.#bySite.get(site) ?? 0) + 1);
    const last = this.#first[maxOthers];
    if (last !== undefined && graph > last) return;
    this.#first = [...this.#first, graph].toSorted().slice(0, maxOthers + 1);
  }

  /** The problem facts for one of the records. @param iri the name as that record writes it */
  sharingOf(graph: string, iri: string): Sharing {
    const others = this.#first.filter((each) => each !== graph).slice(0, maxOthers);
    return { iri, records: this.#records, onSite: this.#bySite.get(siteOf(graph)) ?? 1, others };
  }
}

/** The site of a record as far as its URL tells: host and port. */
function siteOf(graph: string): string {
  return parsedUrl(graph)?.host ?? graph;
}
