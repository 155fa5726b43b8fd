import { accessOf, freeOf, isOpenLicence, leastAccess } from '../text/access.ts';
import { isNil } from '../text/nil.ts';
import type { Access } from '../../model/search-facts.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';
import { irisIn, textsIn } from './fact-texts.ts';
import { readLicences } from './read-licences.ts';
import { readOnce } from './read-once.ts';
import { textTerms } from './text-terms.ts';

/**
 * Whether everybody can access the data of a resource (`docs/access.md`). A statement about access
 * takes precedence over a licence, and the resource itself over what all its distributions agree
 * on.
 * @param distributions empty if not all of them are known
 */
export function readAccess(
  resource: FactNode,
  distributions: readonly FactNode[],
): Access | undefined {
  return (
    statedAccess(resource) ??
    agreedAccess(distributions, statedAccess) ??
    licensedAccess(resource) ??
    agreedAccess(distributions, (each) => statedAccess(each) ?? licensedAccess(each))
  );
}

function agreedAccess(
  distributions: readonly FactNode[],
  read: (distribution: FactNode) => Access | undefined,
): Access | undefined {
  const [first, ...others] = distributions;
  const access = first === undefined ? undefined : read(first);
  if (access === undefined) return undefined;
  return others.every((each) => read(each) === access) ? access : undefined;
}

const statedAccess = readOnce((node): Access | undefined => {
  const free = node.values(textTerms.accessibleForFree).map(accessOfFreeValue);
  const stated = node.values(textTerms.accessStatements).map(accessOfValue);
  return leastAccess([...free, ...stated]);
});

/** Data that are not free are accessible to some. */
function accessOfFreeValue(value: FactValue): Access | undefined {
  const free = freeOf(factText(value) ?? '');
  if (free === undefined) return undefined;
  return free ? 'open' : 'restricted';
}

function accessOfValue(value: FactValue): Access | undefined {
  return value.kind === 'literal' ? accessOfText(value.text) : accessOfNode(value);
}

/** Classifies the IRIs and names of a node, or else its explanations. */
const accessOfNode = readOnce((node): Access | undefined => {
  const names = textsIn(node, textTerms.licenceNames).map(({ text }) => text);
  const called = [factText(node) ?? '', ...irisIn(node, textTerms.addresses), ...names];
  const explained = textsIn(node, textTerms.explanations).map(({ text }) => text);
  return leastAccess(called.map(accessOfText)) ?? leastAccess(explained.map(accessOfText));
});

function accessOfText(text: string): Access | undefined {
  return isNil(text) ? undefined : accessOf(text);
}

const licensedAccess = readOnce((node): Access | undefined =>
  readLicences([node]).some((licence) => isOpenLicence(licence)) ? 'open' : undefined,
);
