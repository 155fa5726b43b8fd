import type { Access } from '../../model/search-facts.ts';
import { isWrittenIri, withBlanks } from '../../rdf/iri.ts';
import {
  classifyAccess,
  isOpenLicence,
  mostRestrictiveAccess,
  parseAccessibleForFree,
} from '../text/access.ts';
import { normalizeLicence } from '../text/licence.ts';
import { isNil } from '../text/missing-values.ts';
import {
  type FactNode,
  factText,
  type FactValue,
  memoizePerNode,
  type StatedValue,
  valuesUnder,
} from './record-graph.ts';
import { distinctStrings, irisUnder, textsUnder } from './fact-texts.ts';
import { relationTerms, termIris, textTerms } from './properties.ts';

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
  const access = first && read(first);
  if (access === undefined) return undefined;
  return others.every((each) => read(each) === access) ? access : undefined;
}

/** Classifies the IRIs and names of a node, or else its explanations. */
const accessOfNode = memoizePerNode((node): Access | undefined => {
  const names = textsUnder(node, textTerms.licenceNames).map(({ text }) => text);
  const called = [factText(node) ?? '', ...irisUnder(node, textTerms.addresses), ...names];
  const explanations = textsUnder(node, textTerms.explanations).map(({ text }) => text);
  return (
    mostRestrictiveAccess(called.map(accessOfText)) ??
    mostRestrictiveAccess(explanations.map(accessOfText))
  );
});

const statedAccess = memoizePerNode((node): Access | undefined => {
  const free = node.values(textTerms.accessibleForFree).map((value) => {
    return parseAccessibleForFree(factText(value) ?? '');
  });
  const stated = node.values(textTerms.accessStatements).map((value) => {
    return value.kind === 'literal' ? accessOfText(value.text) : accessOfNode(value);
  });
  return mostRestrictiveAccess([...free, ...stated]);
});

function accessOfText(text: string): Access | undefined {
  return isNil(text) ? undefined : classifyAccess(text);
}

const spdxLicencePrefix = 'https://spdx.org/licenses/';

const maxLicences = 50;

const licensedAccess = memoizePerNode((node): Access | undefined =>
  readLicences([node]).some((licence) => isOpenLicence(licence)) ? 'open' : undefined,
);

/**
 * The licences, rights and access conditions of a resource and its distributions, as written by
 * `normalizeLicence`.
 */
export function readLicences(nodes: readonly FactNode[]): readonly string[] {
  const values = nodes.flatMap((node) => node.values(textTerms.licences));
  return distinctStrings([...new Set(values)].flatMap(readLicence), maxLicences);
}

function readLicence(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return isNil(value.text) ? [] : [normalizeLicence(value.text)];
  return value.writtenAs === undefined
    ? licencesOfNode(value)
    : licenceOfWrittenText(value.writtenAs, value.iri);
}

/** A text in place of an IRI, unless it looks like a file reference. */
function licenceOfWrittenText(writtenAs: string, iri: string | undefined): readonly string[] {
  if (isNil(writtenAs)) return [];
  const licence = normalizeLicence(writtenAs);
  const isText = licence.startsWith(spdxLicencePrefix) || /\s|^[^/?#.]+$/u.test(writtenAs);
  return [isText || iri === undefined ? licence : iri];
}

/**
 * The SPDX licences named by a node; if there are none, its addresses and names. The description is
 * used only if the names are of no help, as some names only say "licence".
 */
function licencesOfNode(node: FactNode): readonly string[] {
  const own = node.iri === undefined || isNil(node.iri) ? [] : [node.iri];
  const links = irisUnder(node, textTerms.addresses);
  const called = textsUnder(node, textTerms.licenceNames).map(({ text }) => text);
  const names = [...called, ...textsInPlaceOfAddresses(node)];
  const descriptions = textsUnder(node, textTerms.descriptions).map(({ text }) => text);
  const known = knownLicences([...own, ...links, ...names]);
  const all = known.length > 0 ? known : knownLicences(descriptions);
  if (all.length > 0) return all;
  const addresses = [...own, ...links].filter(isWrittenIri);
  const others = names.filter((name) => !isWrittenIri(name)).map(normalizeLicence);
  // `License:MIT` is an IRI by its grammar.
  if (addresses.length + others.length === 0) return own.map(normalizeLicence);
  return [...addresses, ...others];
}

/** Texts in place of the address of a licence. */
function textsInPlaceOfAddresses(node: FactNode): readonly string[] {
  return node.values(textTerms.addresses).flatMap((value) => {
    if (value.kind === 'literal') return isNil(value.text) ? [] : [value.text];
    return value.writtenAs === undefined ? [] : licenceOfWrittenText(value.writtenAs, value.iri);
  });
}

function knownLicences(texts: readonly string[]): readonly string[] {
  return texts
    .map((text) => normalizeLicence(withBlanks(text)))
    .filter((licence) => licence.startsWith(spdxLicencePrefix));
}

const namesAndTypes = termIris('schema:name schema:additionalType');

/** Kinds of policies (Appendix 2 of the CDIF discovery draft of 2023-07-12). */
export type PolicyKind = 'mutability' | 'persistency' | 'digitalObject';

/** Words in the name or type of a policy, by kind. */
const wordsByKind: Readonly<Record<PolicyKind, RegExp>> = {
  mutability: /mutab|versions|versioning|version[ -]?(?:polic|control|history)/iu,
  persistency: /persist|preserv|retention|archiv|lifetime/iu,
  digitalObject: /digital[ _-]?object[ _-]?polic|access(?:[^i]|$)|modif|mainten|update/iu,
};

/** All kinds of policies. */
export const policyKinds = Object.keys(wordsByKind) as readonly PolicyKind[]; // its own names

/** A policy of the publisher (`schema:publishingPrinciples`). */
interface Policy extends StatedValue {
  /** Empty if neither its name nor its type states a kind. */
  readonly kinds: readonly PolicyKind[];
}

/** The policies of a resource or digital object. */
export function readPolicies(node: FactNode): readonly Policy[] {
  return valuesUnder(node, relationTerms.policies).map((stated) =>
    Object.assign(stated, { kinds: readPolicyKinds(stated.value) }),
  );
}

function readPolicyKinds(value: FactValue): readonly PolicyKind[] {
  if (value.kind === 'literal') return [];
  const texts = [...value.types, ...value.values(namesAndTypes).map(factText)];
  return policyKinds.filter((kind) => texts.some((text = '') => wordsByKind[kind].test(text)));
}
