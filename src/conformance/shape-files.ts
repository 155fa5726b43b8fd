import {
  agentTerms,
  fileTerms,
  placeTerms,
  termIris,
  textTerms,
  variableTerms,
} from '../facts/record/properties.ts';
import type { Severity } from '../model/problem.ts';
import { iriTerm, plainLiteral } from '../rdf/n-quads.ts';
import { namespaceByPrefix, prefixedName } from '../rdf/vocabularies.ts';
import { roleProperties, type SubjectKind, subjectKinds } from './checked-record.ts';
import { acceptsNil, type Profile, type Requirement, severityOfLevel } from './profile.ts';
import type { Constraint, Rule } from './rule.ts';
import { ruleOf } from './rules/rule-catalogue.ts';
import { sharedShapes } from './shared-shapes.ts';

/** The shapes of a profile, for any SHACL engine. */
export interface ShapeFile {
  /** `cdif-core-1.1.ttl` */
  readonly name: string;
  /** Turtle. */
  readonly text: string;
  /** The rules by the IRIs of the shapes that state them. */
  readonly rules: ReadonlyMap<string, string>;
  /** The IRIs of the shapes whose focus nodes are described resources. */
  readonly entries: readonly string[];
}

/**
 * Writes the requirements of a profile as SHACL core: a shape, or several, for each whose rule has
 * a constraint. The focus nodes come from a SPARQL target (SHACL Advanced Features §3.1).
 */
export function shapeFile(profile: Profile): ShapeFile {
  const namespace = `urn:cdif-graph:shapes:${profile.id}#`;
  const shapes = profile.requirements.flatMap((requirement, index) => {
    const before = profile.requirements.slice(0, index).filter(({ rule }) => {
      return rule === requirement.rule;
    });
    return requirementShapes(requirement, profile, before.length);
  });
  const properties = shapes.filter(({ isProperty }) => isProperty).map(({ name }) => name);
  const nodes = shapes.filter(({ isProperty }) => !isProperty).map(({ name }) => name);
  const resource = subject(':Resource', [
    'a sh:NodeShape',
    `rdfs:label ${plainLiteral(profile.title)}`,
    `rdfs:seeAlso ${iriTerm(profile.url)}`,
    'sh:target :DescribedResources',
    `sh:property\n${properties.map((name) => `    ${name}`).join(' ,\n')}`,
  ]);
  const body = [resource, ...shapes.map(({ text }) => text), sharedShapes].join('\n');
  const prefixes = [...namespaceByPrefix].filter(([prefix]) => {
    return [' ', '\n', '^'].some((before) => body.includes(`${before}${prefix}:`));
  });
  const declarations = [['', namespace], ...prefixes].map(([prefix, iri = '']) => {
    return `@prefix ${prefix}: ${iriTerm(iri)} .\n`;
  });
  return {
    name: `${profile.id}.ttl`,
    text: `${headComment(profile)}\n${declarations.join('')}\n${body}`,
    rules: new Map(shapes.map(({ name, rule }) => [namespace + name.slice(1), rule])),
    entries: [':Resource', ...nodes].map((name) => namespace + name.slice(1)),
  };
}

/** Why a rule is in no shape; undefined where it is in one. */
export function reasonWithoutShape({ constraint, of }: Rule): string | undefined {
  if (constraint === undefined) return 'SHACL core cannot say it';
  if (routesTo[of] === undefined) return `no path of SHACL leads to ${subjectKinds[of]}`;
  return undefined;
}

function headComment({ title, url, requirements }: Profile): string {
  const without = requirements.flatMap(({ rule }) => {
    const reason = reasonWithoutShape(ruleOf(rule));
    return reason === undefined ? [] : [`  ${rule}: ${reason}`];
  });
  const inPart = requirements.filter(({ rule }) => {
    return ruleOf(rule).of === 'agent' && reasonWithoutShape(ruleOf(rule)) === undefined;
  });
  const lines = [
    `${title} as SHACL: ${url}`,
    'Written by cdif-graph from its rules (docs/rules); do not edit.',
    '',
    'Terms of schema.org are those of http://schema.org/, as CDIF writes them and as',
    'cdif-graph exports them. The focus nodes are the described resources, and not metadata',
    'records and parts. :DescribedResources finds them by SPARQL (SHACL Advanced Features; pySHACL:',
    '--advanced): datasets, and what a metadata record is about. For an engine of SHACL core, name',
    'them in place of each "sh:target", as in',
    '":Resource sh:targetNode <https://doi.org/10.1234/abcd>"; such an engine ignores the target',
    'otherwise, and finds no fault in any record.',
    '',
    ...(without.length === 0 ? [] : ['Not in these shapes:', ...without, '']),
    ...(inPart.length === 0
      ? []
      : [
          'For the agents of the resource only, and not for those of its distributions, of its',
          `grants and of the metadata record: ${inPart.map(({ rule }) => rule).join(', ')}.`,
          '',
        ]),
  ];
  return lines.map((line) => `# ${line}`.trimEnd().concat('\n')).join('');
}

