import { expect, it } from 'vitest';
import { proofSeed, proofSize } from '../support/proof.ts';
import { contents, dataset } from './bog-records.ts';
import { badItems, containers, failuresOf, inContext } from './containers.ts';
import { graphsOf } from './expanding.ts';
import { createRandom, type Random } from './random.ts';

it('an invalid item of a random document does not change the other items', async () => {
  const random = createRandom(proofSeed(33));
  let lost = 0;
  for (let round = 0; round < proofSize(30, 5000); round += 1) {
    const [, container] = random.pick(containers);
    const good = Array.from({ length: 1 + random.below(6) }, (_, index) => member(random, index));
    const bad = Array.from({ length: 1 + random.below(3) }, () => random.pick(badItems)[1]);
    const mixed = [...good];
    for (const each of bad) mixed.splice(random.below(mixed.length + 1), 0, each);
    const [with_, without] = await Promise.all(
      [mixed, good].map((members) => graphsOf([inContext(container(members))])),
    );
    expect(await contents(with_ ?? [])).toEqual(await contents(without ?? []));
    expect(await failuresOf(inContext(container(mixed)))).toHaveLength(bad.length);
    lost += bad.length;
  }
  expect(lost).toBeGreaterThan(0);
});

/** A dataset that may refer to others of the document, or repeat one. */
function member(random: Random, number: number): object {
  const other = `https://bog.example/${random.below(6)}`;
  return dataset(random.below(5) === 0 ? 0 : number, {
    ...(random.below(2) === 0 ? { isPartOf: { '@id': other } } : {}),
    ...(random.below(3) === 0 ? { about: { '@id': other, name: `Said by ${number}` } } : {}),
    ...(random.below(4) === 0 ? { hasPart: [dataset(random.below(6))] } : {}),
  });
}
