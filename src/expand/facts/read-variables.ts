import type { VariableFacts } from '../../model/search-facts.ts';
import { isNil } from '../../facts/text/nil.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import {
  distinct,
  distinctTexts,
  iriOf,
  irisIn,
  isWrittenIri,
  keywordTexts,
  literalsIn,
  nameOrIri,
  textsIn,
  textsOf,
} from './fact-texts.ts';
import { textTerms, variableTerms } from './text-terms.ts';

const maxVariables = 2000;
/** Names, concepts and the like of one variable. */
const maxEach = 50;
/** There can be thousands in one record. */
const maxDescriptionCharacters = 2000;
const maxDescriptions = 5;

/**
 * What was measured, observed or computed for a resource, in any of the forms in which it is published: `PropertyValue`,
 * `StatisticalVariable`, DDI-CDI's `InstanceVariable`, a text, or the IRI of something that is a variable elsewhere.
 * @returns each once, sorted; none that has neither name nor concept nor code; at most 2,000
 */
export function readVariables(resource: FactNode): readonly VariableFacts[] {
  const variables = resource
    .values(...variableTerms.variables)
    .map(variableOf)
    .filter(({ names, concepts, codes }) => names.length + concepts.length + codes.length > 0);
  const byKey = new Map(variables.map((variable) => [JSON.stringify(variable), variable]));
  return [...byKey]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, maxVariables)
    .map(([, variable]) => variable);
}

function variableOf(value: FactValue): VariableFacts {
  if (value.kind === 'node' && value.writtenAs === undefined) return ofNode(value);
  const iri = value.kind === 'literal' ? iriOf(value) : undefined;
  return {
    names: distinctTexts(iri === undefined ? keywordTexts(value) : [], maxEach),
    descriptions: [],
    concepts: iri === undefined ? [] : [iri],
    codes: [],
    units: [],
    techniques: [],
  };
}

function ofNode(node: FactNode): VariableFacts {
  const properties = node.values(...variableTerms.properties);
  const ids = node.values(...variableTerms.ids);
  const measured = properties.flatMap((value) => {
    return value.kind === 'literal' ? textsOf(value) : textsIn(value, textTerms.labels);
  });
  const names = [...namesIn(node), ...measured.filter(({ text }) => !isWrittenIri(text))];
  const descriptions = node
    .values(...variableTerms.descriptions)
    .flatMap((value) => textsOf(value, maxDescriptionCharacters));
  const concepts = [
    ...[...ids, ...properties].flatMap(conceptsOf),
    ...irisIn(node, [...textTerms.sameAs, ...textTerms.links]),
  ];
  return {
    names: distinctTexts(names, maxEach),
    descriptions: distinctTexts(descriptions, maxDescriptions),
    concepts: distinct([...ownConcept(node), ...concepts], maxEach),
    codes: distinct([...ids.flatMap(codesOf), ...literalsIn(node, textTerms.codes)], maxEach),
    units: distinct(node.values(...variableTerms.units).flatMap(unitsOf), maxEach),
    techniques: distinct(node.values(...variableTerms.techniques).flatMap(calledBy), maxEach),
  };
}

/** DDI-CDI has names as nodes. */
function namesIn(node: FactNode): VariableFacts['names'] {
  return node
    .values(...variableTerms.names)
    .flatMap((value) =>
      value.kind === 'literal' ? textsOf(value) : textsIn(value, variableTerms.names),
    );
}

/** The IRI of a concept, of a term also its other ones; of a `PropertyValue` in place of a concept its value. */
function conceptsOf(value: FactValue): readonly string[] {
  if (value.kind === 'node' && value.writtenAs !== undefined) return [];
  const own = iriOf(value);
  const more =
    value.kind === 'literal'
      ? []
      : irisIn(value, [...textTerms.links, ...textTerms.sameAs, ...textTerms.identifierValues]);
  return [...(own === undefined ? [] : [own]), ...more];
}

/** What names a concept and is no IRI. */
function codesOf(value: FactValue): readonly string[] {
  if (value.kind === 'node' && value.writtenAs === undefined) {
    const inside = literalsIn(value, [...textTerms.codes, ...textTerms.identifierValues]);
    return inside.filter((text) => !isWrittenIri(text));
  }
  const text = nameOrIri(value);
  return text === undefined || isWrittenIri(text) ? [] : [text];
}

/**
 * What stands in place of a variable and is none itself, such as a property or a concept of a vocabulary, is one by its own
 * IRI. That of a `PropertyValue` names the description of a variable in this one record.
 */
function ownConcept({ iri, types }: FactNode): readonly string[] {
  const isDescription = types.some((type) => variableTerms.classes.some((one) => one === type));
  return isDescription || iri === undefined || !isWrittenIri(iri) ? [] : [iri];
}

function unitsOf(value: FactValue): readonly string[] {
  return namesOf(value, variableTerms.unitNames);
}

function calledBy(value: FactValue): readonly string[] {
  return namesOf(value, [...textTerms.labels, ...textTerms.codes]);
}

/** A text, or the IRI of a node and what it is called. */
function namesOf(value: FactValue, properties: readonly string[]): readonly string[] {
  const texts = textsOf(value).map(({ text }) => text);
  if (value.kind === 'literal' || texts.length > 0) return texts;
  const own = iriOf(value);
  return [
    ...(own === undefined || isNil(own) ? [] : [own]),
    ...irisIn(value, [...textTerms.links, ...textTerms.sameAs]),
    ...textsIn(value, properties).map(({ text }) => text),
  ];
}
