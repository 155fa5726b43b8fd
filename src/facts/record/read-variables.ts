import type { VariableFacts } from '../../model/search-facts.ts';
import { nodesIn, type FactNode, type FactValue } from './fact-node.ts';
import { readOnce } from './read-once.ts';
import {
  distinct,
  distinctBy,
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
  const variables = variablesOf(resource)
    .map(variableOf)
    .filter(({ names, concepts, codes }) => names.length + concepts.length + codes.length > 0);
  return distinctBy(variables, (variable) => JSON.stringify(variable), maxVariables);
}

/**
 * What stands for the variables of a resource, each once, in their order: with each those that it
 * consists of, such as the speed and the direction of a wind.
 */
export function variablesOf(resource: FactNode): readonly FactValue[] {
  const found = new Set(resource.values(variableTerms.variables));
  for (const value of found) {
    if (value.kind === 'literal') continue;
    for (const part of value.values(variableTerms.parts)) {
      if (part.kind === 'node' && isVariable(part)) found.add(part);
    }
  }
  return [...found];
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
  const properties = node.values(variableTerms.properties);
  const ids = node.values(variableTerms.ids);
  const measured = properties.flatMap((value) => {
    return value.kind === 'literal' ? textsOf(value) : textsIn(value, textTerms.labels);
  });
  const names = [...namesIn(node), ...measured.filter(({ text }) => !isWrittenIri(text))];
  const descriptions = node
    .values(variableTerms.descriptions)
    .flatMap((value) => textsOf(value, maxDescriptionCharacters));
  return {
    names: distinctTexts(names, maxEach),
    descriptions: distinctTexts(descriptions, maxDescriptions),
    concepts: distinct(conceptsIn(node), maxEach),
    codes: distinct([...ids.flatMap(codesOf), ...literalsIn(node, textTerms.codes)], maxEach),
    units: distinct(unitsIn(node), maxEach),
    techniques: distinct(node.values(variableTerms.techniques).flatMap(techniquesOf), maxEach),
  };
}

/**
 * The IRIs by which a variable is known elsewhere: of what it is, then of itself and of its pages.
 */
export function conceptsIn(node: FactNode): readonly string[] {
  const said = conceptsStated(node);
  const pages = irisIn(node, textTerms.linksAndSame);
  return [...said.flatMap(conceptsOf), ...ownConcept(node), ...pages];
}

/** What stands where a node says what it is, or what is measured. */
export function conceptsStated(node: FactNode): readonly FactValue[] {
  const sets = nodesIn(node, variableTerms.termSets).filter(({ types }) =>
    types.includes(variableTerms.termSetClass),
  );
  return [
    ...node.values(variableTerms.ids),
    ...node.values(variableTerms.properties),
    ...sets.flatMap((set) => set.values(variableTerms.termsOfSet)),
  ];
}

/** What has a value is an attribute, such as the `cf_role` of a column. */
function isVariable(part: FactNode): boolean {
  return isDescription(part) && part.values(textTerms.identifierValues).length === 0;
}

/** The names, codes and IRIs of the units of a variable. */
export function unitsIn(node: FactNode): readonly string[] {
  return node.values(variableTerms.units).flatMap(unitsOf);
}

/** DDI-CDI has names as nodes. */
function namesIn(node: FactNode): VariableFacts['names'] {
  return node
    .values(variableTerms.names)
    .flatMap((value) =>
      value.kind === 'literal' ? textsOf(value) : textsIn(value, variableTerms.names),
    );
}

/** The IRI of a concept, of a term also its other ones; of a `PropertyValue` in place of a concept its value. */
function conceptsOf(value: FactValue): readonly string[] {
  if (value.kind === 'node' && value.writtenAs !== undefined) return [];
  const own = iriOf(value);
  const more = value.kind === 'literal' ? [] : irisIn(value, textTerms.valuesAndAddresses);
  return [...(own === undefined ? [] : [own]), ...more];
}

/** What names a concept and is no IRI. */
function codesOf(value: FactValue): readonly string[] {
  if (value.kind === 'node' && value.writtenAs === undefined) {
    const inside = literalsIn(value, textTerms.valuesAndCodes);
    return inside.filter((text) => !isWrittenIri(text));
  }
  const text = nameOrIri(value);
  return text === undefined || isWrittenIri(text) ? [] : [text];
}

/**
 * What stands in place of a variable and is none itself, such as a property or a concept of a vocabulary, is one by its own
 * IRI. That of a `PropertyValue` names the description of a variable in this one record.
 */
function ownConcept(node: FactNode): readonly string[] {
  const { iri } = node;
  return isDescription(node) || iri === undefined || !isWrittenIri(iri) ? [] : [iri];
}

function isDescription({ types }: FactNode): boolean {
  return types.some((type) => variableTerms.classes.some((one) => one === type));
}

const unitsOf = calledIn(variableTerms.unitNames);
const techniquesOf = calledIn(textTerms.labelsAndCodes);

/** Reads a text, or the IRIs of a node and what it is called by some properties. */
function calledIn(properties: readonly string[]): (value: FactValue) => readonly string[] {
  const calledNode = readOnce((node) => {
    const own = iriOf(node);
    const said = [
      ...(own === undefined ? [] : [own]),
      ...irisIn(node, textTerms.linksAndSame),
      ...textsIn(node, properties).map(({ text }) => text),
    ];
    return distinct(said, maxEach);
  });
  return (value) => {
    const texts = textsOf(value).map(({ text }) => text);
    return value.kind === 'literal' || texts.length > 0 ? texts : calledNode(value);
  };
}
