import type { Finding } from '../model/finding.ts';
import type { StageContext } from '../model/outcome.ts';
import type { JsonLdDocument } from '../model/record.ts';
import { applyJsonPatch } from '../text/json-patch.ts';
import { parentPointer, readJsonPositions } from '../text/json-positions.ts';
import type { ValidateDocuments } from './validate-documents.ts';

/** What validation says of a document. */
export interface DocumentState {
  readonly findings: readonly Finding[];
  /** How many records it gives. */
  readonly records: number;
  /** How many problems belong to none of its records. */
  readonly problems: number;
}

/** Validates a document. */
export type StateOf = (document: JsonLdDocument) => Promise<DocumentState>;

/** Validates documents by a validator. */
export function createStateReader(validate: ValidateDocuments, context: StageContext): StateOf {
  return async (document) => {
    const findings: Finding[] = [];
    let [records, problems] = [0, 0];
    for await (const output of validate([document], context)) {
      if (output.kind === 'problem') problems += 1;
      else {
        records += 1;
        findings.push(...output.validated.report.findings);
      }
    }
    return { findings, records, problems };
  };
}

/** A document with mended JSON. */
export interface FixedDocument {
  readonly json: string;
  /** How many findings were mended, by profile and rule. */
  readonly fixed: ReadonlyMap<string, number>;
  /** What validation says of it. */
  readonly state: DocumentState;
}

/** Mending one value may show what is wrong with another. */
const maxRounds = 5;

/**
 * Applies the mechanical and derivable remedies of a document. A remedy is applied only if its
 * findings disappear, no other findings and problems appear, and no record gets lost; remedies that
 * do not go together with others are applied on their own or left out.
 */
export async function fixDocument(
  document: JsonLdDocument,
  stateOf: StateOf,
): Promise<FixedDocument> {
  const fixed = new Map<string, number>();
  let { json } = document;
  let state = await stateOf(document);
  for (let round = 0; round < maxRounds; round += 1) {
    const attempt = new FixAttempt({ ...document, json }, state, stateOf);
    const better = await attempt.apply(candidates(state.findings, json));
    if (better.json === json) break;
    const left = countBy(better.state.findings, ruleKey);
    for (const [rule, count] of countBy(state.findings, ruleKey)) {
      const mended = count - (left.get(rule) ?? 0);
      if (mended > 0) fixed.set(rule, (fixed.get(rule) ?? 0) + mended);
    }
    ({ json, state } = better);
  }
  return { json, fixed, state };
}

/** The findings that can be mended without the author, the last in the document first. */
function candidates(findings: readonly Finding[], json: string): readonly Finding[] {
  const positions = readJsonPositions(json);
  const offsetOf = ({ remedy }: Finding): number => {
    const [first] = remedy?.patch ?? [];
    const pointer = first === undefined ? '' : first.op === 'move' ? first.from : first.path;
    const place = positions?.ofValue(pointer) ?? positions?.ofValue(parentPointer(pointer));
    return place?.offset ?? 0;
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

interface FixState {
  readonly json: string;
  readonly state: DocumentState;
}

/** Tries remedies together, and where that does not work in halves. */
class FixAttempt {
  readonly #document: JsonLdDocument;
  readonly #stateOf: StateOf;
  #best: FixState;

  constructor(document: JsonLdDocument, state: DocumentState, stateOf: StateOf) {
    this.#document = document;
    this.#stateOf = stateOf;
    this.#best = { json: document.json, state };
  }

  async apply(remedied: readonly Finding[]): Promise<FixState> {
    if (remedied.length === 0) return this.#best;
    const operations = remedied.flatMap(({ remedy }) => remedy?.patch ?? []);
    const json = applyJsonPatch(this.#best.json, operations);
    const next = json === undefined ? undefined : await this.#check(json);
    if (next !== undefined && isBetter(this.#best.state, next.state, remedied)) this.#best = next;
    else if (remedied.length > 1) {
      const half = Math.ceil(remedied.length / 2);
      await this.apply(remedied.slice(0, half));
      await this.apply(remedied.slice(half));
    }
    return this.#best;
  }

  async #check(json: string): Promise<FixState> {
    return { json, state: await this.#stateOf({ ...this.#document, json }) };
  }
}

/** Whether the mended findings are gone, nothing new is there, and nothing is lost. */
function isBetter(
  before: DocumentState,
  after: DocumentState,
  remedied: readonly Finding[],
): boolean {
  if (after.records < before.records || after.problems > before.problems) return false;
  const former = countBy(before.findings, findingKey);
  const found = countBy(after.findings, findingKey);
  for (const [key, count] of countBy(remedied, findingKey)) {
    if ((found.get(key) ?? 0) > (former.get(key) ?? 0) - count) return false;
  }
  return [...found].every(([key, count]) => count <= (former.get(key) ?? 0));
}

function ruleKey({ profile, rule }: Finding): string {
  return `${profile} ${rule}`;
}

/** The same finding in a changed document: names of nodes and places may be others. */
function findingKey({ profile, rule, found }: Finding): string {
  return JSON.stringify([profile, rule, found ?? null]);
}

function countBy(
  findings: readonly Finding[],
  keyOf: (finding: Finding) => string,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const key = keyOf(finding);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
