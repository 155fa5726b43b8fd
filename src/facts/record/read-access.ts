import { accessOf, freeOf, isOpenLicence, leastAccess } from '../text/access.ts';
import { isNil } from '../text/nil.ts';
import type { Access } from '../../model/search-facts.ts';
import { factText, type FactNode, type FactValue } from './fact-node.ts';
import { irisIn, textsIn } from './fact-texts.ts';
import { readLicences } from './read-licences.ts';
import { readOnce } from './read-once.ts';
import { textTerms } from './text-terms.ts';

/**
 * Whether everybody can have the data of a resource (`docs/access.md`). A statement about the access
 * counts before a licence, and of either what the resource says itself before what all its
 * distributions agree on.
 * @param distributions none where some of them are not known
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
  const free = node.values(textTerms.accessibleForFree).map(accessOfFree);
  const stated = node.values(textTerms.accessStatements).map(accessOfValue);
  return leastAccess([...free, ...stated]);
});

/** What is not for free, some can have. */
function accessOfFree(value: FactValue): Access | undefined {
  const free = freeOf(factText(value) ?? '');
  if (free === undefined) return undefined;
  return free ? 'open' : 'restricted';
}

function accessOfValue(value: FactValue): Access | undefined {
  return value.kind === 'literal' ? accessOfText(value.text) : accessOfNode(value);
}

/** What its IRIs and names say; where they say nothing, what it is explained with. */
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
