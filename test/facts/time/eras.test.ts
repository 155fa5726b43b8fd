import { describe, expect, it } from 'vitest';
import { chartGroups, chartStages, eraSynonyms, findEra } from '../../../src/facts/time/eras.ts';

describe('findEra', () => {
  it.each([
    [
      'Lower Permian',
      298.9,
      274.4,
      ['Early Permian', 'early-permian', 'LowerPermian', 'Cisuralian'],
    ],
    [
      'Jurassic',
      201.4,
      143.1,
      ['JURASSIC', 'Jurassic Period', 'jurassic system', 'isc:Jurassic', 'icsc:Jurassic'],
    ],
    [
      'Lower Cretaceous',
      143.1,
      100.5,
      [
        'http://resource.geosciml.org/classifier/ics/ischart/LowerCretaceous',
        'https://vocabulary.example/eras#lower_cretaceous',
        'Cretaceous, Early',
        'Early Cretaceous Epoch',
      ],
    ],
    ['Paleogene', 66, 23.04, ['Palaeogene', 'PALEOGENE']],
    ['Middle Pleistocene', 0.774, 0.129, ['Mid Pleistocene', 'Mid-Pleistocene', 'Chibanian']],
    ['Tertiary', 66, 2.58, ['tertiary period']],
    ['Precambrian', 4567, 538.8, ['Pre-Cambrian', 'precambrian']],
    ['Pridoli', 422.7, 419.62, ['Přídolí', 'Pridoli Epoch']],
    ['Lower Cambrian', 538.8, 506.5, ['Early Cambrian']],
    ['Malm', 161.5, 143.1, ['Upper Jurassic', 'Late Jurassic']],
    ['Holocene', 0.0117, 0, ['Recent']],
    ['base of the Callovian', 165.3, 165.3, ['isc:BaseCallovian', 'Base of Callovian']],
  ])('knows the %s in all its spellings', (name, older, younger, spellings) => {
    for (const spelling of [name, ...spellings]) {
      expect([spelling, findEra(spelling)]).toEqual([
        spelling,
        expect.objectContaining({ older, younger }),
      ]);
    }
  });

  it.each([
    '',
    'Age',
    'Upper',
    'Bronze Age',
    'Jurassic Park',
    'Permian/Triassic',
    'http://n2t.example/ark:/99152/p0xyz',
    'Roman period',
    'x'.repeat(1e6),
  ])('knows no era in %s', (text) => {
    expect(findEra(text)).toBeUndefined();
  });

  it('has all units of the chart with distinct names, in ascending age', () => {
    const bases = chartStages.map(([, base]) => base);
    expect(bases).toEqual(bases.toSorted((one, other) => one - other));
    const names = [...chartStages, ...chartGroups, ...eraSynonyms].map(([name]) => name);
    expect(names.filter((name) => findEra(name)?.name !== name)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('divides systems, erathems and eonothems without gaps', () => {
    for (const parts of [
      ['Quaternary', 'Neogene', 'Paleogene'],
      ['Cretaceous', 'Jurassic', 'Triassic'],
      ['Permian', 'Carboniferous', 'Devonian', 'Silurian', 'Ordovician', 'Cambrian'],
      ['Cenozoic', 'Mesozoic', 'Paleozoic', 'Neoproterozoic', 'Mesoproterozoic'],
      ['Phanerozoic', 'Proterozoic', 'Archean', 'Hadean'],
      ['Holocene', 'Pleistocene', 'Pliocene', 'Miocene', 'Oligocene', 'Eocene', 'Paleocene'],
    ]) {
      const eras = parts.map((part) => findEra(part));
      expect(eras.slice(1).map((era) => era?.younger)).toEqual(
        eras.slice(0, -1).map((era) => era?.older),
      );
    }
  });
});
