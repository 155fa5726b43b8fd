import { createRandom, type Random } from '../../expand/random.ts';
import { newEntry, type Entry } from '../entry.ts';
import { resourceName } from '../question.ts';
import { identifierKey } from '../scan/identifiers.ts';
import { chance, type Tree } from './draft.ts';
import { emptyContent, frame, type Content } from './frames.ts';
import { createResource, createStation, type Naming, type Resource } from './resource.ts';
import { spell } from './spelling.ts';
import { phrase } from './words.ts';

/** A document as it would be served, and what is true of the resources that it describes. */
export interface Made {
  readonly url: string;
  readonly json: string;
  readonly entries: readonly Entry[];
}

/** The content of a document with its truth, which can be written in many ways. */
export interface Matter {
  readonly content: Content;
  readonly entries: readonly Entry[];
}

/** Documents with about so many resources together, the same for the same seed. */
export function generate(seed: number, count: number): Made[] {
  const random = createRandom(seed);
  const made: Made[] = [];
  const iris: string[] = [];
  let resources = 0;
  while (resources < count) {
    const url = `https://repository.example/records/${made.length}`;
    if (chance(random, 2)) {
      made.push({ url, json: textOf(spell(emptyContent(random), url, random)), entries: [] });
      continue;
    }
    const matter = createMatter(random, url, iris);
    made.push({ url, json: writeMatter(matter, random), entries: matter.entries });
    resources += matter.entries.length;
  }
  return made;
}

/** @param iris of resources that are described already; those of this one are added */
export function createMatter(random: Random, url: string, iris: string[] = []): Matter {
  const way = random.below(100);
  const name = (slot: number): Naming => naming(random, { document: url, slot }, iris);
  if (way < 84) return matterOf('one', url, [createResource(random, name(0))]);
  const count = 2 + random.below(5);
  if (way < 86) {
    const station = createStation(random, { iri: `${url}/station`, document: url, slot: 0 }, count);
    return {
      ...matterOf('station', url, station),
      content: { kind: 'station', nodes: station.slice(0, 1).map(({ node }) => node), url },
    };
  }
  const listed = Array.from({ length: count }, (_, slot) =>
    createResource(random, { ...name(slot), iri: `${url}/item/${slot}` }),
  );
  if (way < 98) return matterOf('several', url, listed);
  return matterOf('catalogue', url, [catalogueItself(random, url), ...listed]);
}

function matterOf(kind: Content['kind'], url: string, resources: readonly Resource[]): Matter {
  return {
    content: { kind, nodes: resources.map(({ node }) => node), url },
    entries: resources.map(({ entry }) => entry),
  };
}

/** One of the ways to write what a document says. */
export function writeMatter({ content }: Matter, random: Random): string {
  return textOf(spell(frame(content, random), content.url, random));
}

const textOf = (tree: Tree): string => JSON.stringify(tree, undefined, 1);

type Place = Omit<Naming, 'iri'>;

function naming(random: Random, place: Place, iris: string[]): Naming {
  const index = iris.length;
  const { document } = place;
  const way = random.below(20);
  const earlier = iris[random.below(Math.max(1, index))];
  if (way === 0) return { ...place };
  // Described by a second document, which may spell the name in another way.
  if (way === 1 && earlier !== undefined) return { ...place, iri: respelled(random, earlier) };
  const iri =
    way < 5
      ? `${document}#dataset`
      : random.pick([
          `https://repository.example/id/${index}`,
          `http://repository.example/id/${index}`,
          `https://doi.org/10.5555/set.${index}`,
          `doi:10.5555/set.${index}`,
          `urn:example:set:${index}`,
        ]);
  if (way >= 5) iris.push(iri);
  return { ...place, iri };
}

function respelled(random: Random, iri: string): string {
  if (iri.startsWith('urn:')) return iri;
  const doi = iri.replace(/^(?:doi:|https:\/\/doi\.org\/)/u, '');
  if (doi !== iri)
    return random.pick([
      `doi:${doi}`,
      `https://doi.org/${doi}`,
      `http://dx.doi.org/${doi.toUpperCase()}`,
    ]);
  return random.pick([iri, iri.replace('https:', 'http:'), iri.replace('http:', 'https:')]);
}

/** A catalogue with a name is described as well. */
function catalogueItself(random: Random, url: string): Resource {
  const iri = `${url}/catalogue`;
  const name = phrase(random, 2, 4);
  const entry = newEntry(resourceName(iri), url);
  entry.identifiers.push(identifierKey(iri));
  entry.types.push('http://schema.org/DataCatalog');
  entry.titles.push(name);
  return { entry, node: { '@id': iri, '@type': 'schema:DataCatalog', 'schema:name': name } };
}
