import { agentIri, agentName, registeredAgent } from '../facts/text/agent-iri.ts';
import { folded, words } from '../facts/text/fold.ts';
import { licenceOf } from '../facts/text/licence.ts';
import { unitName } from '../facts/text/unit-name.ts';
import { iriSpellings, isWrittenIri } from '../rdf/iri-spellings.ts';
import { isIri } from '../rdf/iri.ts';

const spdxLicences = 'https://spdx.org/licenses/';
const webOrUrn = /^\s*(?:https?:\/\/|urn:[a-z\d])/iu;

/** The spellings in which facts have a controlled term: IRIs, a code as written, a label folded. */
export function termKeys(asked: string): readonly string[] {
  const said = asked.trim();
  if (said === '') return [];
  return isWrittenIri(said) ? iriSpellings(said) : [...new Set([said, folded(said)])];
}

/** The spellings in which facts have a unit: IRIs, or a symbol or name in its one spelling. */
export function unitKeys(asked: string): readonly string[] {
  const said = asked.trim();
  if (said === '') return [];
  if (isWrittenIri(said)) return iriSpellings(said);
  return isIri(said) ? [unitName(said), said] : [unitName(said)];
}

/**
 * The spellings in which facts have a licence: the IRI of SPDX; another IRI as it was published,
 * with either scheme; or a name folded.
 */
export function licenceKeys(asked: string): readonly string[] {
  const name = licenceOf(asked);
  const [, rest] = isWrittenIri(name) ? (/^https?:(.+)$/isu.exec(name) ?? []) : [];
  if (rest !== undefined && !name.startsWith(spdxLicences)) {
    return [...new Set([name, `http:${rest}`, `https:${rest}`])];
  }
  return iriOrName(name);
}

function iriOrName(name: string): readonly string[] {
  if (isWrittenIri(name)) return [name];
  if (name.trim() === '') return [];
  return isIri(name) ? [name, folded(name)] : [folded(name)];
}

/** An agent that is asked for by its IRI in the one spelling, by name, or by what may be either. */
export interface AgentKeys {
  readonly iri?: string;
  readonly name?: string;
}

export function agentKeys(asked: string): AgentKeys {
  const iri = agentIri(asked);
  const named = iri === undefined ? undefined : agentName(iri);
  const isNamed = registeredAgent(asked) === undefined && !webOrUrn.test(asked);
  return {
    ...(named !== undefined && isIri(named) && { iri: named }),
    ...(isNamed && words(asked).length > 0 && { name: asked }),
  };
}
