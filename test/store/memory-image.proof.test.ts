import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UrlUpdate } from '../../src/model/url-update.ts';
import { imageNames, newPart } from '../../src/store/image/image-files.ts';
import { unionOfRecords } from '../../src/store/queries.ts';
import { provesInFull } from '../support/proof.ts';
import { fill, imaged, restored, rows, whatever } from './imaged.ts';
import { commit, look, lookAt, newPath, openCatalogue, openEngine } from './updates.ts';

/** Looks of which each statement says something of its own. */
function largeLooks(name: string): UrlUpdate[] {
  return Array.from({ length: 20 }, (_, record) => {
    const statements = Array.from({ length: 200 }, (__, number) => {
      const own = `${name} ${record} ${number}`;
      return `<urn:${own.replaceAll(' ', ':')}> <urn:p> "${own}" <${look(record).url}> .\n`;
    });
    return look(record, { nquads: statements.join('') });
  });
}

describe('an image of the engine', () => {
  it.each(provesInFull ? imageNames : (['all'] as const))(
    'of %s answers as what it was made of',
    async (image) => {
      const { path } = await imaged(image);
      const [filled, engine] = [await openEngine(path), await openEngine(path)];
      expect(await engine.restore(image)).toBe(true);
      expect(rows(engine, image)).toEqual(rows(filled, image));
      expect(rows(filled, image).length).toBeGreaterThan(5);
      expect(engine.keep({ image, ...whatever }).kept).toBeUndefined();
    },
  );

  it('is brought up to date with what was committed since', async () => {
    for (const image of provesInFull ? imageNames : (['all'] as const)) {
      const { path, catalogue } = await imaged(image);
      commit(catalogue, look(1, { name: 'Other' }), look(7));
      commit(catalogue, lookAt(2, [], []));
      const [filled, engine] = [await openEngine(path), await openEngine(path)];
      expect(await engine.restore(image)).toBe(true);
      expect(rows(engine, image)).toEqual(rows(filled, image));
      // And kept again.
      expect(engine.keep({ image, ...whatever }).kept).toBeDefined();
      const again = await openEngine(path);
      expect(await again.restore(image)).toBe(true);
      expect(rows(again, image)).toEqual(rows(filled, image));
    }
  });

  it.runIf(provesInFull)('is not used where most is other by now', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    fill(catalogue, 1100);
    const first = await openEngine(path);
    rows(first, 'records');
    expect(first.keep({ image: 'records', ...whatever }).kept).toBeDefined();
    commit(
      catalogue,
      ...Array.from({ length: 1001 }, (_, index) => look(index, { name: 'Other' })),
    );
    expect(await restored(path)).toBe('ImageFault: too many records are other by now');
  });

  it.runIf(provesInFull)(
    'says more than one statement for one that the engine takes for the same',
    async () => {
      const path = newPath();
      const catalogue = openCatalogue(path);
      const integer = 'http://www.w3.org/2001/XMLSchema#integer';
      const lines = ['1', '01', '001'].map(
        (number) => `<urn:a> <urn:b> "${number}"^^<${integer}> <${look(1).url}> .\n`,
      );
      commit(catalogue, look(1, { nquads: lines.join('') }));
      const engine = await openEngine(path);
      expect(rows(engine, 'records')).toHaveLength(2);
      expect(engine.keep({ image: 'records', fill: true, leastStatements: 1 }).kept).toBeDefined();
      expect(await restored(path)).toBe('restored');
    },
  );

  it.runIf(provesInFull)(
    'does not make the engine draw the same random numbers in every process',
    async () => {
      const { path } = await imaged();
      const text = 'SELECT (UUID() AS ?a) (STRUUID() AS ?b) (RAND() AS ?c) {}';
      const drawn: string[] = [];
      for (let process = 0; process < 3; process += 1) {
        const engine = await openEngine(path);
        expect(await engine.restore('records')).toBe(true);
        drawn.push(engine.query({ text, dataset: unionOfRecords, format: 'csv' }));
      }
      expect(
        new Set(
          drawn.flatMap((answer) =>
            answer
              .trim()
              .split(/[\s,]+/u)
              .slice(3),
          ),
        ).size,
      ).toBe(9);
    },
  );

  it('is not there where none was written', async () => {
    const path = newPath();
    fill(openCatalogue(path));
    expect(await restored(path)).toBe('not restored');
  });

  it('is not written of little, nor where it would say nothing new', async () => {
    const path = newPath();
    fill(openCatalogue(path));
    const engine = await openEngine(path);
    rows(engine, 'records');
    const keep = (leastStatements: number) =>
      engine.keep({ image: 'records', fill: false, leastStatements }).kept;
    expect(keep(16)).toBeUndefined();
    expect(keep(5)).toBeDefined();
    expect(keep(1)).toBeUndefined();
    expect(engine.keep({ image: 'all', ...whatever }).kept).toBeUndefined();
  });

  it('is not written of derived graphs alone', async () => {
    const path = newPath();
    fill(openCatalogue(path));
    const engine = await openEngine(path);
    engine.prepare({ records: false, own: ['index'], defaultGraph: 'union' });
    for (const image of imageNames) {
      expect(engine.keep({ image, ...whatever })).toEqual({ isWorn: false });
    }
  });

  it.runIf(provesInFull)('is written without a query before where it is to be filled', async () => {
    const path = newPath();
    fill(openCatalogue(path));
    for (const image of imageNames) {
      const engine = await openEngine(path);
      expect(engine.keep({ image, fill: true, leastStatements: 1 }).kept).toBeDefined();
      expect(await restored(path, image)).toBe('restored');
    }
  });

  it('is never written of an engine in which something failed', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    fill(catalogue);
    const engine = await openEngine(path);
    rows(engine, 'records');
    commit(catalogue, look(8, { nquads: 'no statement\n' }));
    expect(() => rows(engine, 'records')).toThrow(/cannot be read/u);
    expect(engine.keep({ image: 'records', ...whatever })).toEqual({ isWorn: false });
  });

  it.runIf(provesInFull)('is not to be kept on where most of it is what was replaced', async () => {
    const path = newPath();
    const catalogue = openCatalogue(path);
    commit(catalogue, ...largeLooks('a'));
    const first = await openEngine(path);
    rows(first, 'records');
    expect(first.keep({ image: 'records', ...whatever }).isWorn).toBe(false);
    const engine = await openEngine(path);
    await engine.restore('records');
    for (const name of 'bcde') {
      commit(catalogue, ...largeLooks(name));
      rows(engine, 'records');
    }
    expect(engine.keep({ image: 'records', ...whatever })).toEqual({ isWorn: true });
  });

  it.runIf(provesInFull)(
    'is not held up by what other processes of the same number left, nor by an image of older versions',
    async () => {
      const { path, catalogue } = await imaged();
      const [mine] = newPart('records').split(/(?=-)/u);
      const parts = [`${mine}-1.x.part`, `own.image.${2 ** 30}-.y.part`];
      const left = [...parts, 'own.image'].map((name) => join(path, name));
      const others = [newPart('all'), 'own.part', 'x.image.5-.part'].map((name) =>
        join(path, name),
      );
      for (const file of [...left, ...others]) writeFileSync(file, '');
      commit(catalogue, look(1, { name: 'Other' }));
      const engine = await openEngine(path);
      rows(engine, 'records');
      expect(engine.keep({ image: 'records', ...whatever }).kept).toBeDefined();
      expect(left.filter((file) => existsSync(file))).toEqual([]);
      expect(others.filter((file) => !existsSync(file))).toEqual([]);
    },
  );
});
