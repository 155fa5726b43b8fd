import { searchHref } from '../search/search-address.ts';
import type { AgentDetail } from '../../../views/details/resource-details.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import type { Site } from '../../site.ts';
import { agentLabel, registerLabel } from './names.ts';

interface AgentLinkProps {
  readonly site: Site;
  readonly agent: Pick<AgentDetail, 'iri' | 'language' | 'name'>;
  readonly as: 'organization' | 'person' | 'publisher';
}

/** Somebody by name, as a link to what else there is. */
export function AgentLink({ site, agent, as }: AgentLinkProps) {
  const label = agentLabel(agent);
  if (label === undefined) return null;
  return (
    <a href={searchHref(site, { conditions: { [as]: [askedName(agent)] } })}>
      <Literal text={label} language={agent.language} />
    </a>
  );
}

/** What somebody is searched by: a number of a register, else one whole name. */
function askedName({ iri, name }: Pick<AgentDetail, 'iri' | 'name'>): string {
  const isRegistered = iri !== undefined && registerLabel(iri) !== undefined;
  const [first] = (name ?? '').split(' / ');
  if (isRegistered || first === undefined || first === '') return iri ?? '';
  // Nobody is led to an address of mail.
  return first.includes('@') ? (agentLabel({ name: first }) ?? '') : `=${first}`;
}

/** The entry of somebody in a register, such as ORCID or ROR. */
export function RegisterLink({ iri }: { readonly iri: string | undefined }) {
  const label = iri === undefined ? undefined : registerLabel(iri);
  if (iri === undefined || label === undefined) return null;
  return (
    <WebLink href={iri} class="register">
      {label}
    </WebLink>
  );
}
