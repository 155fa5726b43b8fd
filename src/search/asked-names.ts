import { agentIri, agentName, registeredAgent } from '../facts/text/agent-iri.ts';
import { folded, words } from '../facts/text/fold.ts';
import { licenceOf } from '../facts/text/licence.ts';
import { unitName } from '../facts/text/unit-name.ts';
import { iriSpellings, isWrittenIri } from '../rdf/iri-spellings.ts';
import { isIri } from '../rdf/iri.ts';

const spdxLicences = 'https://spdx.org/licenses/';
const webOrUrn = /^\s*(?:https?:\/\/|urn:[a-z\d])/iu;

/** Lookup keys of a controlled term: IRIs, the code as written, the folded label. */
export function termKeys(asked: string): readonly string[] {
  const said = asked.trim();
  if (said === '') return [];
  return isWrittenIri(said) ? iriSpellings(said) : [...new Set([said, folded(said)])];
}

/** Lookup keys of a unit: IRIs, or the normalised symbol or name. */
export function unitKeys(asked: string): readonly string[] {
  const said = asked.trim();
  if (said === '') return [];
  if (isWrittenIri(said)) return iriSpellings(said);
  return isIri(said) ? [unitName(said), said] : [unitName(said)];
}

/** Lookup keys of a licence: its SPDX IRI; another IRI with either scheme; or the folded name. */
export function licenceKeys(asked: string): readonly string[] {
  const name = licenceOf(asked);
  const [, rest] = isWrittenIri(name) ? (/^https?:(.+)$/isu.exec(name) ?? []) : [];
  if (rest !== undefined && !name.startsWith(spdxLicences)) {
    return [...new Set([name, `http:${rest}`, `https:${rest}`])];
  }
  return licenceNameKeys(name);
}

function licenceNameKeys(name: string): readonly string[] {
  if (isWrittenIri(name)) return [name];
  if (name.trim() === '') return [];
  return isIri(name) ? [name, folded(name)] : [folded(name)];
}

/** An agent condition as canonical IRI, as name, or both if it may be either. */
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
