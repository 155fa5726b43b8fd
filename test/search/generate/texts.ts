import { chance, nils, say, type Draft, type Tree } from './draft.ts';
import { byphrase, inMarkup, phrase, stepword, word } from './words.ts';

const languages = ['en', 'de', 'fr', 'pt-BR'];

/** Title and description in one language or several, with markup or without. */
export function addTexts(draft: Draft): void {
  const { random, entry, inDcat } = draft;
  const [title, description] = inDcat
    ? ['dcterms:title', 'dcterms:description']
    : ['schema:name', 'schema:description'];
  if (chance(random, 3)) say(draft, title, random.pick(nils));
  else addTagged(draft, title, { into: entry.titles, least: 2, most: 6 });
  if (chance(random, 80)) {
    addTagged(draft, description, { into: entry.descriptions, least: 5, most: 30 });
  } else if (chance(random, 30)) {
    say(draft, description, random.pick(nils));
  }
}

interface Tagged {
  readonly into: string[];
  readonly least: number;
  readonly most: number;
}

function addTagged(draft: Draft, key: string, { into, least, most }: Tagged): void {
  const { random } = draft;
  const several = chance(random, 10);
  for (const language of several ? ['en', 'de'] : [random.pick(languages)]) {
    const plain = phrase(random, least, most);
    into.push(plain);
    const text = chance(random, 25) ? inMarkup(random, plain) : plain;
    const tagged = several || chance(random, 15);
    say(draft, key, tagged ? { '@language': language, '@value': text } : text);
  }
}

type Way = (draft: Draft) => void;

/** Keywords in up to four of the ways of row 27. */
export function addKeywords(draft: Draft): void {
  const count = draft.random.below(4);
  for (let index = 0; index < count; index += 1) draft.random.pick(keywordWays)(draft);
}

const keyword = (draft: Draft): string => phrase(draft.random, 1, 2);

const plain: Way = (draft) => {
  const made = keyword(draft);
  draft.entry.keywords.push(made);
  const text = chance(draft.random, 15) ? inMarkup(draft.random, made) : made;
  say(draft, draft.inDcat ? 'dcat:keyword' : 'schema:keywords', text);
};

/** Several in one text. */
const joined: Way = (draft) => {
  const { random, entry } = draft;
  const parts = Array.from({ length: 2 + random.below(5) }, () => keyword(draft));
  const text = parts.join(random.pick([', ', ',', '; ', ';', ' , ']));
  entry.keywords.push(text, ...parts);
  say(draft, 'schema:keywords', text);
};

const path: Way = (draft) => {
  const { random, entry } = draft;
  const leaf = keyword(draft);
  const steps = [stepword(random).toUpperCase(), stepword(random), leaf];
  const text = steps.join(random.pick([' > ', ' > ', '>']));
  entry.keywords.push(text, leaf);
  say(draft, 'schema:keywords', text);
};

/** Terms of a vocabulary. A hundred IRIs, so that several resources have the same ones. */
export const termIri = (index: number): string => `https://vocabulary.example/concept/${index}`;
export const termCount = 100;

/** Resources of one document have no term in common: what one of them says of it may be true of the other. */
const termOf = ({ random, slot }: Draft): number => random.below(termCount / 10) * 10 + slot;

const definedTerm: Way = (draft) => {
  const { random, entry } = draft;
  const label = keyword(draft);
  const iri = termIri(termOf(draft));
  const named = chance(random, 80);
  entry.keywords.push(label);
  if (named) entry.terms.push(iri);
  say(draft, 'schema:keywords', {
    '@type': 'schema:DefinedTerm',
    ...(named ? { '@id': iri } : {}),
    'schema:name': label,
    'schema:inDefinedTermSet': random.pick<Tree>([
      'https://vocabulary.example/',
      { '@id': 'https://vocabulary.example/' },
      { '@type': 'schema:DefinedTermSet', 'schema:name': byphrase(random) },
    ]),
    ...(chance(random, 40) ? { 'schema:termCode': `c${random.below(900)}` } : {}),
  });
};

const onlyIri: Way = (draft) => {
  const iri = termIri(termOf(draft));
  draft.entry.terms.push(iri);
  say(draft, 'schema:keywords', { '@id': iri });
};

const nil: Way = (draft) => {
  say(draft, 'schema:keywords', draft.random.pick(nils));
};

const keywordWays: readonly Way[] = [
  plain,
  plain,
  plain,
  joined,
  joined,
  path,
  definedTerm,
  definedTerm,
  onlyIri,
  nil,
];

type Agent = (draft: Draft, role: string) => Tree;

/** People and organisations, in some of their roles. */
export function addAgents(draft: Draft): void {
  const { random } = draft;
  for (const role of roles) {
    if (!chance(random, 25)) continue;
    const count = 1 + random.below(3);
    for (let index = 0; index < count; index += 1)
      say(draft, `schema:${role}`, random.pick(agents)(draft, role));
  }
}

const roles = [
  'creator',
  'creator',
  'contributor',
  'publisher',
  'funder',
  'provider',
  'editor',
  'maintainer',
];

function agentName(draft: Draft): string {
  const name = phrase(draft.random, 1, 2);
  draft.entry.agents.push(name);
  return name;
}

const person: Agent = (draft) => {
  const { random } = draft;
  const iri = `https://orcid.org/0000-0001-${1000 + random.below(9000)}-${1000 + random.below(9000)}`;
  return {
    '@type': 'schema:Person',
    ...(chance(random, 30) ? { '@id': iri } : {}),
    'schema:name': agentName(draft),
    ...(chance(random, 20)
      ? {
          'schema:affiliation': { '@type': 'schema:Organization', 'schema:name': byphrase(random) },
        }
      : {}),
  };
};

const inParts: Agent = (draft) => {
  const [given, family] = [word(draft.random), word(draft.random)];
  draft.entry.agents.push(given, family);
  return { '@type': 'schema:Person', 'schema:givenName': given, 'schema:familyName': family };
};

const organisation: Agent = (draft) => ({
  '@type': 'schema:Organization',
  'schema:name': agentName(draft),
});

const text: Agent = (draft) => agentName(draft);

const inRole: Agent = (draft, role) => ({
  '@type': 'schema:Role',
  'schema:roleName': byphrase(draft.random),
  [`schema:${role}`]: { '@type': 'schema:Person', 'schema:name': agentName(draft) },
});

const nobody: Agent = ({ random }) =>
  random.pick<Tree>([
    'Missing',
    'unknown',
    { '@type': 'schema:Person', 'schema:name': 'Missing' },
    ...nils,
  ]);

const agents: readonly Agent[] = [
  person,
  person,
  person,
  inParts,
  organisation,
  organisation,
  text,
  inRole,
  nobody,
];
