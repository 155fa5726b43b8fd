import type { JsonLdDocument } from '../model/record.ts';
import { hideBlankIris } from './blank-iris.ts';
import { prepareDcatUs } from './dcat-us/prepare-dcat-us.ts';
import type { Finding, Findings, Refused } from './findings.ts';
import { isContainer, isObject, type JsonContainer, type JsonValue } from './json.ts';
import type { JsonLdProcessor } from './json-ld-processor.ts';
import { prepare, type ExpandLimits } from './prepare.ts';
import { mendUnusableNames } from './unusable-names.ts';

export interface ExpandOptions {
  readonly limits: ExpandLimits;
  readonly processor: JsonLdProcessor;
  readonly findings: Findings;
}

/**
 * The contexts of larger documents (in characters) are not remembered: it would save little of their time, and a hundred
 * hostile ones would fill the memory.
 */
const maxRemembered = 262_144;

/** A document in expanded form. */
export interface ExpandedDocument {
  readonly kind: 'expanded';
  readonly nodes: readonly JsonValue[];
  /** Whether it is an array of objects with contexts of their own. */
  readonly areSeparate: boolean;
}

/** Expands the JSON-LD of a document; see `prepare` for what is mended before, and `mendUnusableNames`. */
export async function expandDocument(
  { json, baseIri: base }: Pick<JsonLdDocument, 'json' | 'baseIri'>,
  { limits, processor, findings }: ExpandOptions,
): Promise<ExpandedDocument | Refused> {
  const document = parse(json);
  if (document === undefined) return notJson;
  prepareDcatUs(document);
  const areSeparate = Array.isArray(document) && document.every(hasContext);
  const preparation = prepare(document, { base, limits }, findings);
  if (preparation.kind === 'refused') return preparation;
  const isPrivate = preparation.contexts.isPrivate || json.length > maxRemembered;
  const contexts = { ...preparation.contexts, isPrivate };
  const blankIris = hideBlankIris(document, json + base);
  const add = (finding: Finding): void => findings.add(blankIris.inFinding(finding));
  const options = { base, contexts, findings: { add } };
  let expansion = await processor.expand(document, options);
  const isNameToBlame = expansion.kind === 'refused' && isAboutName(expansion.reason);
  // Most documents have no such names, so they are looked for only where expansion ended at one.
  if (isNameToBlame && mendUnusableNames(document, { add })) {
    expansion = await processor.expand(document, options);
  }
  if (expansion.kind === 'refused') {
    return { kind: 'refused', reason: blankIris.inFinding(expansion.reason) };
  }
  blankIris.restore(expansion.nodes, findings);
  return { kind: 'expanded', nodes: expansion.nodes, areSeparate };
}

/** By the codes of the JSON-LD API (§9.6). */
function isAboutName(reason: Finding): boolean {
  return (
    reason.kind === 'json-ld-invalid' &&
    (reason.code === 'invalid @id value' || reason.code === 'invalid type value')
  );
}

function hasContext(value: JsonValue): boolean {
  return isObject(value) && '@context' in value;
}

/** The code that JSON-LD 1.1 API §9.6 has for it. Extraction lets no such text through. */
const notJson: Refused = {
  kind: 'refused',
  reason: { kind: 'json-ld-invalid', code: 'loading document failed', detail: 'not JSON' },
};

/** A single value is taken for an array of it, since jsonld.js would take a text for the URL of a document. */
function parse(json: string): JsonContainer | undefined {
  try {
    const value = JSON.parse(json) as JsonValue; // by definition
    return isContainer(value) ? value : [value];
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
