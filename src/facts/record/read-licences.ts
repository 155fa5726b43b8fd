import { isNil } from '../text/nil.ts';
import { licenceOf } from '../text/licence.ts';
import { withBlanks } from '../../rdf/iri-spellings.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import { distinct, isWrittenIri, irisIn, textsIn } from './fact-texts.ts';
import { textTerms } from './text-terms.ts';

const maxLicences = 50;
const spdx = 'https://spdx.org/licenses/';

/**
 * The licences, rights and conditions of access of a resource and of its distributions, as
 * `licenceOf` writes them.
 */
export function readLicences(nodes: readonly FactNode[]): readonly string[] {
  const values = nodes.flatMap((node) => node.values(textTerms.licences));
  return distinct([...new Set(values)].flatMap(licencesOf), maxLicences);
}

function licencesOf(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return isNil(value.text) ? [] : [licenceOf(value.text)];
  return value.writtenAs === undefined ? ofNode(value) : ofWritten(value.writtenAs, value.iri);
}

/** A text that took the place of an IRI, unless it looks like a reference to a file. */
function ofWritten(writtenAs: string, iri: string | undefined): readonly string[] {
  if (isNil(writtenAs)) return [];
  const said = licenceOf(writtenAs);
  const isText = said.startsWith(spdx) || /\s|^[^/?#.]+$/u.test(writtenAs);
  return [isText || iri === undefined ? said : iri];
}

/**
 * What SPDX knows of all that a node says; where that is nothing, its addresses and its names. The description of a node is
 * looked at where its names say nothing, as some are called by what kind of thing they are.
 */
function ofNode(node: FactNode): readonly string[] {
  const own = node.iri === undefined || isNil(node.iri) ? [] : [node.iri];
  const links = irisIn(node, textTerms.addresses);
  const called = textsIn(node, textTerms.licenceNames).map(({ text }) => text);
  const names = [...called, ...textsForAddresses(node)];
  const described = textsIn(node, textTerms.descriptions).map(({ text }) => text);
  const stated = known([...own, ...links, ...names]);
  const listed = stated.length > 0 ? stated : known(described);
  if (listed.length > 0) return listed;
  const addresses = [...own, ...links].filter(isWrittenIri);
  const said = [...addresses, ...names.filter((name) => !isWrittenIri(name)).map(licenceOf)];
  // `License:MIT` is an IRI by its grammar.
  return said.length > 0 ? said : own.map(licenceOf);
}

/** What stands where the address of a licence belongs, and is none. */
function textsForAddresses(node: FactNode): readonly string[] {
  return node.values(textTerms.addresses).flatMap((value) => {
    if (value.kind === 'literal') return isNil(value.text) ? [] : [value.text];
    return value.writtenAs === undefined ? [] : ofWritten(value.writtenAs, value.iri);
  });
}

function known(texts: readonly string[]): readonly string[] {
  return texts
    .map((text) => licenceOf(withBlanks(text)))
    .filter((licence) => licence.startsWith(spdx));
}
