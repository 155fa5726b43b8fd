import type { JsonObject } from '../json-document.ts';
import { compacted, iriOrText, linksOf, objectsOf, textOf, textsOf } from './values.ts';

/** The properties by which schema.org says what somebody has to do with a resource, by the roles of contacts. */
const properties: ReadonlyMap<string, string> = new Map([
  ['author', 'creator'],
  ['creator', 'creator'],
  ['originator', 'creator'],
  ['principalinvestigator', 'creator'],
  ['contributor', 'contributor'],
  ['editor', 'editor'],
  ['funder', 'funder'],
  ['sponsor', 'sponsor'],
  ['owner', 'copyrightHolder'],
  ['rightsholder', 'copyrightHolder'],
  ['publisher', 'publisher'],
  ['distributor', 'provider'],
  ['producer', 'producer'],
  ['provider', 'provider'],
  ['resourceprovider', 'provider'],
]);
/** Of who has another role, or none: custodian, point of contact. */
const otherwise = 'maintainer';

/** The contacts of a record by schema.org's properties (OGC 20-004r1, Record Core). One with two roles is in both. */
export function contactsOf(value: unknown): Readonly<Record<string, readonly JsonObject[]>> {
  const found: Record<string, JsonObject[]> = {};
  for (const contact of objectsOf(value)) {
    const agent = agentOf(contact);
    if (agent === undefined) continue;
    const roles = [contact['roles'], contact['role']].flatMap((each) => textsOf(each));
    const names = roles.map((role) => properties.get(role.toLowerCase()) ?? otherwise);
    for (const name of new Set(names.length === 0 ? [otherwise] : names)) {
      (found[name] ??= []).push(agent);
    }
  }
  return found;
}

function agentOf(contact: JsonObject): JsonObject | undefined {
  const name = textOf(contact['name']);
  const organisation = textOf(contact['organization']);
  if (name === undefined && organisation === undefined) return undefined;
  const identifier = textOf(contact['identifier']);
  const more = {
    identifier: identifier === undefined ? undefined : iriOrText(identifier),
    email: objectsOf(contact['emails']).flatMap(({ value }) => textsOf(value)),
    telephone: objectsOf(contact['phones']).flatMap(({ value }) => textsOf(value)),
    url: linksOf(contact).map(({ href }) => ({ '@id': href })),
  };
  if (name === undefined)
    return compacted({ '@type': 'Organization', name: organisation, ...more });
  return compacted({
    '@type': 'Person',
    name,
    jobTitle: textOf(contact['position']),
    affiliation:
      organisation === undefined ? undefined : { '@type': 'Organization', name: organisation },
    ...more,
  });
}
