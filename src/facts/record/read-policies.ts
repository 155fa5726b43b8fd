import { vocabulary } from '../../rdf/vocabularies.ts';
import {
  factText,
  valuesUnder,
  type FactNode,
  type FactValue,
  type StatedValue,
} from './fact-node.ts';

const schema = vocabulary('http://schema.org/', 'additionalType', 'name', 'publishingPrinciples');

/** What a policy is about (Appendix 2 of the CDIF discovery draft of 2023-07-12). */
export type PolicyKind = 'mutability' | 'persistency' | 'digitalObject';

/** By which words the name or type of a policy says what it is about. */
const words: Readonly<Record<PolicyKind, RegExp>> = {
  mutability: /mutab|versions|versioning|version[ -]?(?:polic|control|history)/iu,
  persistency: /persist|preserv|retention|archiv|lifetime/iu,
  digitalObject: /digital[ _-]?object[ _-]?polic|access(?:[^i]|$)|modif|mainten|update/iu,
};

export const policyKinds = Object.keys(words) as readonly PolicyKind[]; // its own names

/** A policy of the publisher's (`schema:publishingPrinciples`). */
export interface Policy extends StatedValue {
  /** What it is about; empty where neither its name nor its type says it. */
  readonly kinds: readonly PolicyKind[];
}

/** The policies that hold for a resource, or for a digital object. */
export function readPolicies(node: FactNode): readonly Policy[] {
  return valuesUnder(node, [schema.publishingPrinciples]).map((stated) =>
    Object.assign(stated, { kinds: kindsOf(stated.value) }),
  );
}

function kindsOf(value: FactValue): readonly PolicyKind[] {
  if (value.kind === 'literal') return [];
  const called = value.values([schema.name, schema.additionalType]).map(factText);
  const texts = [...value.types, ...called];
  return policyKinds.filter((kind) => texts.some((text = '') => words[kind].test(text)));
}
