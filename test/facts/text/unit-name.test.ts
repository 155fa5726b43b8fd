import { describe, expect, it } from 'vitest';
import { unitCodeOfIri, normalizeUnit } from '../../../src/facts/text/unit-name.ts';

describe('the name of a unit', () => {
  it.each([
    ['degC', ['°C', '℃', 'ºC', 'deg C', 'deg_C', 'degree_C', 'Degrees Celsius', 'celsius', 'degc']],
    ['C', ['C', ' C ']],
    ['deg', ['°', 'degree', 'Degrees', 'deg.']],
    [
      'm s-1',
      ['m/s', 'm s-1', 'm.s-1', 'm·s⁻¹', 'm s^-1', 'metres per second', 'm s**-1', 'm s−1'],
    ],
    ['m2', ['m²', 'm^2', 'm2']],
    ['umol L-1', ['µmol/l', 'μmol/L', 'umol l-1', 'micromoles per litre']],
    ['kg m-2 s-1', ['kg/m2/s', 'kg m-2 s-1']],
    ['%', ['%', 'percent', 'per cent', 'Percent']],
    ['‰', ['‰', 'permil', 'per mille', 'per mil']],
    ['psu', ['PSU', 'psu']],
    ['m', ['m', 'metre', 'Meters']],
    ['mS', ['mS']],
    ['MS', ['MS']],
    ['mPa', ['mPa']],
    ['MPa', ['MPa']],
    ['deg east', ['degrees_east', 'degree east', '° east']],
    ['micromole per kilogram umol kg', ['micromole per kilogram (umol/kg)']],
    ['1 1000', ['1/1000']],
    ['', ['', ' ']],
  ])('is %s in all spellings', (name, texts) => {
    expect(new Set(texts.map(normalizeUnit))).toEqual(new Set([name]));
  });

  it('is computed in linear time', () => {
    for (const part of ['deg ', 'm ', 'per ', '°', 'm/', '^', ' ']) {
      expect(normalizeUnit(part.repeat(100_000)).length).toBeGreaterThan(-1);
    }
  });
});

describe('the code of a unit', () => {
  it.each([
    ['http://qudt.org/vocab/unit/DEG_C', 'DEG_C'],
    ['https://qudt.org/vocab/unit#M-PER-SEC', 'M-PER-SEC'],
    ['http://vocab.nerc.ac.uk/collection/P06/current/UPAA/', 'UPAA'],
    ['urn:ogc:def:uom:UCUM::Cel', 'Cel'],
    ['https://units.example/M', undefined],
  ])('ends the IRI of a unit register: %s', (iri, code) => {
    expect(unitCodeOfIri(iri)).toBe(code);
  });
});
