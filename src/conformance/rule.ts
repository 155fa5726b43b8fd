import type { FactNode, FactValue } from '../facts/record/record-graph.ts';
import { termIris } from '../facts/record/properties.ts';
import { isNil, isTemplatePlaceholder } from '../facts/text/missing-values.ts';
import type { RemedyKind } from '../model/finding.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { PatchOperation } from '../text/json-patch.ts';
import { isBlankNode } from '../rdf/n-quads.ts';
import { rdf } from '../rdf/vocabularies.ts';
import type { JsonValue } from '../text/json.ts';
import type { CheckedRecord, SubjectKind } from './checked-record.ts';

/**
 * A rule about the content of a record. Profiles refer to rules by their ids, and say how much each
 * matters to them.
 */
export interface Rule {
  /** What is wrong where the rule is broken: `Title is missing`. */
  readonly title: string;
  /** What to write, for a data manager: one or two sentences. */
  readonly asked: string;
  /** What people lose where the rule is broken, and why the rule has its form: for its page. */
  readonly why: string;
  /**
   * The best that a remedy can be by what the record has. A single finding may need the author, or
   * be derivable from the response that carried the record.
   */
  readonly remedy: RemedyKind;
  readonly of: SubjectKind;
  /** What SHACL can say of the rule; absent where SHACL cannot say it. */
  readonly constraint?: Constraint;
  /** The violations of one subject; empty where the rule is met. */
  readonly check: (subject: FactNode, context: RuleContext) => readonly Violation[];
  readonly example: RuleExample;
}

/** What a check may use besides the subject. */
export interface RuleContext {
  readonly record: CheckedRecord;
  /** Whether a nil is a value, as where a profile says "required, but nilable". */
  readonly acceptsNil: boolean;
}

/** How a subject breaks a rule. */
export interface Violation {
  /** The node that has the property, where it is a part of the subject. */
  readonly node?: FactNode;
  /** The property that lacks the value or has the wrong one, as an IRI. */
  readonly property?: string;
  /** The wrong value. */
  readonly value?: FactValue;
  /** What is there, where it is not the text of the value. */
  readonly found?: string;
  /** Absent where there is nothing to suggest. */
  readonly change?: Change;
}

/**
 * What to write, in terms of the graph. Names of properties and classes in `value` are prefixed as
 * `termIri` reads them; the patch has the names of the document.
 */
export interface Change {
  readonly kind: RemedyKind;
  /** `add` a value to the property, `replace` or `remove` the value, or state it as `to`. */
  readonly act: 'add' | 'replace' | 'remove' | 'rename';
  /** A JSON-LD value. */
  readonly value?: JsonValue;
  /** The IRI of a property. */
  readonly to?: string;
}

/**
 * The part of SHACL core that rules need; values are those of any of the properties of `path`.
 * `minCount` and `maxCount` count values that are no nils, the others look at such values only.
 */
export interface Constraint {
  /** IRIs of properties, the recommended one first; none where the subject itself is the value. */
  readonly path: readonly string[];
  /** Steps to values that count for `minCount` too, each IRIs of properties. */
  readonly otherPath?: readonly (readonly string[])[];
  /** At least one subject of this kind is there. */
  readonly subjects?: SubjectKind;
  readonly minCount?: number;
  readonly maxCount?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** In the syntax of SPARQL's REGEX, which JavaScript shares as far as rules use it. */
  readonly pattern?: string;
  readonly nodeKind?: 'BlankNodeOrIRI' | 'IRI' | 'IRIOrLiteral' | 'Literal';
  /** The IRIs of classes of which a value has one. */
  readonly classes?: readonly string[];
  /** The IRIs of datatypes of which a value has one. */
  readonly datatypes?: readonly string[];
  /** The IRI of a class that the subject has. */
  readonly subjectClass?: string;
  readonly hasValue?: string;
}

/** Some rules by their ids. */
export type RuleSet = Readonly<Partial<Record<RuleId, Rule>>>;

/** A record that breaks the rule: a good record (`docs/rules/records/`), and how to spoil it. */
export interface RuleExample {
  readonly record: GoodRecord;
  readonly patch: readonly PatchOperation[];
}

/** The good records, by the shape that they have. */
export type GoodRecord = 'cdif' | 'cdif-draft' | 'croissant' | 'dataone' | 'google' | 'soso';

type RuleTexts = Pick<Rule, 'title' | 'asked' | 'why' | 'example'>;

/**
 * A rule that a subject says something under one of the properties.
 * @param properties prefixed names separated by blanks, or IRIs; the first is recommended
 * @param template what an author fills in: braces enclose what to write
 */
