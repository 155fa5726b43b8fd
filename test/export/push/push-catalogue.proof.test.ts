import { describe, expect, it } from 'vitest';
import { random } from '../../catalogue/random-visits.ts';
import { proofSize } from '../../support/proof.ts';
import { harvestNight, randomNights } from '../change-exports.ts';
import { MemoryStore } from './memory-store.ts';
import { openPushed } from './pushed-catalogue.ts';

const rounds = proofSize(1, 50);

describe('pushes after random harvests', () => {
  it.each([
    ['with updates', { canDelete: true, needsSkolemIris: false }],
    ['without updates', { canDelete: false, needsSkolemIris: false }],
    ['by updates only', { canDelete: true, needsSkolemIris: true }],
  ])('follows each harvest, %s', async (_, can) => {
    for (let seed = 0; seed < rounds; seed += 1) {
      const { catalogue, push, expected } = openPushed();
      const store = new MemoryStore(can);
      for (const night of randomNights(seed, 6)) {
        harvestNight(catalogue, night);
        await push(store);
        expect(store.content()).toEqual(await expected({}, can.needsSkolemIris));
      }
    }
  });

  it.each([
    ['with updates', true],
    ['without updates', false],
  ])('goes on where another one ended at any write, %s', async (_, canDelete) => {
    for (let seed = 0; seed < 2 * rounds; seed += 1) {
      const next = random(seed + 77);
      const { catalogue, push, expected } = openPushed();
      const store = new MemoryStore({ canDelete });
      for (const night of randomNights(seed, 5)) {
        harvestNight(catalogue, night);
        store.beforeWrite = (write) => {
          const choice = next();
          // Ended before the write, or after it.
          if (choice < 0.15) throw new Error('killed');
          if (choice >= 0.3) return undefined;
          store.apply(write);
          throw new Error('killed');
        };
        // Some nights nobody tries again before the next harvest.
        const tries = next() < 0.5 ? 1 : 3;
        for (let count = 0; count < tries; count += 1) await push(store).catch(() => undefined);
      }
      store.beforeWrite = () => undefined;
      await push(store);
      expect(store.content()).toEqual(await expected());
    }
  });

  it('pushes what a store accepts, names what it refuses, and sends that again', async () => {
    for (let seed = 0; seed < rounds; seed += 1) {
      const { catalogue, push, expected } = openPushed();
      const store = new MemoryStore();
      for (const night of randomNights(seed, 4)) {
        harvestNight(catalogue, night);
        store.beforeWrite = (write) =>
          'triples' in write && write.triples.includes('Name 1') ? 'no ones' : undefined;
        const { refused } = await push(store);
        const isThere = (await expected()).some((line) => line.includes('Name 1'));
        expect(refused.length > 0).toBe(isThere);
        for (const { reason } of refused) expect(reason).toBe('no ones');
        const held = new Set(store.content());
        const missing = (await expected()).filter((line) => !held.has(line));
        // No unit without the refused name lacks a statement that it shares with a refused one.
        const whole = missing.filter((line) => !/Name 1|name 1|urn:cdif-graph:/u.test(line));
        expect(whole.filter((line) => !refused.some(({ graph }) => line.includes(graph)))).toEqual(
          [],
        );
      }
      store.beforeWrite = () => undefined;
      const { refused } = await push(store);
      expect(refused).toEqual([]);
      expect(store.content()).toEqual(await expected());
    }
  });
});
