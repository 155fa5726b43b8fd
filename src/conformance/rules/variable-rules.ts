import { termIris, textTerms, variableTerms } from '../../facts/record/properties.ts';
import {
  type FactNode,
  factText,
  type FactValue,
  isOwnNode,
} from '../../facts/record/record-graph.ts';
import { publishedText } from '../../facts/record/fact-texts.ts';
import { readConceptValues } from '../../facts/record/variables.ts';
import { parseNumbers } from '../../facts/place/coordinate-text.ts';
import { xsd } from '../../rdf/vocabularies.ts';
import { isStated, missingStatement, type RuleSet, sayRule, valueRule } from '../rule.ts';

const leastNameCharacters = 3;
const leastDescriptionCharacters = 10;
const [name = ''] = termIris('schema:name');
const [description = ''] = termIris('schema:description');
const propertyPath = [
  ...textTerms.propertyIds,
  ...variableTerms.properties,
  ...textTerms.identifiers,
];

/** Rules about the variables that were measured, observed or computed. */
export const variableRules = {
  variables: sayRule('dataset', variableTerms.variables, {
    title: 'Variables are missing',
    asked:
      'List what the data contain under variableMeasured: each variable with its name as in the ' +
      'data, a description, and the IRI of what it measures.',
    why: 'Without variables nobody finds the dataset who looks for a quantity, such as salinity.',
    template: {
      '@type': ['schema:PropertyValue'],
      'schema:name': '{the name of the variable as in the data}',
      'schema:description': '{what the variable means}',
      'schema:propertyID': { '@id': '{the IRI of what it measures}' },
    },
    example: { record: 'cdif', patch: [{ op: 'remove', path: '/schema:variableMeasured' }] },
  }),
  'variable-name': {
    title: 'Variable has no name',
    asked: 'Give the variable the name that it has in the data.',
    why: 'The name leads from the description to the column of a table.',
    remedy: 'author',
    of: 'variable',
    constraint: { path: variableTerms.names, minCount: 1 },
    check: (variable) =>
      isNamed(variable)
        ? []
        : [
            missingStatement(variable, variableTerms.names, {
              kind: 'author',
              value: '{the name of the variable as in the data}',
            }),
          ],
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:variableMeasured/0/schema:name' }],
    },
  },
  'variable-name-length': valueRule('variable', [name], {
    title: 'Name of a variable is very short',
    asked:
      `Give the variable a name of at least ${leastNameCharacters} characters that people ` +
      'understand, and its symbol as alternateName.',
    why: 'Who searches for a temperature does not search for T.',
    remedy: 'author',
    constraint: { minLength: leastNameCharacters },
    violation: (value) =>
      isShorter(value, leastNameCharacters)
        ? { change: { kind: 'author', act: 'replace', value: '{a name that people understand}' } }
        : undefined,
    example: {
      record: 'cdif',
      patch: [{ op: 'replace', path: '/schema:variableMeasured/0/schema:name', value: 'F' }],
    },
  }),
  'variable-description': sayRule('variable', variableTerms.descriptions, {
    title: 'Variable is not described',
    asked: 'Say in words what the variable means and how it is counted or measured.',
    why: 'Names of columns are understood only by those who made them.',
    template: '{what the variable means, and how it was measured}',
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:variableMeasured/0/schema:description' }],
    },
  }),
  'variable-description-length': valueRule('variable', [description], {
    title: 'Description of a variable is very short',
    asked: `Describe the variable in ${leastDescriptionCharacters} characters or more.`,
    why: 'A word or two repeat the name of the variable, or give its unit alone.',
    remedy: 'author',
    constraint: { minLength: leastDescriptionCharacters },
    violation: (value) =>
      isShorter(value, leastDescriptionCharacters)
        ? { change: { kind: 'author', act: 'replace', value: longerDescription(value) } }
        : undefined,
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: '/schema:variableMeasured/0/schema:description',
          value: 'Depth (m)',
        },
      ],
    },
  }),
  'variable-property': {
    title: 'Variable does not say which property it measures',
    asked:
      'State the IRI of the measured property or quantity as propertyID, from a vocabulary of ' +
      'the field.',
    why:
      'Two datasets call the same quantity differently; only an IRI tells programs that it is ' +
      'the same.',
    remedy: 'author',
    of: 'variable',
    constraint: {
      path: propertyPath,
      minCount: 1,
    },
    check: (variable, context) =>
      readConceptValues(variable).some((value) => isStated(value, context))
        ? []
        : [
            missingStatement(variable, propertyPath, {
              kind: 'author',
              value: { '@id': '{the IRI of the measured property}' },
            }),
          ],
    example: {
      record: 'cdif',
      patch: [{ op: 'remove', path: '/schema:variableMeasured/0/schema:propertyID' }],
    },
  },
  'variable-range': valueRule('variable', 'schema:minValue schema:maxValue', {
    title: 'Least or greatest value is no number',
    asked: 'Write minValue and maxValue as numbers, without quotes and unit.',
    why: 'A search for values within a range compares numbers.',
    remedy: 'mechanical',
    constraint: { datatypes: [xsd.integer, xsd.decimal, xsd.double, xsd.float] },
    violation: (value) => {
      if (value.kind === 'literal' && numberTypes.test(value.datatype ?? '')) return undefined;
      const read = parseNumbers((factText(value) ?? '').trim(), 1);
      const [number, ...more] = read?.numbers ?? [];
      return number === undefined || more.length > 0
        ? {}
        : { change: { kind: 'mechanical', act: 'replace', value: number } };
    },
    example: {
      record: 'cdif',
      patch: [{ op: 'replace', path: '/schema:variableMeasured/0/schema:maxValue', value: '310' }],
    },
  }),
} satisfies RuleSet;

const numberTypes = /#(?:decimal|double|float|(?:[a-z]+)?integer|int|long|short|byte)$/iu;

/** Whether a value is a text of fewer characters. */
function isShorter(value: FactValue, characters: number): boolean {
  return !isOwnNode(value) && (publishedText(value) ?? '').length < characters;
}

/** The author goes on from the short text. */
function longerDescription(value: FactValue): string {
  return `{${publishedText(value) ?? ''}, and what it means}`;
}

/** By its own name, or by that of the measured property, as search finds it. */
function isNamed(variable: FactNode): boolean {
  const properties = variable.values(variableTerms.properties);
  const labels = properties.flatMap((property) =>
    property.kind === 'literal' ? [property] : property.values(textTerms.labels),
  );
  const named = [...variable.values(variableTerms.names), ...labels];
  return named.some((value) => isStated(value, { acceptsNil: false }));
}
