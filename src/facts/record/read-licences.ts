import { isNil } from '../text/nil.ts';
import { licenceOf } from '../text/licence.ts';
import { withBlanks } from '../../rdf/iri-spellings.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import { distinct, isWrittenIri, irisIn, textsIn } from './fact-texts.ts';
import { textTerms } from './text-terms.ts';

const maxLicences = 50;
const spdxLicencePrefix = 'https://spdx.org/licenses/';

/**
 * The licences, rights and access conditions of a resource and its distributions, as written by
 * `licenceOf`.
 */
export function readLicences(nodes: readonly FactNode[]): readonly string[] {
  const values = nodes.flatMap((node) => node.values(textTerms.licences));
  return distinct([...new Set(values)].flatMap(readLicence), maxLicences);
}

function readLicence(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return isNil(value.text) ? [] : [licenceOf(value.text)];
  return value.writtenAs === undefined
    ? licencesOfNode(value)
    : licenceOfWrittenText(value.writtenAs, value.iri);
}

/** A text in place of an IRI, unless it looks like a file reference. */
function licenceOfWrittenText(writtenAs: string, iri: string | undefined): readonly string[] {
  if (isNil(writtenAs)) return [];
  const said = licenceOf(writtenAs);
  const isText = said.startsWith(spdxLicencePrefix) || /\s|^[^/?#.]+$/u.test(writtenAs);
  return [isText || iri === undefined ? said : iri];
}

/**
 * The SPDX licences named by a node; if there are none, its addresses and names. The description is
 * used only if the names are of no help, as some names only say "licence".
 */
function licencesOfNode(node: FactNode): readonly string[] {
  const own = node.iri === undefined || isNil(node.iri) ? [] : [node.iri];
  const links = irisIn(node, textTerms.addresses);
  const called = textsIn(node, textTerms.licenceNames).map(({ text }) => text);
  const names = [...called, ...textsInPlaceOfAddresses(node)];
  const described = textsIn(node, textTerms.descriptions).map(({ text }) => text);
  const stated = knownLicences([...own, ...links, ...names]);
  const listed = stated.length > 0 ? stated : knownLicences(described);
  if (listed.length > 0) return listed;
  const addresses = [...own, ...links].filter(isWrittenIri);
  const said = [...addresses, ...names.filter((name) => !isWrittenIri(name)).map(licenceOf)];
  // `License:MIT` is an IRI by its grammar.
  return said.length > 0 ? said : own.map(licenceOf);
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
    .map((text) => licenceOf(withBlanks(text)))
    .filter((licence) => licence.startsWith(spdxLicencePrefix));
}
