import type { Limits } from '../config/schema.ts';
import { withContexts } from '../expand/context-supply.ts';
import { createExpander } from '../expand/expand-stage.ts';
import type { StageContext } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { JsonLdDocument, KeptDocument, RecordGraph } from '../model/record.ts';
import type { ContextSource } from '../model/remote-context.ts';
import type { RecordReport } from '../model/validation.ts';
import { type JsonValue, parseJson } from '../text/json.ts';
import { type JsonPositions, readJsonPositions } from '../text/json-positions.ts';
import { ruleFinding } from './findings.ts';
import type { Profile } from './profile.ts';
import { ReadingFindings, withoutRepetitions } from './reading-findings.ts';
import { validateRecord } from './validate-record.ts';

/** A record of a document, and how it meets its profiles. */
export interface ValidatedRecord {
  readonly report: RecordReport;
  readonly record: RecordGraph;
  readonly document: KeptDocument;
  /** The same object for all records of a document. */
  readonly parsed: ParsedDocument;
}

/** What validation of documents yields: records, and problems that belong to none of them. */
export type ValidationOutput =
  | { readonly kind: 'record'; readonly validated: ValidatedRecord }
  | { readonly kind: 'problem'; readonly problem: Problem };

interface ValidatorOptions {
  readonly limits: Limits;
  /** Instead of the profiles that records claim, where there are some. */
  readonly profiles: readonly Profile[];
  /** Loads the contexts that are not bundled; by default there are none. */
  readonly contexts?: ContextSource | undefined;
}

/**
 * Validates the JSON-LD documents of one URL together, as a harvest expands them.
 * @param named profiles in place of those of the validator
 */
export type ValidateDocuments = (
  documents: readonly JsonLdDocument[],
  context: StageContext,
  named?: readonly Profile[],
) => AsyncGenerator<ValidationOutput>;

/** Creates a validator, whose documents share one cache of contexts. */
export function createValidator({
  limits,
  profiles,
  contexts,
}: ValidatorOptions): ValidateDocuments {
  const stage = withContexts(createExpander({ limits, withPlaces: true }).stage, contexts);
  return async function* validateDocuments(documents, context, named = profiles) {
    const kept = new Map<string, ReadDocument>();
    for await (const outcome of stage.process(documents, context)) {
      if (outcome.kind === 'skipped') continue;
      if (outcome.kind === 'noted') {
        yield { kind: 'problem', problem: outcome.problem };
        continue;
      }
      const { problems = [] } = outcome;
      if (outcome.kind === 'failed') {
        for (const problem of [outcome.problem, ...problems]) yield { kind: 'problem', problem };
      } else if (outcome.value.kind === 'document') {
        const { document } = outcome.value;
        kept.set(document.sha256, new ReadDocument(document));
        for (const problem of problems) yield { kind: 'problem', problem };
      } else if (outcome.value.kind === 'graph') {
        const record = outcome.value.graph;
        const document = kept.get(record.document);
        if (document === undefined) throw new TypeError('A document comes before its graphs.');
        const report = reportOn({ record, document, problems }, named);
        yield {
          kind: 'record',
          validated: { report, record, document: document.kept, parsed: document.parsed },
        };
      }
    }
  };
}

/** The JSON of a document, with the positions of its values. */
export interface ParsedDocument {
  readonly json: JsonValue;
  readonly positions: JsonPositions;
}

/** A document, parsed once for all its records. */
class ReadDocument {
  readonly kept: KeptDocument;
  #parsed: ParsedDocument | undefined;
  #reading: ReadingFindings | undefined;

  constructor(kept: KeptDocument) {
    this.kept = kept;
  }

  get parsed(): ParsedDocument {
    this.#parsed ??= this.#parse();
    return this.#parsed;
  }

  get reading(): ReadingFindings {
    this.#reading ??= new ReadingFindings(this.parsed.json, this.parsed.positions);
    return this.#reading;
  }

  #parse(): ParsedDocument {
    const json = parseJson(this.kept.json);
    const positions = readJsonPositions(this.kept.json, this.kept.start);
    if (json !== undefined && positions !== undefined) return { json, positions };
    throw new TypeError(`${this.kept.documentUrl} was read from a text that is not JSON.`);
  }
}

interface ReadRecord {
  readonly record: RecordGraph;
  readonly document: ReadDocument;
  readonly problems: readonly Problem[];
}

function reportOn(
  { record, document, problems }: ReadRecord,
  profiles: readonly Profile[],
): RecordReport {
  const { places } = record;
  if (places === undefined) throw new TypeError(`${record.graph} has no places.`);
  const located = { ...document.parsed, places };
  const checked = validateRecord(record, profiles, document.kept.response);
  const findings = checked.flatMap(({ profile, checks }) =>
    checks.flatMap((check) => check.findings.map((each) => ruleFinding(each, profile, located))),
  );
  const read = problems.map((problem) => document.reading.finding(problem, places));
  return {
    graph: record.graph,
    url: record.documentUrl,
    name: record.describes.find(({ name }) => name !== undefined)?.name,
    verdicts: checked.map(({ verdict }) => verdict),
    findings: [...withoutRepetitions(read, findings), ...findings],
  };
}
