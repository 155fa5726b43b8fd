import type { JsonLdDocument } from '../model/record.ts';
import type { StageContext } from '../model/outcome.ts';
import {
  isContainer,
  isObject,
  type JsonContainer,
  type JsonValue,
  parseJson,
} from '../text/json.ts';
import { type HiddenIntegers, hideIrisWithBlanks, hideLargeIntegers } from './hidden-values.ts';
import { type HiddenArrays, hideCoordinateArrays } from './coordinate-arrays.ts';
import { type ContextTraits, resolveMissingContexts } from './context-repair.ts';
import { prepareDcatUs } from './dcat-us.ts';
import type { ExpansionFinding, Findings, Refused } from './findings.ts';
import { expandMembers } from './expand-members.ts';
import type { Expansion, ExpansionProblem, JsonLdProcessor } from './json-ld-processor.ts';
import { locateInvalidMember, repairNodeNames } from './invalid-json-ld.ts';
import { openLanguageMaps } from './language-maps.ts';
import { prepareDocument, type ExpandLimits } from './prepare-document.ts';

/** What expanding a document needs besides the document. */
export interface ExpandOptions extends ExpandContext {
  readonly limits: ExpandLimits;
  readonly processor: JsonLdProcessor;
  readonly findings: Findings;
}

/** What the stage is given for one input. */
export type ExpandContext = Pick<StageContext, 'contexts' | 'watch'>;

/**
 * Contexts of larger documents (in characters) are not cached: that would save little of their
 * time, and a hundred hostile ones would fill the memory.
 */
const maxRemembered = 262_144;

/** A document in expanded form. */
export interface ExpandedDocument {
  readonly kind: 'expanded';
  readonly nodes: readonly JsonValue[];
  /** Whether it is an array of objects each with its own context. */
  readonly areSeparate: boolean;
  /** Why nodes without a context and invalid members were left out. */
  readonly lost: readonly ExpansionFinding[];
  /** See `ContextTraits`. */
  readonly noPrefixes: ReadonlyMap<string, string>;
}

/**
 * Expands a JSON-LD document after repairs (`resolveMissingContexts`, `prepareDocument`,
 * `openLanguageMaps`, `repairNodeNames`). If expansion of the whole fails, its members are expanded
 * one by one (`expandMembers`).
 */
export async function expandDocument(
  document: Pick<JsonLdDocument, 'json' | 'baseIri' | 'piece' | 'missingContext'>,
  options: ExpandOptions,
): Promise<ExpandedDocument | Refused> {
  const { json, baseIri: base, missingContext } = document;
  const { limits, findings } = options;
  const integers = hideLargeIntegers(json);
  const published = parseContainer(integers.json);
  if (published === undefined) return notJson;
  prepareDcatUs(published);
  const arrays = hideCoordinateArrays(published, json);
  const supplied = { base, contexts: options.contexts };
  const preparation = prepareDocument(published, { ...supplied, limits }, findings);
  if (preparation.kind === 'refused') return preparation;
  const wereSeparate = isArrayOfSeparate(published);
  const settled = resolveMissingContexts(published, missingContext);
  if (settled.kind === 'refused') return settled;
  const { assumed, lost } = settled;
  if (assumed !== undefined) findings.add(assumed);
  const assumesSchemaOrg = assumed !== undefined;
  openLanguageMaps(settled.document, { ...supplied, json, assumesSchemaOrg });
  const isPrivate = preparation.contexts.isPrivate || json.length > maxRemembered;
  const contexts = { ...preparation.contexts, isPrivate };
  const prepared = { base, contexts, json, integers, arrays };
  const expansion = await expandPrepared(settled.document, prepared, options);
  if (expansion.kind === 'refused') {
    if (lost !== undefined) findings.add(lost);
    // A pointer into the changed document would be wrong in the published one.
    const isOther = lost !== undefined || document.piece !== undefined;
    return isOther ? { ...expansion, reason: withoutPointer(expansion.reason) } : expansion;
  }
  const areSeparate = assumed === undefined ? isArrayOfSeparate(settled.document) : wereSeparate;
  const { noPrefixes } = contexts;
  const allLost = [
    lost ?? [],
    expansion.lost.map((each) => withoutWrongItem(each, document)),
  ].flat();
  return { ...expansion, areSeparate, noPrefixes, lost: allLost };
}

