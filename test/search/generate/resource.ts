import type { Random } from '../../expand/random.ts';
import { newEntry, type Entry } from '../entry.ts';
import { resourceName } from '../question.ts';
import { identifierKey } from '../scan/identifiers.ts';
import { addAdministration } from './administration.ts';
import { addAgents } from './agents.ts';
import { addOwnPlace, addPlaces } from './places.ts';
import { chance, say, type Draft, type Tree, type TreeNode } from './draft.ts';
import { addKeywords, addTexts } from './texts.ts';
import { addTimes } from './times.ts';
import { addVariables } from './variables.ts';
import { byphrase, phrase } from './words.ts';

/** A resource as a document can say it, and what is true of it. */
export interface Resource {
  readonly node: TreeNode;
  readonly entry: Entry;
}

/** What a resource is called, and where. */
export interface Naming {
  /** Absent where it has no IRI. */
  readonly iri?: string;
  readonly document: string;
  /** Which resource of its document it is, from 0 to 9. */
  readonly slot: number;
}

const types: readonly (readonly [spelled: string, iri: string])[] = [
  ['schema:Dataset', 'http://schema.org/Dataset'],
  ['schema:ScholarlyArticle', 'http://schema.org/ScholarlyArticle'],
  ['schema:SoftwareSourceCode', 'http://schema.org/SoftwareSourceCode'],
  ['dcat:Dataset', 'http://www.w3.org/ns/dcat#Dataset'],
  ['https://kinds.example/Core', 'https://kinds.example/Core'],
];

/** A dataset or another thing with everything that is searched. */
export function createResource(random: Random, naming: Naming): Resource {
  const draft = begin(random, naming, kindsOf(random));
  addTexts(draft);
  addPlaces(draft);
  return finish(draft);
}

/** One that says no place, for it is at its station. */
export function createObservation(random: Random, naming: Naming): Resource {
  const draft = begin(random, naming, types.slice(0, 1));
  addTexts(draft);
  return finish(draft);
}

function kindsOf(random: Random): readonly (readonly [string, string])[] {
  if (chance(random, 80)) return types.slice(0, 1);
  const other = random.pick(types.slice(1));
  return chance(random, 50) ? [...types.slice(0, 1), other] : [other];
}

function begin(
  random: Random,
  { iri, document, slot }: Naming,
  kinds: readonly (readonly [string, string])[],
): Draft {
  const entry = newEntry(resourceName(iri ?? document), document);
  entry.types.push(...kinds.map(([, kind]) => kind));
  if (iri !== undefined) entry.identifiers.push(identifierKey(iri));
  const node: Record<string, Tree[]> = { '@type': kinds.map(([spelled]) => spelled) };
  if (iri !== undefined) node['@id'] = [iri];
  const inDcat = kinds.every(([spelled]) => spelled === 'dcat:Dataset') && kinds.length > 0;
  return { random, node, entry, slot, inDcat };
}

function finish(draft: Draft): Resource {
  addKeywords(draft);
  addTimes(draft);
  addVariables(draft);
  addAgents(draft);
  addAdministration(draft);
  addOthers(draft);
  return { node: draft.node, entry: draft.entry };
}

/** Something that is no dataset and has datasets under `subjectOf`, which inherit its place. */
export function createStation(random: Random, naming: Naming, count: number): readonly Resource[] {
  const draft = begin(random, naming, []);
  addOwnPlace(draft);
  const { document } = naming;
  const observations = Array.from({ length: count }, (_, index) =>
    createObservation(random, {
      iri: `${naming.iri ?? document}/series/${index}`,
      document,
      slot: index,
    }),
  );
  for (const { entry } of observations) entry.boxes.push(...draft.entry.boxes);
  const node = {
    ...draft.node,
    '@type': ['schema:Place'],
    'schema:name': byphrase(random),
    'schema:subjectOf': observations.map((each) => each.node),
  };
  const [first, ...others] = observations;
  return first === undefined ? [] : [{ node, entry: first.entry }, ...others];
}

/** Related resources, whose facts are not facts of this one: parts, wholes, sources, citations. */
function addOthers(draft: Draft): void {
  const { random } = draft;
  for (const key of ['hasPart', 'isPartOf', 'isBasedOn', 'citation']) {
    if (!chance(random, 8)) continue;
    say(draft, `schema:${key}`, {
      '@type': 'schema:Dataset',
      ...(chance(random, 50)
        ? { '@id': `https://repository.example/other/${random.below(1e9)}` }
        : {}),
      'schema:name': phrase(random, 1, 3),
      'schema:keywords': phrase(random, 1, 2),
      'schema:temporalCoverage': '1700/2020',
      'schema:spatialCoverage': {
        '@type': 'schema:Place',
        'schema:name': phrase(random, 1, 1),
        'schema:geo': { '@type': 'schema:GeoShape', 'schema:box': '10 10 50 50' },
      },
    });
  }
}