export function sayRule(
  of: SubjectKind,
  properties: string | readonly string[],
  {
    template,
    derive,
    ...texts
  }: RuleTexts & {
    readonly template: JsonValue;
    /** The value from elsewhere in the record; undefined where it is not there. */
    readonly derive?: (subject: FactNode, context: RuleContext) => JsonValue | undefined;
  },
): Rule {
  const path = typeof properties === 'string' ? termIris(properties) : properties;
  return {
    ...texts,
    of,
    remedy: derive === undefined ? 'author' : 'derivable',
    constraint: { path, minCount: 1 },
    check: (subject, context) => {
      if (says(subject, path, context)) return [];
      const derived = derive?.(subject, context);
      const kind = derived === undefined ? 'author' : 'derivable';
      return [missingStatement(subject, path, { kind, value: derived ?? template })];
    },
  };
}

/** Whether a node says something under one of the properties. */
export function says(
  node: FactNode,
  properties: readonly string[],
  context: Pick<RuleContext, 'acceptsNil'>,
): boolean {
  return node.values(properties).some((value) => isStated(value, context));
}

/**
 * The violation of a rule that a subject says something under one of the properties of a path; the
 * first is recommended. A value that is there and says nothing, such as a nil, is replaced.
 * @param isNothing whether a value says nothing; default: it is not stated
 */
export function missingStatement(
  subject: FactNode,
  path: readonly string[],
  change: Pick<Change, 'kind' | 'value'>,
  isNothing = (value: FactValue): boolean => !isStated(value, { acceptsNil: false }),
): Violation {
  const nil = subject.values(path).find(isNothing);
  if (nil !== undefined) {
    const property = propertyOf(subject, path, nil);
    return { property, value: nil, change: { ...change, act: 'replace' } };
  }
  const [property = ''] = path;
  return { property, change: { ...change, act: 'add' } };
}

/** The property of a path that has a value. */
export function propertyOf(subject: FactNode, path: readonly string[], value: FactValue): string {
  return path.find((each) => subject.values([each]).includes(value)) ?? path[0] ?? '';
}

/**
 * Whether a value says something; a nil does so only where nils are accepted, and a template that
 * nobody filled in nowhere. A node says something by a value that is neither, not by its classes.
 */
export function isStated(value: FactValue, context: Pick<RuleContext, 'acceptsNil'>): boolean {
  if (value.kind === 'literal') return isText(value.text, context);
  if (!value.isDescribed) return isNamed(value, context);
  if (value.iri !== undefined) return true;
  const properties = value.properties.filter((each) => each !== rdf.type);
  const values = value.values(properties);
  return values.some((each) => isSaid(each, context));
}

function isSaid(value: FactValue, context: Pick<RuleContext, 'acceptsNil'>): boolean {
  if (value.kind === 'literal') return isText(value.text, context);
  return value.isDescribed || isNamed(value, context);
}

function isText(text: string, { acceptsNil }: Pick<RuleContext, 'acceptsNil'>): boolean {
  return acceptsNil ? text.trim() !== '' && !isTemplatePlaceholder(text) : !isNil(text);
}

/** Whether an IRI, or the text published in its place, says something. */
function isNamed(node: FactNode, context: Pick<RuleContext, 'acceptsNil'>): boolean {
  if (isBlankNode(node.name)) return false;
  if (node.writtenAs !== undefined) return isText(node.writtenAs, context);
  return node.iri !== undefined || context.acceptsNil;
}

/**
 * A rule about each value of the properties of a subject; nils are not looked at.
 * @param properties as for `sayRule`
 * @param violation what is wrong with a value; undefined where it is right
 */
export function valueRule(
  of: SubjectKind,
  properties: string | readonly string[],
  {
    violation,
    constraint,
    ...texts
  }: RuleTexts & {
    readonly remedy: RemedyKind;
    /** Without its path. */
    readonly constraint?: Omit<Constraint, 'path'>;
    readonly violation: (
      value: FactValue,
      subject: FactNode,
      context: RuleContext,
    ) => Omit<Violation, 'property' | 'value'> | undefined;
  },
): Rule {
  const path = typeof properties === 'string' ? termIris(properties) : properties;
  return {
    ...texts,
    of,
    ...(constraint === undefined ? {} : { constraint: { path, ...constraint } }),
    check: (subject, context) =>
      path.flatMap((property) =>
        subject.values([property]).flatMap((value) => {
          if (!isStated(value, { acceptsNil: false })) return [];
          const wrong = violation(value, subject, context);
          return wrong === undefined ? [] : [{ property, value, ...wrong }];
        }),
      ),
  };
}
