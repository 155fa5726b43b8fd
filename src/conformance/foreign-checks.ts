import type { Finding } from '../model/finding.ts';
import { findLiteralPlaces, findRecordPlaces, type RecordPlaces } from '../model/record-places.ts';
import type { Contradiction, ProfileVerdict, RecordReport, Refusal } from '../model/validation.ts';
import { nameOfTerm } from '../rdf/n-quads.ts';
import { compareTexts, groupBy } from '../text/collections.ts';
import { type JsonPositions, valueAt } from '../text/json-positions.ts';
import { compareFindingPlaces, cutFound, jsonPlaces } from './findings.ts';
import type { OpenedSchema } from './schema/json-schema.ts';
import type { UnevaluatedPart } from './shacl/shape-list.ts';
import type { ShapeResult, Shapes } from './shacl/validate-shapes.ts';
import type { ParsedDocument, ValidatedRecord } from './validate-documents.ts';
import { judgeFindings } from './validate-record.ts';

/** Shapes and schemas of others, ready to use. */
export interface ForeignRules {
  /** All files of shapes together, under their names. */
  readonly shapes?: { readonly name: string; readonly shapes: Shapes } | undefined;
  readonly schemas: readonly OpenedSchema[];
}

/** Checks records against shapes and schemas of others, beside their profiles. */
export class ForeignChecks {
  readonly #rules: ForeignRules;
  /** The latest document that schemas checked: its records follow each other. */
  #checked:
    | { readonly parsed: ParsedDocument; readonly found: readonly NamedFindings[] }
    | undefined;

  constructor(rules: ForeignRules) {
    this.#rules = rules;
  }

  /** What of shapes and schemas could not be evaluated, so that no record is known to conform. */
  get unevaluated(): readonly UnevaluatedPart[] {
    const { shapes, schemas } = this.#rules;
    const ofShapes = shapes?.shapes.unevaluated() ?? [];
    return [...ofShapes, ...schemas.flatMap((schema) => schema.unevaluated())];
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
      const { positions } = each.parsed;
      const found = results.map((result) =>
        shapeFinding(result, shapes.name, { record: each.record, positions }),
      );
      const ofShapes = { name: shapes.name, found };
      const report = withFindings(each.report, ofShapes, true);
      yield { ...each, report: this.#withSchemas(each, report, ofShapes) };
    }
  }

  /** A schema checks a document, whose findings stand with the first of its records. */
  #withSchemas(
    { parsed }: ValidatedRecord,
    report: RecordReport,
    ofShapes: NamedFindings | undefined,
  ): RecordReport {
    const { schemas } = this.#rules;
    if (schemas.length === 0) return report;
    const isFirst = this.#checked?.parsed !== parsed;
    const found =
      this.#checked?.parsed === parsed
        ? this.#checked.found
        : schemas.flatMap((schema) => schemaFindings(schema, parsed, report.url) ?? []);
    this.#checked = { parsed, found };
    const whole = found.reduce((before, each) => withFindings(before, each, isFirst), report);
    const sides = ofShapes === undefined ? found : [ofShapes, ...found];
    const contradictions = sides.flatMap((one) =>
      sides.flatMap((other) => contradiction(one, other) ?? []),
    );
    return contradictions.length === 0 ? whole : { ...whole, contradictions };
  }
}

/** The findings of a schema; undefined where it cannot be applied to the document. */
function schemaFindings(
  { name, check }: OpenedSchema,
  { json, positions }: ParsedDocument,
  url: string,
): NamedFindings | undefined {
  const found = check(json, url)?.map(({ pointer, keyword, asked }): Finding => {
    const value = valueAt(json, pointer);
    return {
      profile: name,
      rule: keyword,
      severity: 'error',
      title: `The JSON Schema: ${asked}`,
      places: jsonPlaces([pointer], positions),
      found: cutFound(value === undefined ? undefined : JSON.stringify(value)),
      asked,
      why: { section: keyword, url: name },
    };
  });
  return found && { name, found };
}

interface NamedFindings {
  readonly name: string;
  readonly found: readonly Finding[];
}

function withFindings(
  report: RecordReport,
  { name, found }: NamedFindings,
  areListed: boolean,
): RecordReport {
  const verdicts = [...report.verdicts, foreignVerdict(name, found)];
  const findings = areListed ? [...report.findings, ...found] : report.findings;
  return { ...report, verdicts, findings };
}

function foreignVerdict(name: string, found: readonly Finding[]): ProfileVerdict {
  return {
    profile: name,
    because: 'named',
    ...judgeFindings(found),
    required: { met: 0, of: 0 },
    recommended: { met: 0, of: 0 },
  };
}

/** What one refuses and the other permits; undefined where both say the same. */
function contradiction(
  permitting: NamedFindings,
  refusing: NamedFindings,
): Contradiction | undefined {
  const errors = refusing.found.filter(({ severity }) => severity === 'error');
  const isPermitted = permitting.found.every(({ severity }) => severity !== 'error');
  if (!isPermitted || errors.length === 0) return undefined;
  const refusals = Array.from(
    groupBy(errors, ({ rule }) => rule),
    ([rule, found]): Refusal => {
      const [first] = found.toSorted(compareFindingPlaces);
      return {
        rule,
        findings: found.length,
        place: first?.places[0],
        found: first?.found,
        asked: first?.asked ?? '',
      };
    },
  );
  return {
    permitting: permitting.name,
    refusing: refusing.name,
    refusals: refusals.toSorted(
      (one, other) => other.findings - one.findings || compareTexts(one.rule, other.rule),
    ),
  };
}

function shapeFinding(
  result: ShapeResult,
  file: string,
  { record, positions }: Pick<ValidatedRecord, 'record'> & { readonly positions: JsonPositions },
): Finding {
  const node = nameOfTerm(result.focusNode);
  const places = record.places === undefined ? [] : placesOf(result, record.places);
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
    found: cutFound(result.value),
    asked: result.messages.join(' ') || `What ${component}${path} of the shape asks for.`,
    why: { section: localName(shape), url: iriOf(shape) },
  };
}

function placesOf(
  { focusNode, predicate, value, objectsOf }: ShapeResult,
  places: RecordPlaces,
): readonly string[] {
  const node = nameOfTerm(focusNode);
  if (focusNode.startsWith('"')) return findLiteralPlaces(places, node, objectsOf);
  return findRecordPlaces(places, {
    node,
    property: predicate,
    value: value === undefined ? undefined : nameOfTerm(value),
  });
}

function iriOf(term: string): string {
  return term.startsWith('<') ? term.slice(1, -1) : term;
}

function localName(term: string): string {
  return iriOf(term).replace(/^.*[/#]/su, '');
}
