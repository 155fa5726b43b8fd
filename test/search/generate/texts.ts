import { chance, nils, say, type Draft, type Tree, type TreeNode } from './draft.ts';
import { inMarkup, phrase, stepword } from './words.ts';

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

/** Resources of one document share no term, since facts about it may hold for both. */
const termOf = ({ random, slot }: Draft): number => random.below(termCount / 10) * 10 + slot;

/** A term has a vocabulary only with its IRI, since nodes with one IRI are merged. */
const vocabularies: readonly (readonly [written: Tree, said: string])[] = [
  ['https://vocabulary.example/', 'https://vocabulary.example/'],
  [{ '@id': 'https://vocabulary.example/' }, 'https://vocabulary.example/'],
  [{ '@type': 'schema:DefinedTermSet', 'schema:name': 'Words of the moor' }, 'Words of the moor'],
  [
    {
      '@type': 'schema:DefinedTermSet',
      '@id': 'http://vocabulary.example/fen',
      'schema:name': 'Words of the fen',
    },
    'http://vocabulary.example/fen',
  ],
];

const definedTerm: Way = (draft) => {
  const { random, entry } = draft;
  const label = keyword(draft);
  const index = termOf(draft);
  const isNew = !entry.terms.includes(termIri(index));
  const iris = isNew && chance(random, 80) ? [termIri(index)] : [];
  const codes = chance(random, 40) ? [`C${index}`] : [];
  const [vocabulary, scheme] = random.pick(vocabularies);
  const schemes = chance(random, 70) ? [scheme] : [];
  entry.keywords.push(label);
  entry.terms.push(...iris);
  if (iris.length + codes.length + schemes.length > 0)
    entry.controlled.push({ iris, codes, labels: [label], schemes });
  const [iri] = iris;
  const [code] = codes;
  say(draft, 'schema:keywords', {
    '@type': 'schema:DefinedTerm',
    ...(iri === undefined
      ? {}
      : random.pick<TreeNode>([{ '@id': iri }, { '@id': iri }, { 'schema:url': iri }])),
    'schema:name': label,
    ...(schemes.length > 0 ? { 'schema:inDefinedTermSet': vocabulary } : {}),
    ...(code === undefined ? {} : { 'schema:termCode': code }),
  });
};

const onlyIri: Way = (draft) => {
  const iri = termIri(termOf(draft));
  if (draft.entry.terms.includes(iri)) return;
  draft.entry.terms.push(iri);
  draft.entry.controlled.push({ iris: [iri], codes: [], labels: [], schemes: [] });
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
