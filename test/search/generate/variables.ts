import type { Random } from '../../expand/random.ts';
import type { Variable } from '../entry.ts';
import { chance, nils, say, type Draft, type Tree, type TreeNode } from './draft.ts';
import { byphrase, inMarkup, phrase } from './words.ts';
import { unitSpellings } from '../words.ts';

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
  const nothing = { descriptions: [], codes: [], units: [], techniques: [] };
  draft.entry.variables.push({ names, concepts, ...nothing });
}

const property: Way = (draft) => {
  const { random } = draft;
  const name = phrase(random, 1, 3);
  const names = [name];
  const concepts: string[] = [];
  const variable: Variable = {
    names,
    concepts,
    descriptions: [],
    codes: [],
    units: [],
    techniques: [],
  };
  const said: Record<string, Tree> = {
    ...head(draft),
    'schema:name': chance(random, 15) ? inMarkup(random, name) : name,
    ...extras(draft, variable),
  };
  if (chance(random, 25)) {
    const other = phrase(random, 1, 2);
    names.push(other);
    said['schema:alternateName'] = other;
  }
  if (chance(random, 60)) said['schema:propertyID'] = propertyId(draft, variable);
  draft.entry.variables.push(variable);
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

const unitIri = 'http://qudt.org/vocab/unit/DEG';
const techniques = ['Sieve and Scale', 'by eye'];
const techniqueIri = 'https://techniques.example/sieve';

function extras({ random, entry }: Draft, variable: Variable): TreeNode {
  const description = phrase(random, 1, 3);
  const isDescribed = chance(random, 30);
  if (isDescribed) {
    entry.descriptions.push(description);
    variable.descriptions.push(description);
  }
  return {
    ...(isDescribed ? { 'schema:description': description } : {}),
    ...(chance(random, 40) ? unitOf(random, variable) : {}),
    ...(chance(random, 30) ? techniqueOf(random, variable) : {}),
    ...(chance(random, 20) ? { 'schema:minValue': random.pick<Tree>(['nan', 0, '1.5']) } : {}),
  };
}

function unitOf(random: Random, { units: said }: Variable): TreeNode {
  const unit = random.pick(random.pick(unitSpellings));
  if (chance(random, 60)) {
    said.push(unit);
    return { 'schema:unitText': unit };
  }
  said.push(unitIri);
  return { 'schema:unitCode': random.pick<Tree>([unitIri, { '@id': unitIri }]) };
}

function techniqueOf(random: Random, { techniques: said }: Variable): TreeNode {
  const technique = random.pick(techniques);
  said.push(technique);
  if (chance(random, 60)) return { 'schema:measurementTechnique': technique };
  said.push(techniqueIri);
  return {
    'schema:measurementTechnique': {
      '@type': 'schema:DefinedTerm',
      'schema:name': technique,
      'schema:url': techniqueIri,
    },
  };
}

function propertyId(draft: Draft, { concepts, codes }: Variable): Tree {
  const { random } = draft;
  if (chance(random, 7)) return random.pick<Tree>(nils);
  if (chance(random, 15)) {
    const code = `TEMP${random.below(60)}`;
    codes.push(code);
    return code;
  }
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
