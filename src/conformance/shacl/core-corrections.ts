import { DataFactory } from 'n3';
import type { Compile, EngineContext, EngineShape } from 'shacl-engine';
import { rdf, sh, shaclNamespace, xsd } from '../../rdf/vocabularies.ts';
import { type GraphTerm, ownTerm, type TermGraph } from './term-graph.ts';

/**
 * Constraints of the core that shacl-engine checks otherwise than SHACL asks, by parameter:
 * - `sh:class` looks for subclasses in the data, not among the shapes (§4.1.1);
 * - `sh:pattern` and lengths: no blank node conforms, characters are code points, and the flags
 *   are those of SPARQL (§4.4);
 * - `sh:languageIn` compares by basic filtering (RFC 4647 §3.3.1; §4.4.4);
 * - ranges and pairs compare as SPARQL does, texts by code points (§4.3, §4.5).
 */
export const coreCorrections: ReadonlyMap<string, Compile> = new Map<string, Compile>([
  [sh.class, compileClass],
  [sh.pattern, compilePattern],
  [sh.minLength, lengthCheck(sh.minLength, 'MinLength', (length, bound) => length >= bound)],
  [sh.maxLength, lengthCheck(sh.maxLength, 'MaxLength', (length, bound) => length <= bound)],
  [sh.languageIn, compileLanguageIn],
  [sh.minExclusive, rangeCheck(sh.minExclusive, 'MinExclusive', (order) => order > 0)],
  [sh.minInclusive, rangeCheck(sh.minInclusive, 'MinInclusive', (order) => order >= 0)],
  [sh.maxExclusive, rangeCheck(sh.maxExclusive, 'MaxExclusive', (order) => order < 0)],
  [sh.maxInclusive, rangeCheck(sh.maxInclusive, 'MaxInclusive', (order) => order <= 0)],
  [sh.lessThan, pairCheck(sh.lessThan, 'LessThan', (order) => order < 0)],
  [sh.lessThanOrEquals, pairCheck(sh.lessThanOrEquals, 'LessThanOrEquals', (order) => order <= 0)],
]);

/** The value of a parameter. @throws {TypeError} where there is none */
function parameterOf({ ptr }: EngineShape, predicate: string): GraphTerm {
  const [term] = ptr.out([DataFactory.namedNode(predicate)]).terms;
  if (term === undefined) throw new TypeError('it has no value');
  return ownTerm(term);
}

interface Violation {
  readonly component: string;
  readonly message: string;
}

/** Reports the value node, or another one. */
function report(
  context: EngineContext,
  { component, message }: Violation,
  value = context.valueOrNode,
): void {
  context.violation(DataFactory.namedNode(`${shaclNamespace}${component}ConstraintComponent`), {
    message: [DataFactory.literal(message)],
    value,
  });
}

function valueNode({ valueOrNode }: EngineContext): GraphTerm {
  return ownTerm(valueOrNode.term);
}

function compileClass(shape: EngineShape): ReturnType<Compile> {
  const wanted = parameterOf(shape, sh.class);
  const violation = { component: 'Class', message: `Value is no <${wanted.value}>` };
  return {
    generic(context) {
      // Data graphs are ours.
      const data = context.focusNode.dataset as TermGraph;
      const types = new Set(data.objects(valueNode(context), rdf.type).map(({ id }) => id));
      for (const { id } of data.subclassTerms(wanted)) if (types.has(id)) return;
      report(context, violation);
    },
  };
}

function compilePattern(shape: EngineShape): ReturnType<Compile> {
  const { value: pattern } = parameterOf(shape, sh.pattern);
  const [flags] = shape.ptr.out([DataFactory.namedNode(sh.flags)]).terms;
  const expression = patternExpression(pattern, flags?.value ?? '');
  const violation = { component: 'Pattern', message: `Value does not match "${pattern}"` };
  return {
    generic(context) {
      const node = valueNode(context);
      if (node.termType !== 'BlankNode' && expression.test(node.value)) return;
      report(context, violation);
    },
  };
}

/**
 * A regular expression of XPath (SPARQL 1.1 §17.4.3.14) as one of JavaScript.
 * @throws {SyntaxError}
 */
function patternExpression(pattern: string, flags: string): RegExp {
  const unknown = /[^imsqx]/u.exec(flags);
  if (unknown !== null) throw new SyntaxError(`the flag ${unknown[0]} is unknown`);
  const own = flags.replaceAll(/[qx]/gu, '');
  const text = flags.includes('q')
    ? pattern.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`)
    : pattern;
  const compact = flags.includes('x') && !flags.includes('q') ? text.replaceAll(/\s/gu, '') : text;
  // Escapes of punctuation that the flag `u` refuses mean the character itself. What else it
  // refuses, such as the blocks and subtractions of XPath, is not evaluated.
  const plain = compact.replaceAll(/\\(.)/gsu, (escape, character: string) =>
    /["'#%&,:;<=>@_`~!-]/u.test(character)
      ? `\\u{${character.charCodeAt(0).toString(16)}}`
      : escape,
  );
  return new RegExp(plain, `${own}u`);
}

function lengthCheck(
  parameter: string,
  component: string,
  fits: (length: number, bound: number) => boolean,
): Compile {
  return (shape) => {
    const { value: bound } = parameterOf(shape, parameter);
    const asked = component === 'MinLength' ? 'fewer' : 'more';
    const violation = { component, message: `Value has ${asked} than ${bound} characters` };
    return {
      generic(context) {
        const node = valueNode(context);
        const isFit =
          node.termType !== 'BlankNode' && fits(Array.from(node.value).length, Number(bound));
        if (!isFit) report(context, violation);
      },
    };
  };
}

