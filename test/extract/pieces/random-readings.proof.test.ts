import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '../../expand/random.ts';
import { proofSeed, proofSize } from '../../support/proof.ts';
import { bothReadings } from './both-readings.ts';

type Node = Readonly<Record<string, unknown>>;

const base = { '@vocab': 'http://schema.org/', dcat: 'http://www.w3.org/ns/dcat#' };
const context = { ...base, ex: 'http://ex.org/' };
const own = { ...base, q: 'http://ex.org/' };
const ballast = 'Tides '.repeat(900);

/** A small world of things that refer to each other, by names that several may have. */
class World {
  readonly #random: Random;
  readonly #inGraph: boolean;
  readonly #isOwn: boolean;

  constructor(random: Random, inGraph: boolean, isOwn: boolean) {
    this.#random = random;
    this.#inGraph = inGraph;
    this.#isOwn = isOwn;
  }

  item(number: number): readonly Node[] {
    const random = this.#random;
    const { '@id': name } = this.#ref(number);
    const named = [{ '@id': name }, { '@id': name }, { identifier: `i${random.below(9)}` }, {}];
    const links = random.list(2, () => random.pick(['isBasedOn', 'hasPart', 'citation']));
    const node = {
      ...random.pick(named),
      '@type': 'Dataset',
      name: `Cores ${random.below(30)}`,
      description: ballast,
      ...random.pick([
        {},
        { sameAs: 'http://ex.org/same' },
        { url: `http://ex.org/u${random.below(5)}` },
      ]),
      ...random.pick([{}, { identifier: ['zz', `i${random.below(9)}`] }]),
      ...random.pick([{}, { publisher: this.#ref('publisher') }]),
      ...random.pick([{}, { subjectOf: this.#record(`in${random.below(12)}`, undefined) }]),
      ...(this.#inGraph
        ? Object.fromEntries(links.map((link) => [link, this.#ref(random.below(30))]))
        : {}),
    };
    const record = this.#record(`r${number}`, name);
    if (!this.#inGraph || !('@id' in node)) return [node];
    return random.below(3) === 0 ? [node, record] : [node];
  }

  #record(name: string, about: string | undefined): Node {
    const subject = about === undefined ? {} : { about: { '@id': about } };
    return { ...this.#ref(name), '@type': 'dcat:CatalogRecord', ...subject };
  }

  #ref(name: string | number): { readonly '@id': string } {
    const prefixes = ['http://ex.org/', this.#isOwn ? 'q:' : 'ex:'];
    return { '@id': `${this.#random.pick(prefixes)}${name}` };
  }
}

const publisher = { '@id': 'http://ex.org/publisher', '@type': 'Organization', name: 'Archive' };

const shapes: Readonly<Record<string, (random: Random, count: number) => unknown>> = {
  list: (random, count) => {
    const world = new World(random, false, false);
    const items = Array.from({ length: count }, (_, number) => world.item(number)).flat();
    return { '@context': context, '@type': 'ItemList', itemListElement: items };
  },
  'list of a catalogue': (random, count) => {
    const world = new World(random, false, false);
    const includedInDataCatalog = { '@id': 'ex:c' };
    const items = Array.from({ length: count }, (_, number) => world.item(number))
      .flat()
      .map((item) => Object.assign(item, random.below(2) === 0 ? { includedInDataCatalog } : {}));
    return {
      '@context': context,
      '@id': 'ex:c',
      '@type': 'DataCatalog',
      name: 'C',
      dataset: items,
    };
  },
  array: (random, count) => {
    const world = new World(random, random.below(2) === 0, true);
    const items = Array.from({ length: count }, (_, number) => world.item(number)).flat();
    return items.concat(publisher).map((item) => Object.assign({ '@context': own }, item));
  },
  graph: (random, count) => {
    const world = new World(random, true, false);
    const items = Array.from({ length: count }, (_, number) => world.item(number)).flat();
    return { '@context': context, '@graph': items.concat(publisher) };
  },
  'graph with a catalogue': (random, count) => {
    const world = new World(random, true, false);
    const items = Array.from({ length: count }, (_, number) => world.item(number)).flat();
    const dataset = random.list(30, () => ({ '@id': `ex:${random.below(35)}` }));
    const catalogue = { '@id': 'ex:c', '@type': 'DataCatalog', name: 'C', dataset };
    return { '@context': context, '@graph': items.concat(publisher, catalogue) };
  },
};

describe('a random document', () => {
  it.each(
    Object.keys(shapes).flatMap((shape) =>
      Array.from({ length: proofSize(3, 100) }, (_, n) => [shape, proofSeed(1) + n] as const),
    ),
  )(
    'that is a %s gives as a whole and in pieces the same graphs (seed %i)',
    async (shape, seed) => {
      const random = createRandom(seed);
      const [small, large] = await bothReadings(shapes[shape]?.(random, 24));
      expect(Object.keys(large.graphs)).toEqual(Object.keys(small.graphs));
      expect(large).toEqual(small);
      expect(Object.keys(small.graphs).length).toBeGreaterThan(5);
    },
  );
});
