import { describe, expect, it } from 'vitest';
import { licenceOfName, normalizeLicence } from '../../../src/facts/text/licence.ts';

describe('a licence has the IRI of SPDX', () => {
  it.each([
    ['http://creativecommons.org/licenses/by/4.0', 'CC-BY-4.0'],
    ['https://www.creativecommons.org/licenses/BY-NC/4.0/legalcode', 'CC-BY-NC-4.0'],
    ['https://creativecommons.org/licenses/by-sa/3.0/deed.de', 'CC-BY-SA-3.0'],
    ['https://creativecommons.org/licenses/by/3.0/de/', 'CC-BY-3.0-DE'],
    ['creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
    ['https://opendatacommons.org/licenses/odbl/1-0/', 'ODbL-1.0'],
    ['http://www.opendatacommons.org/licenses/by/summary/', 'ODC-By-1.0'],
    ['http://www.opensource.org/licenses/mit-license.php', 'MIT'],
    ['https://opensource.org/license/bsd-3-clause', 'BSD-3-Clause'],
    ['https://www.gnu.org/licenses/gpl-3.0.en.html', 'GPL-3.0-only'],
    ['https://www.gnu.org/licenses/fdl-1.3.txt', 'GFDL-1.3-only'],
    ['https://www.apache.org/licenses/LICENSE-2.0', 'Apache-2.0'],
    ['http://publications.europa.eu/resource/authority/licence/CC_BYNC_4_0', 'CC-BY-NC-4.0'],
    ['http://spdx.org/licenses/CC0-1.0.html', 'CC0-1.0'],
    ['https://spdx.org/licenses/Fair', 'Fair'],
    ['https://spdx.org/licenses/GPL-2.0', 'GPL-2.0-only'],
    ['https://spdx.org/licenses/eCos-2.0.html', 'eCos-2.0'],
  ])('by its IRI %j', (text, id) =>
    expect(normalizeLicence(text)).toBe(`https://spdx.org/licenses/${id}`),
  );

  it.each([
    ['cc-by-4.0', 'CC-BY-4.0'],
    ['CC BY-NC-SA 3.0', 'CC-BY-NC-SA-3.0'],
    ['CC BY 4.0 International', 'CC-BY-4.0'],
    ['CC0', 'CC0-1.0'],
    ['CC-0', 'CC0-1.0'],
    ['MIT License', 'MIT'],
    ['Apache License, Version 2.0', 'Apache-2.0'],
    ['GPL-3.0+', 'GPL-3.0-or-later'],
    ['LGPL-2.1', 'LGPL-2.1-only'],
    ['Elastic License 2.0', 'Elastic-2.0'],
    ['odc-by', 'ODC-By-1.0'],
    ['License: MIT', 'MIT'],
  ])('by its name %j', (text, id) =>
    expect(normalizeLicence(text)).toBe(`https://spdx.org/licenses/${id}`),
  );

  it.each([
    ['Peat cores are licensed under Creative Commons Attribution (CC-BY) 4.0.', 'CC-BY-4.0'],
    ['Creative Commons Attribution Non Commercial (CC-BY-NC) 4.0 License', 'CC-BY-NC-4.0'],
    [
      'Creative Commons Attribution-NonCommercial-NoDerivatives 4.0 International (CC BY-NC-ND 4.0)',
      'CC-BY-NC-ND-4.0',
    ],
    ['Dedicated to the public domain (CC0 1.0) by the moor', 'CC0-1.0'],
    [
      'rights: http://creativecommons.org/publicdomain/zero/1.0/ &amp; https://bog.example/norms',
      'CC0-1.0',
    ],
    ['<a href="https://bog.example/">CC BY 4.0</a>', 'CC-BY-4.0'],
    ['<a href="https://creativecommons.org/licenses/by/4.0/">CC BY</a>', 'CC-BY-4.0'],
  ])('by the only one in a sentence: %j', (text, id) => {
    expect(normalizeLicence(text)).toBe(`https://spdx.org/licenses/${id}`);
  });
});

describe('a licence is as published', () => {
  it.each([
    'https://bog.example/terms',
    'https://creativecommons.org/licenses/by/2.0/ca/',
    'CC-BY 2.0 CA',
    'CC BY',
    'Attribution-ShareAlike (CC BY-SA)',
    'Public domain',
    'Restricted',
    'Fair',
    'JSON',
    'data CC BY 4.0, pictures CC BY-NC 4.0',
    'CC BY 4.0 or CC0 1.0',
    'attribution by 4.0 m of peat',
  ])('if unknown or ambiguous: %j', (text) => expect(normalizeLicence(text)).toBe(text));

  it('without markup, and truncated', () => {
    expect(normalizeLicence('<p>Ask  the moor</p>')).toBe('Ask the moor');
    expect(normalizeLicence('peat '.repeat(100_000)).length).toBeLessThanOrEqual(1000);
    expect(normalizeLicence(`https://bog.example/${'a'.repeat(1_000_000)}`)).toHaveLength(1000);
  });
});

describe('the licence of a name', () => {
  it.each([
    ['CC BY 4.0', 'CC-BY-4.0'],
    ['License: MIT', 'MIT'],
    ['Creative Commons Attribution-ShareAlike 4.0 International Public License', 'CC-BY-SA-4.0'],
    ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
  ])('is known for %j', (text, id) =>
    expect(licenceOfName(text)).toBe(`https://spdx.org/licenses/${id}`),
  );

  it.each([
    'CC BY 4.0, except for the photographs',
    'Creative Commons Attribution 3.0 United States',
    'Not under CC BY 4.0',
    'Creative Commons',
    'https://bog.example/terms',
    '',
  ])('is not known for %j', (text) => expect(licenceOfName(text)).toBeUndefined());
});
