import { folded } from '../words.ts';
import { chance, nils, say, type Draft, type Tree, type TreeNode } from './draft.ts';
import { identifierValue, orcidKey, rorKey, writtenAgent } from './identifiers.ts';
import { phrase, word } from './words.ts';

/** Somebody as a value of a property. */
type Make = (draft: Draft, as: readonly string[]) => Tree;

const properties: readonly (readonly [property: string, ...as: string[]])[] = [
  ['creator', 'creator'],
  ['creator', 'creator'],
  ['author', 'creator'],
  ['contributor', 'contributor'],
  ['publisher', 'publisher'],
  ['funder', 'funder'],
  ['sponsor', 'funder'],
  ['provider', 'provider'],
  ['editor', 'editor'],
  ['maintainer', 'maintainer'],
  ['copyrightHolder', 'copyright holder'],
];

/** People and organisations, in some of their roles. */
export function addAgents(draft: Draft): void {
  const { random } = draft;
  for (const [property, ...as] of properties) {
    if (!chance(random, 22)) continue;
    const count = 1 + random.below(3);
    for (let index = 0; index < count; index += 1) {
      const value = chance(random, 12)
        ? inRole(draft, property, as)
        : random.pick(makers)(draft, as);
      say(draft, `schema:${property}`, value);
    }
  }
  if (chance(random, 10)) {
    const funder = organisation(draft, ['funder']);
    const name = phrase(random, 2, 3);
    say(draft, 'schema:funding', {
      '@type': 'schema:MonetaryGrant',
      'schema:name': name,
      'schema:funder': funder,
    });
  }
}

/** None of them is named twice in a resource, where one node would say what two do. */
function newId(draft: Draft, make: (index: number) => string): string | undefined {
  const { random, entry, slot } = draft;
  const key = make(random.below(10) * 10 + slot);
  return entry.agents.some(({ ids }) => ids.includes(key)) ? undefined : key;
}

const personKey = (index: number): string =>
  index % 3 === 0 ? `//people.example/p${index}` : orcidKey(index);

const organisationKey = (index: number): string =>
  index % 3 === 0 ? `//organisations.example/o${index}` : rorKey(index);

/** Where an IRI stands: the name of the node, an identifier, or `sameAs`. */
function identified({ random }: Draft, key: string | undefined): TreeNode {
  if (key === undefined) return {};
  const text = writtenAgent(random, key);
  const isIri = /^https?:/u.test(text);
  const scheme = key.startsWith('orcid:')
    ? 'https://registry.identifiers.org/registry/orcid'
    : 'https://registry.identifiers.org/registry/ror';
  return random.pick<TreeNode>([
    isIri ? { '@id': text } : { 'schema:identifier': text },
    { 'schema:identifier': identifierValue(random, text, scheme) },
    isIri
      ? { 'schema:sameAs': random.pick<Tree>([text, { '@id': text }]) }
      : { 'schema:identifier': text },
  ]);
}

const person: Make = (draft, as) => {
  const { random, entry } = draft;
  const key = chance(random, 45) ? newId(draft, personKey) : undefined;
  const [given, family] = [word(random), word(random)];
  const [name, other] = [phrase(random, 1, 3), phrase(random, 1, 2)];
  const inParts = chance(random, 30);
  const hasOther = chance(random, 15);
  const names = [inParts ? `${given} ${family}` : name, ...(hasOther ? [other] : [])];
  entry.agents.push({ roles: as, ids: key === undefined ? [] : [key], names });
  return {
    '@type': 'schema:Person',
    ...identified(draft, key),
    ...(inParts
      ? { 'schema:givenName': given, 'schema:familyName': family }
      : { 'schema:name': name }),
    ...(hasOther ? { 'schema:alternateName': other } : {}),
    ...(chance(random, 25) ? { 'schema:affiliation': organisation(draft, ['affiliation']) } : {}),
  };
};

function organisation(draft: Draft, as: readonly string[]): Tree {
  const { random, entry } = draft;
  const key = chance(random, 45) ? newId(draft, organisationKey) : undefined;
  const name = phrase(random, 1, 3);
  entry.agents.push({ roles: as, ids: key === undefined ? [] : [key], names: [name] });
  return {
    '@type': 'schema:Organization',
    ...identified(draft, key),
    [random.pick(['schema:name', 'schema:legalName'])]: name,
  };
}

const onlyName: Make = ({ random, entry }, as) => {
  const name = phrase(random, 1, 3);
  entry.agents.push({ roles: as, ids: [], names: [name] });
  return name;
};

const onlyIri: Make = (draft, as) => {
  const key = newId(draft, personKey);
  if (key === undefined) return onlyName(draft, as);
  draft.entry.agents.push({ roles: as, ids: [key], names: [] });
  const text = draft.random.pick([`https:${key}`, `https://orcid.org/${key.slice(6)}`]);
  return {
    '@id': key.startsWith('//')
      ? `https:${key}`
      : text.replace(/^https:orcid:/u, 'https://orcid.org/'),
  };
};

const roleNames = ['Data Curator', 'principal investigator', 'Hüter der Daten', 'scribe'];

/** Whoever is in a role has that of the property as well. */
function inRole(draft: Draft, property: string, as: readonly string[]): Tree {
  const { random } = draft;
  const roleName = random.pick(roleNames);
  return {
    '@type': 'schema:Role',
    'schema:roleName': roleName,
    [`schema:${property}`]: random.pick(namedMakers)(draft, [...as, folded(roleName)]),
  };
}

const nobody: Make = ({ random }) =>
  random.pick<Tree>([
    'Missing',
    'unknown',
    { '@type': 'schema:Person', 'schema:name': 'Missing' },
    ...nils,
  ]);

const namedMakers: readonly Make[] = [person, organisation];
const makers: readonly Make[] = [
  person,
  person,
  person,
  organisation,
  organisation,
  onlyName,
  onlyIri,
  nobody,
];
