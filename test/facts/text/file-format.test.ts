import { describe, expect, it } from 'vitest';
import { normalizeFormat } from '../../../src/facts/text/file-format.ts';

describe('a format', () => {
  it.each([
    ['text/CSV; charset=utf-8', 'text/csv'],
    ['CSV', 'text/csv'],
    ['.csv', 'text/csv'],
    ['*.CSV', 'text/csv'],
    ['csv file', 'text/csv'],
    ['NetCDF', 'application/x-netcdf'],
    ['application/netcdf', 'application/x-netcdf'],
    ['http://www.iana.org/assignments/media-types/text/csv', 'text/csv'],
    ['https://www.iana.org/assignments/media-types/application/ld+json', 'application/ld+json'],
    ['http://www.w3.org/ns/iana/media-types/text/turtle#Resource', 'text/turtle'],
    ['http://publications.europa.eu/resource/authority/file-type/XLSX', normalizeFormat('xlsx')],
    ['image/jpg', 'image/jpeg'],
    ['text/csv (zipped)', 'text/csv'],
  ])('is the media type that %j says', (text, type) => expect(normalizeFormat(text)).toBe(type));

  it.each(['Shapefile', 'Peat core, in a box', 'https://bog.example/formats/7', 'peat/bog'])(
    'is as written if unknown: %j',
    (text) => expect(normalizeFormat(text)).toBe(text),
  );
});