/** A shape with its name in Turtle. */
interface NamedShape {
  readonly name: string;
  readonly rule: string;
  /** Whether it is one of the property shapes of the resource, else a shape of its own. */
  readonly isProperty: boolean;
  readonly text: string;
}

/** Tells several shapes of one rule apart. */
function suffix(index: number): string {
  return index === 0 ? '' : `-${index + 1}`;
}

/** @param before the number of earlier requirements by the same rule */
function requirementShapes(
  requirement: Requirement,
  profile: Profile,
  before: number,
): readonly NamedShape[] {
  const rule = ruleOf(requirement.rule);
  const { of } = rule;
  const routes = routesTo[of];
  if (rule.constraint === undefined || routes === undefined) return [];
  const { properties: asked = rule.constraint.path } = requirement;
  const path = rule.constraint.path.filter((property) => asked.includes(property));
  const constraint = { ...rule.constraint, path };
  const takesNil = acceptsNil(requirement.level);
  const severity = requirement.severity ?? severityOfLevel[requirement.level];
  const about = [
    `rdfs:comment ${plainLiteral(`${profile.title}, ${requirement.section}`)}`,
    `rdfs:seeAlso ${iriTerm(requirement.url ?? profile.url)}`,
    `sh:severity ${severityIris[severity]}`,
    `sh:message ${plainLiteral(`${rule.title}. ${rule.asked}`)}`,
  ];
  const shape = (content: readonly string[], isProperty: boolean, index = 0): NamedShape => {
    const name = `:${requirement.rule}${suffix(before)}${suffix(index)}`;
    const head = isProperty
      ? ['a sh:PropertyShape', `sh:name ${plainLiteral(requirement.rule)}`]
      : ['a sh:NodeShape', 'sh:target :DescribedResources'];
    const text = subject(name, [...head, ...about, ...content]);
    return { name, rule: requirement.rule, isProperty, text };
  };
  if (of !== 'resource') {
    return routes.map((route, index) => {
      const isNone = blank([`sh:not ${thingOf(of)}`]);
      const content = blank(constraintLines(constraint, takesNil));
      return shape([`sh:path ${pathText(route)}`, `sh:or ${list([isNone, content])}`], true, index);
    });
  }
  const isProperty = constraint.path.length > 0;
  const lines = isProperty
    ? valueLines(constraint, takesNil)
    : constraintLines(constraint, takesNil);
  return [shape(lines, isProperty)];
}

const severityIris: Readonly<Record<Severity, string>> = {
  error: 'sh:Violation',
  warning: 'sh:Warning',
  info: 'sh:Info',
};

/** What a subject must have. */
function constraintLines(constraint: Constraint, takesNil: boolean): readonly string[] {
  const { subjects, path, otherPath, minCount, subjectClass } = constraint;
  if (subjects !== undefined) return [`sh:or ${list(subjectTests(subjects))}`];
  if (path.length === 0) return termLines(constraint);
  if (minCount !== 1) {
    const values = `sh:property ${blank(valueLines(constraint, takesNil))}`;
    return subjectClass === undefined ? [values] : [hasClassLine(subjectClass), values];
  }
  // Not all values say nothing; shacl-engine does not count values of values.
  const stated = takesNil ? ':StatedOrNil' : ':Stated';
  const ways = [[path], ...(otherPath === undefined ? [] : [otherPath])].map((steps) => {
    const none = blank([`sh:path ${pathText(steps)}`, `sh:not ${stated}`]);
    return `sh:not ${blank([`sh:property ${none}`])}`;
  });
  const others = valueLines({ ...constraint, minCount: undefined }, takesNil);
  return [
    ...(ways.length === 1 ? ways : [`sh:or ${list(ways.map((way) => blank([way])))}`]),
    ...(others.length > 1 ? [`sh:property ${blank(others)}`] : []),
  ];
}

/** One test for each way on which a subject of a kind may be there. */
function subjectTests(kind: SubjectKind): readonly string[] {
  return (routesTo[kind] ?? []).map((route) => {
    const count = [`sh:qualifiedValueShape ${thingOf(kind)}`, 'sh:qualifiedMinCount 1'];
    return blank([`sh:property ${blank([`sh:path ${pathText(route)}`, ...count])}`]);
  });
}

type PartialConstraint = Omit<Constraint, 'minCount'> & { readonly minCount?: number | undefined };

/** What the values of the properties of a path must be. */
function valueLines(constraint: PartialConstraint, takesNil: boolean): readonly string[] {
  const { path, minCount, maxCount, hasValue } = constraint;
  const stated = takesNil ? ':StatedOrNil' : ':Stated';
  const isCounted = minCount !== undefined || maxCount !== undefined;
  const terms = termLines(constraint);
  return [
    `sh:path ${pathText([path])}`,
    ...(isCounted ? [`sh:qualifiedValueShape ${stated}`] : []),
    ...(minCount === undefined ? [] : [`sh:qualifiedMinCount ${minCount}`]),
    ...(maxCount === undefined ? [] : [`sh:qualifiedMaxCount ${maxCount}`]),
    ...(hasValue === undefined ? [] : [`sh:hasValue ${term(hasValue)}`]),
    ...(terms.length === 0 ? [] : [`sh:or ${list([blank(['sh:not :Stated']), blank(terms)])}`]),
  ];
}

