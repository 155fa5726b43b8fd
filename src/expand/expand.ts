import { graphIri } from '../model/graph-iri.ts';
import type { Outcome } from '../model/outcome.ts';
import type { MetadataRecord, RecordGraph } from '../model/record.ts';
import type { Stage } from '../model/stage.ts';
import { hideBlankIris } from './blank-iris.ts';
import { createFindings, locate, type Finding, type Findings, type Refused } from './findings.ts';
import { isContainer, type JsonContainer, type JsonValue } from './json.ts';
import { createJsonLdProcessor, type JsonLdProcessor } from './json-ld-processor.ts';
import { prepare, type ExpandLimits } from './prepare.ts';
import { writeGraph, type WrittenGraph } from './write-graph.ts';

/**
 * Turns the JSON-LD of a record into its graph, without network or files: plain data in, plain data out, so it can run
 * in any thread. One outcome a record: a graph with what was repaired or dropped on the way, or the problem for which
 * there is none (`context-unavailable`, `graph-too-large`, `json-ld-invalid`, `json-too-complex`, `no-triples`).
 */
export function createExpandStage({
  limits,
}: {
  readonly limits: ExpandLimits;
}): Stage<MetadataRecord, RecordGraph> {
  const processor = createJsonLdProcessor();

  async function expand(record: MetadataRecord): Promise<Outcome<RecordGraph>> {
    const { documentUrl, key, route, baseIri, json } = record;
    const graph = graphIri(documentUrl, key);
    const findings = createFindings(documentUrl);
    const result = await convert(record, { graph, limits, processor, findings });
    const problems = findings.list();
    if (result.kind === 'written') {
      const { nquads, quads } = result;
      const origin = { documentUrl, route, baseIri, ...(key === undefined ? {} : { key }) };
      const value = { graph, ...origin, nquads, quads, json };
      return { kind: 'produced', value, problems };
    }
    return { kind: 'failed', problem: locate(result.reason, documentUrl), problems };
  }

  return {
    name: 'expand',
    async *process(record) {
      yield await expand(record);
    },
  };
}

/**
 * The contexts of larger documents (in characters) are not remembered: it would save little of their time, and a hundred
 * hostile ones would fill the memory.
 */
const maxRemembered = 262_144;

interface ConversionOptions {
  readonly graph: string;
  readonly limits: ExpandLimits;
  readonly processor: JsonLdProcessor;
  readonly findings: Findings;
}

async function convert(
  { json, baseIri: base }: MetadataRecord,
  { graph, limits, processor, findings }: ConversionOptions,
): Promise<WrittenGraph | Refused> {
  const document = parse(json);
  if (document === undefined) return notJson;
  const preparation = prepare(document, { base, limits }, findings);
  if (preparation.kind === 'refused') return preparation;
  const isPrivate = preparation.contexts.isPrivate || json.length > maxRemembered;
  const contexts = { ...preparation.contexts, isPrivate };
  const blankIris = hideBlankIris(document, json + base);
  const add = (finding: Finding): void => findings.add(blankIris.inFinding(finding));
  const expansion = await processor.expand(document, { base, contexts, findings: { add } });
  if (expansion.kind === 'refused') {
    return { kind: 'refused', reason: blankIris.inFinding(expansion.reason) };
  }
  blankIris.restore(expansion.nodes, findings);
  return writeGraph(expansion.nodes, graph, findings);
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
