import { chance, nils, say, type Draft, type Tree, type TreeNode } from './draft.ts';
import { byphrase, byword, inMarkup, phrase } from './words.ts';

type Way = (draft: Draft) => Tree;

/** What was measured, in the ways of row 28. */
export function addVariables(draft: Draft): void {
  const { random } = draft;
  const count = random.pick([0, 0, 1, 1, 2, 4]);
  for (let index = 0; index < count; index += 1) {
    say(draft, 'schema:variableMeasured', random.pick(ways)(draft));
  }
}

/** Two hundred IRIs, so that several variables have the same ones. */
export const conceptIri = (index: number): string => `http://measured.example/property#p${index}`;
export const conceptCount = 200;

const concept = (draft: Draft): string => conceptIri(draft.random.below(conceptCount));

function note(draft: Draft, names: string[], concepts: string[] = []): void {
  draft.entry.variables.push({ names, concepts, descriptions: [] });
}

const property: Way = (draft) => {
  const { random } = draft;
  const name = phrase(random, 1, 3);
  const names = [name];
  const concepts: string[] = [];
  const said: Record<string, Tree> = {
    ...head(draft),
    'schema:name': chance(random, 15) ? inMarkup(random, name) : name,
    ...extras(draft),
  };
  if (chance(random, 25)) {
    const other = phrase(random, 1, 2);
    names.push(other);
    said['schema:alternateName'] = other;
  }
  if (chance(random, 60)) said['schema:propertyID'] = propertyId(draft, concepts);
  const { 'schema:description': description } = said;
  const descriptions = typeof description === 'string' ? [description] : [];
  draft.entry.variables.push({ names, concepts, descriptions });
  return said;
};

function head({ random }: Draft): TreeNode {
  const types = random.pick<Tree>([
    'schema:PropertyValue',
    'schema:PropertyValue',
    ['schema:PropertyValue', 'cdi:InstanceVariable'],
    'cdi:InstanceVariable',
  ]);
  const id = `https://repository.example/variable/${random.below(1e9)}`;
  return { '@type': types, ...(chance(random, 20) ? { '@id': id } : {}) };
}

function extras({ random, entry }: Draft): TreeNode {
  const description = phrase(random, 1, 3);
  const isDescribed = chance(random, 30);
  if (isDescribed) entry.descriptions.push(description);
  return {
    ...(isDescribed ? { 'schema:description': description } : {}),
    ...(chance(random, 40) ? { 'schema:unitText': byword(random) } : {}),
    ...(chance(random, 20) ? { 'schema:measurementTechnique': byphrase(random) } : {}),
    ...(chance(random, 20) ? { 'schema:minValue': random.pick<Tree>(['nan', 0, '1.5']) } : {}),
  };
}

function propertyId(draft: Draft, concepts: string[]): Tree {
  const { random } = draft;
  if (chance(random, 15)) return random.pick<Tree>([...nils, byword(random), byword(random)]);
  const iri = concept(draft);
  concepts.push(iri);
  if (chance(random, 15)) {
    const second = concept(draft);
    concepts.push(second);
    return [iri, { '@id': second }];
  }
  return random.pick<Tree>([
    iri,
    { '@id': iri },
    { '@type': 'schema:DefinedTerm', '@id': iri, 'schema:name': byphrase(random) },
  ]);
}

const text: Way = (draft) => {
  const name = phrase(draft.random, 1, 2);
  note(draft, [name]);
  return name;
};

const statistical: Way = (draft) => {
  const name = phrase(draft.random, 1, 2);
  const iri = concept(draft);
  note(draft, [name], [iri]);
  return {
    '@type': 'schema:StatisticalVariable',
    'schema:name': name,
    'schema:measuredProperty': { '@id': iri },
  };
};

const nil: Way = ({ random }) =>
  random.pick<Tree>([...nils, { '@type': 'schema:PropertyValue', 'schema:name': 'missing' }]);

const ways: readonly Way[] = [
  property,
  property,
  property,
  property,
  property,
  text,
  statistical,
  nil,
];