/** What a value itself must be. */
function termLines(constraint: PartialConstraint): readonly string[] {
  const { minLength, maxLength, pattern, nodeKind, classes, datatypes } = constraint;
  const isText = minLength !== undefined || maxLength !== undefined || pattern !== undefined;
  const kind = nodeKind ?? (isText ? 'IRIOrLiteral' : undefined);
  return [
    ...(kind === undefined ? [] : [`sh:nodeKind sh:${kind}`]),
    ...(minLength === undefined ? [] : [`sh:minLength ${minLength}`]),
    ...(maxLength === undefined ? [] : [`sh:maxLength ${maxLength}`]),
    ...(pattern === undefined ? [] : [`sh:pattern ${plainLiteral(pattern)}`]),
    ...(classes === undefined ? [] : [`sh:or ${list(classes.map(hasClass))}`]),
    ...(datatypes === undefined ? [] : [`sh:or ${list(datatypes.map(hasDatatype))}`]),
  ];
}

function hasClassLine(iri: string): string {
  return `sh:class ${term(iri)}`;
}

function hasClass(iri: string): string {
  return blank([hasClassLine(iri)]);
}

function hasDatatype(iri: string): string {
  return blank([`sh:datatype ${term(iri)}`]);
}

/** A step of a path: properties of which one is followed, also into a list; or against one. */
type Step = readonly string[] | { readonly inverse: string } | { readonly repeated: string };

const [subjectOf = ''] = termIris('schema:subjectOf');
const [about = '', primaryTopic = ''] = termIris('schema:about foaf:primaryTopic');
const [hasPart = ''] = termIris('schema:hasPart');

/**
 * The paths from a described resource to the things of a kind. Each is in the part of SHACL that all
 * engines have: shacl-engine follows no path inside an alternative or repetition. An agent inside a
 * `Role` has a path of its own.
 */
const routesTo: Readonly<Partial<Record<SubjectKind, readonly (readonly Step[])[]>>> = {
  resource: [[]],
  metadata: [[[subjectOf]], [{ inverse: about }], [{ inverse: primaryTopic }]],
  agent: [[roleProperties], [roleProperties, roleProperties]],
  identifier: [[textTerms.identifiers]],
  distribution: [[fileTerms.distributions, { repeated: hasPart }]],
  variable: [[variableTerms.variables]],
  term: [[Object.values(textTerms.terms).flat()]],
  place: [[placeTerms.coverage]],
  grant: [[agentTerms.grants]],
};

/** The shape of the things among what stands at the end of a path: texts, IRIs, nodes of lists. */
function thingOf(kind: SubjectKind): string {
  if (kind === 'metadata') return ':MetadataRecord';
  if (kind === 'agent') return ':Agent';
  return kind === 'term' ? ':Term' : ':Thing';
}

/** The nodes of a list are values, too; the shapes at the end of a path leave them out. */
function pathText(steps: readonly Step[]): string {
  const parts = steps.flatMap((step): readonly string[] => {
    if ('inverse' in step) return [blank([`sh:inversePath ${term(step.inverse)}`])];
    if ('repeated' in step) return [blank([`sh:zeroOrMorePath ${term(step.repeated)}`])];
    const names = [...new Set(step)].map(term);
    const [first = '', ...others] = names;
    const properties = others.length === 0 ? first : blank([`sh:alternativePath ${list(names)}`]);
    return [properties, '[ sh:zeroOrMorePath rdf:rest ]', '[ sh:zeroOrOnePath rdf:first ]'];
  });
  const [only = ''] = parts;
  return parts.length === 1 ? only : list(parts);
}

function term(iri: string): string {
  return prefixedName(iri) ?? iriTerm(iri);
}

function subject(name: string, lines: readonly string[]): string {
  return `${name} ${lines.map(indent).join(' ;\n  ')} .\n`;
}

/** Longer ones are written one member a line. */
const maxLineCharacters = 78;

/** A blank node in Turtle. */
function blank(lines: readonly string[]): string {
  return bracket(lines, { open: '[', close: ']', between: ' ;' });
}

/** A list in Turtle. */
function list(items: readonly string[]): string {
  return bracket(items, { open: '(', close: ')', between: '' });
}

function bracket(
  items: readonly string[],
  { open, close, between }: Readonly<Record<'open' | 'close' | 'between', string>>,
): string {
  const line = `${open} ${items.join(`${between} `)} ${close}`;
  if (line.length <= maxLineCharacters && !line.includes('\n')) return line;
  return `${open}\n  ${items.map(indent).join(`${between}\n  `)}\n${close}`;
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
