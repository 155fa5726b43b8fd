import type { Variable } from '../entry.ts';
import { hasType, nodesOf, valuesOf, type ScannedDocument } from './document.ts';
import { isNode, type Raw, type RawNode } from './json.ts';
import { irisOf, isIri, isNil, plainText, plainTexts, textsIn } from './texts.ts';

/** Variables with their names and the IRIs of what they are (row 28). */
export function readVariables(document: ScannedDocument, node: RawNode): Variable[] {
  const found = new Set(valuesOf(document, node, 'variableMeasured'));
  for (const value of found) for (const part of partsOf(document, value)) found.add(part);
  return Array.from(found, (value) =>
    isNode(value) && textsIn(value).length === 0
      ? variableOf(document, value)
      : named(textsIn(value).flatMap((text) => plainText(text) ?? [])),
  );
}

/** Descriptions of variables in another one; what has a value is an attribute. */
function partsOf(document: ScannedDocument, variable: Raw): readonly Raw[] {
  if (!isNode(variable)) return [];
  const parts = valuesOf(document, variable, 'valueReference', 'variableMeasured', 'hasPart');
  return parts.filter(
    (part) =>
      isNode(part) &&
      /PropertyValue|StatisticalVariable|InstanceVariable/u.test(JSON.stringify(part['@type'])) &&
      valuesOf(document, part, 'value').length === 0,
  );
}

const named = (names: string[]): Variable => ({
  names,
  concepts: [],
  descriptions: [],
  codes: [],
  units: [],
  techniques: [],
});

function variableOf(document: ScannedDocument, node: RawNode): Variable {
  const properties = valuesOf(document, node, 'measuredProperty').filter(isNode);
  const termSets = nodesOf(document, node, 'subjectOf').filter((each) =>
    hasType(document, each, 'DefinedTermSet'),
  );
  const said = [
    ...valuesOf(document, node, 'propertyID', 'measuredProperty', 'url'),
    ...termSets.flatMap((set) => valuesOf(document, set, 'hasDefinedTerm')),
  ].flatMap((each) => conceptIris(document, each));
  const codes = valuesOf(document, node, 'propertyID').flatMap(textsIn);
  const say = (...keys: string[]): string[] =>
    valuesOf(document, node, ...keys).flatMap((each) => qualifier(document, each));
  return {
    names: [node, ...properties].flatMap((each) =>
      plainTexts(document, each, 'name', 'alternateName'),
    ),
    descriptions: plainTexts(document, node, 'description'),
    concepts: said.filter((each) => isIri(each) && !isNil(each)),
    codes: codes.filter((each) => !isIri(each) && !isNil(each)),
    units: say('unitText', 'unitCode'),
    techniques: say('measurementTechnique', 'measurementMethod'),
  };
}

/** The texts of a value, else the IRI of its node with the addresses that this gives. */
function conceptIris(document: ScannedDocument, value: Raw): readonly string[] {
  const texts = textsIn(value);
  if (texts.length > 0 || !isNode(value)) return texts;
  return irisOf(document, value).concat(valuesOf(document, value, 'url').flatMap(textsIn));
}

/** Of a unit or technique texts, names and IRIs. */
function qualifier(document: ScannedDocument, value: Raw): string[] {
  const texts = textsIn(value).flatMap((text) => plainText(text) ?? []);
  if (texts.length > 0 || !isNode(value)) return texts;
  return [...irisOf(document, value, 'url'), ...plainTexts(document, value, 'name')];
}
