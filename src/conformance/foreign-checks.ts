import type { Finding } from '../model/finding.ts';
import { severities } from '../model/problem-catalogue.ts';
import type { Severity } from '../model/problem.ts';
import { findRecordPlaces } from '../model/record-places.ts';
import type { ProfileVerdict, RecordReport, UnmetRule } from '../model/validation.ts';
import { literalParts, unescapeLiteral } from '../rdf/n-quads.ts';
import { groupBy } from '../text/collections.ts';
import { parseJson } from '../text/json.ts';
import { type JsonPositions, readJsonPositions } from '../text/json-positions.ts';
import { jsonPlaces } from './findings.ts';
import type { OpenedSchema } from './schema/json-schema.ts';
import type { UnevaluatedPart } from './shacl/shape-list.ts';
import type { ShapeResult, Shapes } from './shacl/validate-shapes.ts';
import type { ValidatedRecord } from './validate-documents.ts';
import { valueAt } from './patches.ts';

/** Shapes and schemas of others, ready to use. */
export interface ForeignRules {
  /** All files of shapes together, under their names. */
  readonly shapes?: { readonly name: string; readonly shapes: Shapes } | undefined;
  readonly schemas: readonly OpenedSchema[];
}

/** Checks records against shapes and schemas of others, beside their profiles. */
export class ForeignChecks {
  readonly #rules: ForeignRules;

  constructor(rules: ForeignRules) {
    this.#rules = rules;
  }

  /** What of the shapes could not be evaluated, so that no record is known to conform. */
  get unevaluated(): readonly UnevaluatedPart[] {
    return this.#rules.shapes?.shapes.unevaluated() ?? [];
  }

