import type { JsonObject } from '../json-document.ts';
import { compacted, iriOrText, linksOf, objectsOf, textOf, textsOf } from './values.ts';

/** schema.org's properties for contacts, by role. */
const roleProperties: ReadonlyMap<string, string> = new Map([
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
/** For other or no roles: custodian, point of contact. */
const defaultProperty = 'maintainer';

/**
 * Converts the contacts of a record to schema.org properties (OGC 20-004r1, Record Core). A contact
 * with two roles is in both.
 */
export function contactsOf(value: unknown): Readonly<Record<string, readonly JsonObject[]>> {
  const found: Record<string, JsonObject[]> = {};
  for (const contact of objectsOf(value)) {
    const agent = toAgent(contact);
    if (agent === undefined) continue;
    const roles = [contact['roles'], contact['role']].flatMap((each) => textsOf(each));
    const names = roles.map((role) => roleProperties.get(role.toLowerCase()) ?? defaultProperty);
    for (const name of new Set(names.length === 0 ? [defaultProperty] : names)) {
      (found[name] ??= []).push(agent);
    }
  }
  return found;
}

function toAgent(contact: JsonObject): JsonObject | undefined {
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
