import { describe, expect, it } from 'vitest';
import { goodRecord, linesOf } from '../checking.ts';

const { distribution, ...dataset } = goodRecord('dataone');
const [metadata = {}, counts = {}] = distribution as readonly Record<string, string>[]; // of the record

describe('the profile of DataONE', () => {
  it('accepts its good record', async () => {
    expect(await linesOf(goodRecord('dataone'), 'dataone')).toEqual([]);
  });

  it.each(['identifier', 'datePublished', 'dateModified'] as const)(
    'takes a dataset without %s for an error',
    async (name) => {
      const { [name]: _, ...without } = goodRecord('dataone');
      const rule = name.replace(/[A-Z]/u, (letter) => `-${letter.toLowerCase()}`);
      expect(await linesOf(without, 'dataone')).toEqual([`error ${rule}`]);
    },
  );

  it('takes a dataset without distribution for an error', async () => {
    expect(await linesOf(dataset, 'dataone')).toEqual(['error distribution']);
  });

  it('takes entries that are no downloads for errors', async () => {
    const service = { ...counts, '@type': 'WebAPI' };
    const lines = await linesOf({ ...dataset, distribution: [metadata, service] }, 'dataone');
    expect(lines).toEqual(['error distribution-download-type http://schema.org/WebAPI']);
    const address = 'https://lakes.example/data/traps/counts.csv';
    expect(await linesOf({ ...dataset, distribution: [metadata, address] }, 'dataone')).toEqual([
      `error distribution-object ${address}`,
    ]);
  });

  it('only recommends the properties of an entry', async () => {
    const entry = { '@type': 'DataDownload', additionalType: 'dcat:distribution' };
    const lines = await linesOf({ ...dataset, distribution: [metadata, entry] }, 'dataone');
    expect(lines.toSorted()).toEqual(
      ['catalog-type', 'format', 'identifier', 'name', 'url'].map(
        (name) => `info distribution-${name}`,
      ),
    );
  });

  it('accepts no nil', async () => {
    const lines = await linesOf({ ...goodRecord('dataone'), datePublished: 'unknown' }, 'dataone');
    expect(lines).toEqual(['error date-published unknown']);
  });
});
