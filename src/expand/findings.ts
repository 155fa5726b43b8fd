import { assignToRecord, ProblemTally } from '../model/problem-tally.ts';
import type { Problem, ProblemFacts, ProblemKind } from '../model/problem.ts';
import { TextSet } from '../text/text-set.ts';
import { replaceLoneSurrogates } from '../text/clean-text.ts';

/** A problem without its URL, which is the same for all of a record. */
export type ExpansionFinding = {
  [Kind in ProblemKind]: { readonly kind: Kind } & ProblemFacts[Kind];
}[ProblemKind];

/** A step that failed, and why. */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: ExpansionFinding;
}

/** Collects problems. */
export interface FindingSink {
  add(finding: ExpansionFinding): void;
}

/** Enough to recognise a value, which may be megabytes. */
const maxCharacters = 200;

/** The problems of one record or document, each with the same URL. */
export class Findings implements FindingSink {
  readonly #url: string;
  readonly #distinct = new TextSet();
  readonly #tally = new ProblemTally();

  constructor(url: string) {
    this.#url = url;
  }

  /** Notes a problem; equal problems are noted once. */
  add(finding: ExpansionFinding): void {
    const problem = locateFinding(finding, this.#url);
    if (this.#distinct.add(JSON.stringify(problem))) this.#tally.add(problem);
  }

  /**
   * The noted problems and the count of omitted ones; see `ProblemTally`.
   * @param record the graph IRI of the record that they belong to
   */
  list(record?: string): readonly Problem[] {
    const listed = this.#tally.list({ url: this.#url });
    return record === undefined ? listed : listed.map((problem) => assignToRecord(problem, record));
  }
}

/** The complete problem; long values are cut, and invalid text is repaired. */
export function locateFinding(finding: ExpansionFinding, url: string): Problem {
  return { ...mapFindingTexts(finding, excerpt), url };
}

/** Maps every text in a finding. */
export function mapFindingTexts<Found extends ExpansionFinding>(
  finding: Found,
  change: (text: string) => string,
): Found {
  const facts: [string, unknown][] = Object.entries(finding);
  const changed = facts.map(([name, fact]) => {
    return [name, typeof fact === 'string' ? change(fact) : fact] as const;
  });
  // The facts are those of the finding, so the kind is the same.
  return Object.fromEntries(changed) as Found;
}

function excerpt(text: string): string {
  return replaceLoneSurrogates(
    text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text,
  );
}
