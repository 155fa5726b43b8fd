import { withoutMail } from '../../../text/without-mail.ts';
import type { AgentDetail } from '../../../views/details/resource-details.ts';
import { shortened, webLabel } from '../../parts/short-names.ts';

/** What somebody is called, without addresses of mail; undefined where nothing else is known. */
export function agentLabel({ name, iri }: Pick<AgentDetail, 'iri' | 'name'>): string | undefined {
  const said = withoutMail(shortened(name ?? '', 200));
  if (said !== '') return said;
  return iri === undefined || iri.includes('@') ? undefined : webLabel(iri);
}

const registers = [
  [/^https?:\/\/orcid\.org\/(\d{4}(?:-\d{3}[\dX]){3}|[\dX-]{19})$/u, 'ORCID'],
  [/^https?:\/\/ror\.org\/(\w+)$/u, 'ROR'],
  [/^https?:\/\/(?:www\.)?isni\.org\/isni\/(\w+)$/u, 'ISNI'],
  [/^https?:\/\/www\.wikidata\.org\/entity\/(\w+)$/u, 'Wikidata'],
  [/^https?:\/\/www\.grid\.ac\/institutes\/([\w.]+)$/u, 'GRID'],
] as const;

/** An IRI of a register of people and organisations in words: `ORCID 0000-0002-1825-0097`. */
export function registerLabel(iri: string): string | undefined {
  for (const [pattern, name] of registers) {
    const [, number] = pattern.exec(iri) ?? [];
    if (number !== undefined) return `${name} ${number}`;
  }
  return undefined;
}