  /** The records in their order, with the verdicts and findings of shapes and schemas added. */
  async *check(records: readonly ValidatedRecord[]): AsyncGenerator<ValidatedRecord> {
    const { shapes } = this.#rules;
    if (shapes === undefined) {
      for (const each of records) {
        yield { ...each, report: this.#withSchemas(each, each.report, undefined) };
      }
      return;
    }
    let at = 0;
    const graphs = records.map(({ record }) => record);
    for await (const { results } of shapes.shapes.validate(graphs)) {
      const each = records[at];
      at += 1;
      if (each === undefined) throw new TypeError('Shapes gave more results than records.');
      const positions = positionsOf(each);
      const found = results.map((result) =>
        shapeFinding(result, shapes.name, { record: each.record, positions }),
      );
      const report = withFindings(each.report, shapes.name, found);
      const ofShapes = { name: shapes.name, found };
      yield { ...each, report: this.#withSchemas(each, report, ofShapes) };
    }
  }

  #withSchemas(
    validated: ValidatedRecord,
    report: RecordReport,
    ofShapes: NamedFindings | undefined,
  ): RecordReport {
    const { schemas } = this.#rules;
    if (schemas.length === 0) return report;
    const json = parseJson(validated.document.json) ?? null;
    const positions = positionsOf(validated);
    const checked = schemas.map(({ name, check }): NamedFindings => {
      const found = check(json).map(({ pointer, keyword, asked }): Finding => {
        const value = valueAt(json, pointer);
        return {
          profile: name,
          rule: keyword,
          severity: 'error',
          title: `The JSON Schema: ${asked}`,
          places: jsonPlaces([pointer], positions),
          found: value === undefined ? undefined : excerptOf(JSON.stringify(value)),
          asked,
          why: { section: keyword, url: name },
        };
      });
      return { name, found };
    });
    const whole = checked.reduce(
      (before, { name, found }) => withFindings(before, name, found),
      report,
    );
    const sides = ofShapes === undefined ? checked : [ofShapes, ...checked];
    const contradictions = sides.flatMap((one) =>
      sides.flatMap((other) => contradiction(one, other) ?? []),
    );
    return contradictions.length === 0 ? whole : { ...whole, contradictions };
  }
}

function positionsOf({ document: { json, start, documentUrl } }: ValidatedRecord): JsonPositions {
  const positions = readJsonPositions(json, start);
  if (positions === undefined) throw new TypeError(`${documentUrl} was read, but is no JSON.`);
  return positions;
}

interface NamedFindings {
  readonly name: string;
  readonly found: readonly Finding[];
}

function withFindings(report: RecordReport, name: string, found: readonly Finding[]): RecordReport {
  const verdicts = [...report.verdicts, foreignVerdict(name, found)];
  return { ...report, verdicts, findings: [...report.findings, ...found] };
}

function foreignVerdict(name: string, found: readonly Finding[]): ProfileVerdict {
  const count = (severity: Severity): number =>
    found.filter((each) => each.severity === severity).length;
  const unmet = Array.from(
    groupBy(found, ({ rule }) => rule),
    ([rule, of]): UnmetRule => {
      const severity = severities.find((each) => of.some((one) => one.severity === each));
      return { rule, severity: severity ?? 'info' };
    },
  );
  return {
    profile: name,
    because: 'named',
    conforms: count('error') === 0,
    findings: { error: count('error'), warning: count('warning'), info: count('info') },
    required: { met: 0, of: 0 },
    recommended: { met: 0, of: 0 },
    unmet,
  };
}

/** The most reasons of one contradiction. */
const maxReasons = 3;

/** Says what one refuses and the other accepts; undefined where both say the same. */
function contradiction(accepting: NamedFindings, refusing: NamedFindings): string | undefined {
  const errors = refusing.found.filter(({ severity }) => severity === 'error');
  const isAccepted = accepting.found.every(({ severity }) => severity !== 'error');
  if (!isAccepted || errors.length === 0) return undefined;
  const byRule = Array.from(
    groupBy(errors, ({ rule }) => rule),
    ([rule, found]) => ({ rule, found }),
  );
  const most = byRule.toSorted((one, other) => other.found.length - one.found.length);
  const reasons = most.slice(0, maxReasons).map(({ rule, found }) => {
    const [first] = found;
    const pointer = first?.places[0]?.pointer ?? first?.node ?? '';
    const place = pointer === '' ? 'the document' : pointer;
    return `${rule} (${found.length} times, as at ${place}): ${first?.asked ?? ''}`;
  });
  const more = most.length > maxReasons ? [`and ${most.length - maxReasons} more`] : [];
  return (
    `${accepting.name} accepts the record, ${refusing.name} does not: ` +
    [...reasons, ...more].join('; ')
  );
}

function shapeFinding(
  result: ShapeResult,
  file: string,
  { record, positions }: Pick<ValidatedRecord, 'record'> & { readonly positions: JsonPositions },
): Finding {
  const node = nameOfTerm(result.focusNode);
  const value = result.value === undefined ? undefined : nameOfTerm(result.value);
  const places =
    record.places === undefined
      ? []
      : findRecordPlaces(record.places, { node, property: result.predicate, value });
  const shape = result.namedShape ?? result.shape;
  const component = localName(result.component).replace(/ConstraintComponent$/u, '');
  const path = result.path === undefined ? '' : ` of ${result.path}`;
  return {
    profile: file,
    rule: `${localName(shape)} ${component}`,
    severity: result.severity,
    title: `${localName(shape)}: ${result.messages[0] ?? `${component}${path}`}`,
    node,
    places: jsonPlaces(places, positions),
    found: result.value === undefined ? undefined : excerptOf(result.value),
    asked: result.messages.join(' ') || `What ${component}${path} of the shape asks for.`,
    why: { section: localName(shape), url: iriOf(shape) },
  };
}

/** The name of a node, or the text of a literal, of an N-Quads term. */
function nameOfTerm(term: string): string {
  if (term.startsWith('<')) return unescapeLiteral(term.slice(1, -1));
  return term.startsWith('"') ? unescapeLiteral(literalParts(term).escaped) : term;
}

function iriOf(term: string): string {
  return term.startsWith('<') ? term.slice(1, -1) : term;
}

function localName(term: string): string {
  return iriOf(term).replace(/^.*[/#]/su, '');
}

const maxExcerpt = 200;

function excerptOf(text: string): string {
  return text.length > maxExcerpt ? `${text.slice(0, maxExcerpt)}…` : text;
}
