import type { Finding } from '../model/finding.ts';
import type { JsonLdDocument } from '../model/record.ts';
import { applyJsonPatch } from '../text/json-patch.ts';
import { readJsonPositions } from '../text/json-positions.ts';

/** The findings of a document, of all its records. */
export type FindingsOf = (document: JsonLdDocument) => Promise<readonly Finding[]>;

/** A document with mended JSON. */
export interface FixedDocument {
  readonly json: string;
  /** How many findings were mended, by profile and rule. */
  readonly fixed: ReadonlyMap<string, number>;
}

/** Mending one value may show what is wrong with another. */
const maxRounds = 5;

/**
 * Applies the mechanical and derivable remedies of a document. A remedy is applied only if its
 * findings disappear and no other ones appear; remedies that do not go together with others are
 * applied on their own or left out.
 */
export async function fixDocument(
  document: JsonLdDocument,
  findingsOf: FindingsOf,
): Promise<FixedDocument> {
  const fixed = new Map<string, number>();
  let { json } = document;
  let findings = await findingsOf(document);
  for (let round = 0; round < maxRounds; round += 1) {
    const attempt = new FixAttempt({ ...document, json }, findings, findingsOf);
    const better = await attempt.apply(candidates(findings, json));
    if (better.json === json) break;
    const left = countByRule(better.findings);
    for (const [rule, count] of countByRule(findings)) {
      const mended = count - (left.get(rule) ?? 0);
      if (mended > 0) fixed.set(rule, (fixed.get(rule) ?? 0) + mended);
    }
    ({ json, findings } = better);
  }
  return { json, fixed };
}

/** The findings that can be mended without the author, the last in the document first. */
function candidates(findings: readonly Finding[], json: string): readonly Finding[] {
  const positions = readJsonPositions(json);
  const offsetOf = ({ remedy }: Finding): number => {
    const [first] = remedy?.patch ?? [];
    const pointer = first === undefined ? '' : first.op === 'move' ? first.from : first.path;
    return (
      positions?.ofValue(pointer)?.offset ?? positions?.ofValue(parentOf(pointer))?.offset ?? 0
    );
  };
  const seen = new Set<string>();
  const mendable = findings.filter(({ remedy }) => {
    if (remedy === undefined || remedy.kind === 'author') return false;
    // Two profiles may ask for the same change.
    const key = JSON.stringify(remedy.patch);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  // What is applied behind a place does not move it.
  return mendable.toSorted((one, other) => offsetOf(other) - offsetOf(one));
}

function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

interface FixState {
  readonly json: string;
  readonly findings: readonly Finding[];
}

/** Tries remedies together, and where that does not work in halves. */
class FixAttempt {
  readonly #document: JsonLdDocument;
  readonly #findingsOf: FindingsOf;
  #state: FixState;

  constructor(document: JsonLdDocument, findings: readonly Finding[], findingsOf: FindingsOf) {
    this.#document = document;
    this.#findingsOf = findingsOf;
    this.#state = { json: document.json, findings };
  }

  async apply(remedied: readonly Finding[]): Promise<FixState> {
    if (remedied.length === 0) return this.#state;
    const json = patched(this.#state.json, remedied);
    const next = json !== undefined && (await this.#check(json));
    if (next !== false && isBetter(this.#state.findings, next.findings, remedied)) {
      this.#state = next;
    } else if (remedied.length > 1) {
      const half = Math.ceil(remedied.length / 2);
      await this.apply(remedied.slice(0, half));
      await this.apply(remedied.slice(half));
    }
    return this.#state;
  }

  async #check(json: string): Promise<FixState> {
    return { json, findings: await this.#findingsOf({ ...this.#document, json }) };
  }
}

function patched(json: string, remedied: readonly Finding[]): string | undefined {
  const operations = remedied.flatMap(({ remedy }) => remedy?.patch ?? []);
  return applyJsonPatch(json, operations);
}

/** Whether each mended rule has fewer findings, and no rule has more. */
function isBetter(
  before: readonly Finding[],
  after: readonly Finding[],
  remedied: readonly Finding[],
): boolean {
  const counts = countByRule(after);
  const former = countByRule(before);
  const mended = countByRule(remedied);
  for (const [rule, count] of mended) {
    if ((counts.get(rule) ?? 0) > (former.get(rule) ?? 0) - count) return false;
  }
  return [...counts].every(([rule, count]) => count <= (former.get(rule) ?? 0));
}

/** The number of findings by profile and rule. */
function countByRule(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { profile, rule } of findings) {
    const key = `${profile} ${rule}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
