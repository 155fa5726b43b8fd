import { describe, expect, it } from 'vitest';
import {
  conformanceLabel,
  formatName,
  lastPart,
  licenceName,
  shortened,
  typeLabels,
} from '../../../src/serve/parts/short-names.tsx';

describe('a licence in a few words', () => {
  it.each([
    ['https://spdx.org/licenses/CC-BY-4.0', 'CC BY 4.0'],
    ['https://spdx.org/licenses/CC-BY-NC-SA-3.0', 'CC BY-NC-SA 3.0'],
    ['https://spdx.org/licenses/CC-BY-3.0-DE', 'CC BY 3.0 DE'],
    ['https://spdx.org/licenses/CC-PDM-1.0', 'CC PDM 1.0'],
    ['https://spdx.org/licenses/CC0-1.0', 'CC0 1.0'],
    ['https://spdx.org/licenses/MIT', 'MIT'],
    ['https://www.data.example/terms', 'data.example/terms'],
    ['Free for all', 'Free for all'],
  ])('is of %s: %s', (licence, name) => {
    expect(licenceName(licence)).toBe(name);
  });
});

describe('conformance in a few words', () => {
  it.each([
    ['cdif-discovery-1.1', 'Conforms to CDIF discovery 1.1'],
    ['not cdif-discovery-1.0', 'Does not conform to CDIF discovery 1.0'],
    ['Not  CDIF-discovery', 'Does not conform to CDIF discovery'],
    ['dataone', 'Conforms to DataONE slender node'],
    ['unchecked', 'Not validated'],
  ])('is of %s: %s', (name, label) => {
    expect(conformanceLabel(name)).toBe(label);
  });
});

describe('an IRI in a few words', () => {
  it.each([
    ['http://qudt.org/1.1/vocab/quantity#Time', 'Time'],
    ['http://vocab.example/standard_name/sea_level/', 'sea_level'],
    ['https://terms.example/STATO/0027', 'STATO/0027'],
    ['urn:x:tide', 'tide'],
  ])('is of %s: %s', (iri, name) => {
    expect(lastPart(iri)).toBe(name);
  });

  it('is a type that has no usual prefix', () => {
    const types = ['http://www.w3.org/ns/dcat#Dataset', 'https://types.example/of#TimeSeries'];
    expect(typeLabels(types)).toEqual(['Dataset', 'TimeSeries']);
  });
});

describe('a format as people call it', () => {
  it.each([
    ['application/x-netcdf', 'NetCDF'],
    ['application/vnd.unknown', 'application/vnd.unknown'],
  ])('is of %s: %s', (format, name) => {
    expect(formatName(format)).toBe(name);
  });
});

describe('a text that is cut', () => {
  it.each([
    ['short', 5, 'short'],
    ['one two three', 10, 'one two…'],
    ['onetwothree', 6, 'onetw…'],
    ['ab\u{1F30A}\u{1F30A}', 4, 'ab…'],
  ])('is of %j by %i characters %j', (text, most, cut) => {
    expect(shortened(text, most)).toBe(cut);
  });
});
