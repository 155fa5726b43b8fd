import type { Text, VariableFacts } from '../../model/search-facts.ts';
import { isWrittenIri } from '../../rdf/iri.ts';
import {
  type FactNode,
  type FactValue,
  isOwnNode,
  memoizePerNode,
  nodesUnder,
} from './record-graph.ts';
import {
  distinctBy,
  distinctStrings,
  distinctTexts,
  irisOfValue,
  irisUnder,
  keywordTexts,
  literalsUnder,
  nameOrIri,
  readableTexts,
  textsUnder,
} from './fact-texts.ts';
import { textTerms, variableTerms } from './properties.ts';

const maxVariables = 2000;
/** Limit for names, concepts etc. of one variable. */
const maxEach = 50;
/** A record can have thousands of variables. */
const maxDescriptionCharacters = 2000;
const maxDescriptions = 5;

/**
 * The measured, observed or computed variables of a resource, published as `PropertyValue`,
 * `StatisticalVariable`, DDI-CDI `InstanceVariable`, text, or IRI of a variable defined elsewhere.
 * @returns distinct variables, sorted, each with a name, concept or code; at most 2,000
 */
export function readVariables(resource: FactNode): readonly VariableFacts[] {
  const variables = readVariableValues(resource)
    .map(readVariable)
    .filter(({ names, concepts, codes }) => names.length + concepts.length + codes.length > 0);
  return distinctBy(variables, (variable) => JSON.stringify(variable), maxVariables);
}

/**
 * The values that stand for variables of a resource, distinct and in order, with their components,
 * such as the speed and direction of a wind.
 */
export function readVariableValues(resource: FactNode): readonly FactValue[] {
  const found = new Set(resource.values(variableTerms.variables));
  for (const value of found) {
    if (value.kind === 'literal') continue;
    const parts = nodesUnder(value, variableTerms.parts);
    const described = nodesUnder(value, variableTerms.attributes).filter(isDescription);
    for (const part of [...parts, ...described]) if (isComponent(part)) found.add(part);
  }
  return [...found];
}

function readVariable(value: FactValue): VariableFacts {
  if (isOwnNode(value)) return readVariableNode(value);
  const concepts = value.kind === 'literal' ? irisOfValue(value) : [];
  return {
    names: distinctTexts(concepts.length === 0 ? keywordTexts(value) : [], maxEach),
    descriptions: [],
    concepts,
    codes: [],
    units: [],
    techniques: [],
  };
}

function readVariableNode(node: FactNode): VariableFacts {
  const properties = node.values(variableTerms.properties);
  const ids = node.values(variableTerms.ids);
  // DDI-CDI gives names as nodes.
  const own = textsOrNames(node.values(variableTerms.names), variableTerms.names);
  const measured = textsOrNames(properties, textTerms.labels);
  const names = [...own, ...measured.filter(({ text }) => !isWrittenIri(text))];
  const descriptions = node
    .values(variableTerms.descriptions)
    .flatMap((value) => readableTexts(value, maxDescriptionCharacters));
  return {
    names: distinctTexts(names, maxEach),
    descriptions: distinctTexts(descriptions, maxDescriptions),
    concepts: distinctStrings(readConceptIris(node), maxEach),
    codes: distinctStrings(
      [...ids.flatMap(readCodes), ...literalsUnder(node, textTerms.codes)],
      maxEach,
    ),
    units: distinctStrings(readUnitTexts(node), maxEach),
    techniques: distinctStrings(
      node.values(variableTerms.techniques).flatMap(readTechnique),
      maxEach,
    ),
  };
}

/** The texts of literals, and the names of nodes. */
function textsOrNames(values: readonly FactValue[], names: readonly string[]): readonly Text[] {
  return values.flatMap((value) =>
    value.kind === 'literal' ? readableTexts(value) : textsUnder(value, names),
  );
}

/** The IRIs of a variable elsewhere: of its concept, then its own and those of its pages. */
export function readConceptIris(node: FactNode): readonly string[] {
  const stated = readConceptValues(node);
  const pages = irisUnder(node, textTerms.linksAndSame);
  return [...stated.flatMap(readConcept), ...readOwnConcept(node), ...pages];
}

/** The values that state the concept or the measured property. */
export function readConceptValues(node: FactNode): readonly FactValue[] {
  const sets = nodesUnder(node, variableTerms.termSets).filter(({ types }) =>
    types.includes(variableTerms.termSetClass),
  );
  return [
    ...node.values(variableTerms.ids),
    ...node.values(variableTerms.properties),
    ...sets.flatMap((set) => set.values(variableTerms.termsOfSet)),
  ];
}

/**
 * A part with a value is an attribute, such as the `cf_role` of a column; one with another type is
 * something else, such as a code.
 */
function isComponent(part: FactNode): boolean {
  const isOfOtherType = part.types.length > 0 && !isDescription(part);
  return !isOfOtherType && part.values(textTerms.identifierValues).length === 0;
}

/** The names, codes and IRIs of the units of a variable. */
export function readUnitTexts(node: FactNode): readonly string[] {
  return node.values(variableTerms.units).flatMap(readUnit);
}

/** The IRIs of a concept; of a `PropertyValue` in its place the value. */
function readConcept(value: FactValue): readonly string[] {
  if (value.kind === 'node' && value.writtenAs !== undefined) return [];
  return [...irisOfValue(value), ...irisUnder(value, textTerms.valuesAndAddresses)];
}

/** Texts that name a concept and are no IRI. */
function readCodes(value: FactValue): readonly string[] {
  if (isOwnNode(value)) {
    const inside = literalsUnder(value, textTerms.valuesAndCodes);
    return inside.filter((text) => !isWrittenIri(text));
  }
  const text = nameOrIri(value);
  return text === undefined || isWrittenIri(text) ? [] : [text];
}

/**
 * A property or concept of a vocabulary in place of a variable has its own IRI as concept. The IRI
 * of a `PropertyValue` only names this description.
 */
function readOwnConcept(node: FactNode): readonly string[] {
  const { iri } = node;
  return isDescription(node) || iri === undefined || !isWrittenIri(iri) ? [] : [iri];
}

function isDescription({ types }: FactNode): boolean {
  return types.some((type) => variableTerms.classes.some((one) => one === type));
}

const readUnit = createNameReader(variableTerms.unitNames);
const readTechnique = createNameReader(textTerms.labelsAndCodes);

/** Reads a text, or the IRIs and names of a node. */
function createNameReader(properties: readonly string[]): (value: FactValue) => readonly string[] {
  const readNode = memoizePerNode((node) => {
    const stated = [
      ...irisOfValue(node),
      ...irisUnder(node, textTerms.linksAndSame),
      ...textsUnder(node, properties).map(({ text }) => text),
    ];
    return distinctStrings(stated, maxEach);
  });
  return (value) => {
    const texts = readableTexts(value).map(({ text }) => text);
    return value.kind === 'literal' || texts.length > 0 ? texts : readNode(value);
  };
}