function withoutPointer(reason: ExpansionFinding): ExpansionFinding {
  if (reason.kind !== 'json-ld-invalid') return reason;
  const { pointer: _, ...others } = reason;
  return others;
}

/** The number of an item is wrong in a copy of a list that has only one item. */
function withoutWrongItem(
  reason: ExpansionProblem,
  { piece }: Pick<JsonLdDocument, 'piece'>,
): ExpansionProblem {
  const isElsewhere = piece !== undefined && isItemNumber.test(reason.item ?? '');
  if (!isElsewhere) return reason;
  const { item: _, ...others } = reason;
  return others;
}

const isItemNumber = /^item \d+$/u;

interface MembersExpanded extends Pick<ExpandedDocument, 'kind' | 'nodes'> {
  readonly lost: readonly ExpansionProblem[];
}

interface Prepared {
  readonly base: string;
  readonly contexts: ContextTraits;
  readonly json: string;
  readonly integers: HiddenIntegers;
  readonly arrays: HiddenArrays;
}

async function expandPrepared(
  document: JsonContainer,
  { base, contexts, json, integers, arrays }: Prepared,
  { processor, findings, watch, contexts: supply }: ExpandOptions,
): Promise<MembersExpanded | Refused> {
  const blankIris = hideIrisWithBlanks(document, json + base);
  const asPublished = <Found extends ExpansionFinding>(finding: Found): Found =>
    integers.restoreFinding(arrays.restoreFinding(blankIris.restoreFinding(finding)));
  const add = (finding: ExpansionFinding): void => findings.add(asPublished(finding));
  const algorithm = processor.open(contexts, supply);
  const expand = async (
    part: JsonContainer,
    noted: ExpansionFinding[] = [],
  ): Promise<Expansion> => {
    const exhaustion = watch?.begins();
    if (exhaustion !== undefined) return { kind: 'refused', reason: exhaustion };
    const options = { base, findings: { add: (finding: ExpansionFinding) => noted.push(finding) } };
    let expansion = await algorithm(part, options);
    const isNameToBlame = expansion.kind === 'refused' && isAboutName(expansion.reason);
    // Most documents have no such names, so they are repaired only after expansion failed.
    if (isNameToBlame && repairNodeNames(part, options.findings)) {
      expansion = await algorithm(part, options);
    }
    watch?.ends();
    if (expansion.kind === 'expanded') noted.forEach(add);
    return expansion;
  };
  const attempt = async (trial: JsonContainer): Promise<Expansion> =>
    algorithm(trial, { base, findings: { add: () => undefined } });
  const notedInWhole: ExpansionFinding[] = [];
  const whole = await expand(document, notedInWhole);
  const expansion =
    whole.kind === 'expanded'
      ? { ...whole, lost: [] }
      : ((await expandMembers(document, { expand, attempt })) ?? whole);
  if (expansion.kind === 'refused') {
    notedInWhole.forEach(add);
    const reason = await locateInvalidMember(document, expansion, attempt);
    return { kind: 'refused', reason: asPublished(reason) };
  }
  const { nodes } = expansion;
  blankIris.restore(nodes, findings);
  arrays.restore(nodes, { add });
  integers.restore(nodes);
  const lost = expansion.lost.map((refusal) => asPublished(refusal));
  return { kind: 'expanded', nodes, lost };
}

/** Checks the error codes of the JSON-LD API (§9.6). */
function isAboutName(reason: ExpansionFinding): boolean {
  return (
    reason.kind === 'json-ld-invalid' &&
    (reason.code === 'invalid @id value' || reason.code === 'invalid type value')
  );
}

function isArrayOfSeparate(document: JsonContainer): boolean {
  return Array.isArray(document) && document.every(hasOwnContext);
}

function hasOwnContext(value: JsonValue): boolean {
  return isObject(value) && '@context' in value;
}

/** The error code of JSON-LD 1.1 API §9.6. Extraction rejects such texts earlier. */
const notJson: Refused = {
  kind: 'refused',
  reason: { kind: 'json-ld-invalid', code: 'loading document failed', detail: 'not JSON' },
};

/** Puts a single value in an array, since jsonld.js would take a text for the URL of a document. */
function parseContainer(json: string): JsonContainer | undefined {
  const value = parseJson(json);
  return value === undefined || isContainer(value) ? value : [value];
}