function compileLanguageIn({ ptr }: EngineShape): ReturnType<Compile> {
  const list = ptr.out([DataFactory.namedNode(sh.languageIn)]);
  const ranges = membersOf(list).map(({ value }) => value.toLowerCase());
  const message = `Language is none of ${ranges.join(', ')}`;
  return {
    generic(context) {
      const node = valueNode(context);
      const tag = node.termType === 'Literal' ? node.language.toLowerCase() : '';
      const isIn = ranges.some(
        (range) => tag === range || tag.startsWith(`${range}-`) || (range === '*' && tag !== ''),
      );
      if (!isIn) report(context, { component: 'LanguageIn', message });
    },
  };
}

/** @throws {TypeError} */
function membersOf({ dataset, term }: EngineShape['ptr']): readonly GraphTerm[] {
  // The graph of shapes is ours.
  const members = (dataset as TermGraph).list(ownTerm(term));
  if (members === undefined) throw new TypeError('its value is no list');
  return members;
}

function rangeCheck(
  parameter: string,
  component: string,
  fits: (order: number) => boolean,
): Compile {
  return (shape) => {
    const bound = parameterOf(shape, parameter);
    const sign = rangeSigns.get(parameter) ?? '';
    const violation = { component, message: `Value is not ${sign} ${bound.value}` };
    return {
      generic(context) {
        const order = compareTerms(valueNode(context), bound);
        if (order === undefined || !fits(order)) report(context, violation);
      },
    };
  };
}

const rangeSigns: ReadonlyMap<string, string> = new Map([
  [sh.minExclusive, '>'],
  [sh.minInclusive, '>='],
  [sh.maxExclusive, '<'],
  [sh.maxInclusive, '<='],
]);

function pairCheck(
  parameter: string,
  component: string,
  fits: (order: number) => boolean,
): Compile {
  return (shape) => {
    const { value: other } = parameterOf(shape, parameter);
    const words = component === 'LessThan' ? 'less than' : 'at most';
    const violation = { component, message: `Value is not ${words} each value of <${other}>` };
    return {
      property(context) {
        const data = context.focusNode.dataset as TermGraph; // Data graphs are ours.
        const bounds = data.objects(ownTerm(context.focusNode.term), other);
        for (const value of context.values) {
          for (const bound of bounds) {
            const order = compareTerms(ownTerm(value.term), bound);
            if (order === undefined || !fits(order)) report(context, violation, value);
          }
        }
      },
    };
  };
}

const numericTypes: ReadonlySet<string> = new Set(
  (
    'integer decimal float double nonPositiveInteger negativeInteger long int short byte ' +
    'nonNegativeInteger unsignedLong unsignedInt unsignedShort unsignedByte positiveInteger'
  )
    .split(' ')
    .map((name) => xsd.integer.replace(/integer$/u, name)),
);

/**
 * The order of two literals as `<` of SPARQL has it (SPARQL 1.1 §17.3), and of dates and years.
 * @returns undefined where they cannot be compared
 */
function compareTerms(one: GraphTerm, other: GraphTerm): number | undefined {
  if (one.termType !== 'Literal' || other.termType !== 'Literal') return undefined;
  const [first, second] = [comparableValue(one), comparableValue(other)];
  if (first === undefined || first.kind !== second?.kind) return undefined;
  if (first.value === second.value) return 0;
  return first.value < second.value ? -1 : 1;
}

interface ComparableValue {
  readonly kind: string;
  readonly value: number | string;
}

function comparableValue({
  value,
  datatype,
  language,
}: Extract<GraphTerm, { termType: 'Literal' }>): ComparableValue | undefined {
  const type = datatype.value;
  // Code points order as UTF-32 does.
  if (type === xsd.string && language === '') return { kind: 'text', value: codePointKey(value) };
  if (numericTypes.has(type)) return comparableNumber('number', numberOf(value));
  if (temporalTypes.has(type)) return comparableMoment(value, type);
  if (type !== xsd.boolean) return undefined;
  return comparableNumber(type, value === 'true' || value === '1' ? 1 : 0);
}

function comparableMoment(value: string, type: string): ComparableValue | undefined {
  const [, date = '', time = '', zone = ''] = moment.exec(value) ?? [];
  if ((time !== '') !== (type === xsd.dateTime)) return undefined;
  const whole = date + (date.length === 10 ? '' : '-01-01'.slice(date.length - 10));
  const kind = `${type} ${zone === '' ? 'without zone' : 'with zone'}`;
  return comparableNumber(kind, Date.parse(`${whole}${time || 'T00:00:00'}${zone || 'Z'}`));
}

const temporalTypes: ReadonlySet<string> = new Set(
  ['dateTime', 'date', 'gYear', 'gYearMonth'].map((name) => xsd.string.replace(/string$/u, name)),
);

const moment = /^(\d{4}(?:-\d\d){0,2})(T\d\d:\d\d:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/u;

function comparableNumber(kind: string, value: number): ComparableValue | undefined {
  return Number.isNaN(value) ? undefined : { kind, value };
}

function numberOf(text: string): number {
  if (text === 'INF' || text === '+INF') return Infinity;
  return text === '-INF' ? -Infinity : Number(text === '' ? Number.NaN : text);
}

/** Texts in the order of code points, where JavaScript has that of UTF-16. */
function codePointKey(text: string): string {
  return text.replaceAll(/[\u{E000}-\u{FFFF}]/gu, (character) => `\u{D7FF}${character}`);
}
