import { termIris } from './vocabulary-iris.ts';
import {
  factText,
  valuesUnder,
  type FactNode,
  type FactValue,
  type StatedValue,
} from './fact-node.ts';

const principles = termIris('schema:publishingPrinciples');
const namesAndTypes = termIris('schema:name schema:additionalType');

/** Kinds of policies (Appendix 2 of the CDIF discovery draft of 2023-07-12). */
export type PolicyKind = 'mutability' | 'persistency' | 'digitalObject';

/** Words in the name or type of a policy, by kind. */
const wordsByKind: Readonly<Record<PolicyKind, RegExp>> = {
  mutability: /mutab|versions|versioning|version[ -]?(?:polic|control|history)/iu,
  persistency: /persist|preserv|retention|archiv|lifetime/iu,
  digitalObject: /digital[ _-]?object[ _-]?polic|access(?:[^i]|$)|modif|mainten|update/iu,
};

export const policyKinds = Object.keys(wordsByKind) as readonly PolicyKind[]; // its own names

/** A policy of the publisher (`schema:publishingPrinciples`). */
export interface Policy extends StatedValue {
  /** Empty if neither its name nor its type states a kind. */
  readonly kinds: readonly PolicyKind[];
}

/** The policies of a resource or digital object. */
export function readPolicies(node: FactNode): readonly Policy[] {
  return valuesUnder(node, principles).map((stated) =>
    Object.assign(stated, { kinds: readPolicyKinds(stated.value) }),
  );
}

function readPolicyKinds(value: FactValue): readonly PolicyKind[] {
  if (value.kind === 'literal') return [];
  const called = value.values(namesAndTypes).map(factText);
  const texts = [...value.types, ...called];
  return policyKinds.filter((kind) => texts.some((text = '') => wordsByKind[kind].test(text)));
}
