import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { normalizeFormat, parseChecksum } from '../../../src/facts/text/formats-and-checksums.ts';

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

const bytes = Buffer.from('Hello World!');
const sha256 = createHash('sha256').update(bytes).digest();

describe('a checksum', () => {
  // RFC 6920 §8.1 has this example.
  it('is an ni URI', () => {
    expect(parseChecksum(sha256.toString('hex'), ['SHA-256'])?.namedInformation).toBe(
      'ni:///sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk',
    );
  });

  it.each([
    'SHA-256',
    'sha256',
    'SHA2-256',
    'sha_256',
    'spdx:checksumAlgorithm_sha256',
    'http://spdx.org/rdf/terms#checksumAlgorithm_sha256',
    'checksumAlgorithm_sha256',
    'http://schema.org/sha256',
  ])('has its algorithm in any spelling: %s', (name) => {
    expect(parseChecksum(sha256.toString('hex').toUpperCase(), ['', name])).toMatchObject({
      algorithm: 'sha-256',
      hex: sha256.toString('hex'),
    });
  });

  it.each([
    ['base64', sha256.toString('base64')],
    ['base64url', sha256.toString('base64url')],
    ['its algorithm before it', `sha256:${sha256.toString('hex')}`],
    ['its algorithm and a blank before it', `SHA-256 ${sha256.toString('hex')}`],
  ])('is read in %s', (_, text) => {
    const names = text.toLowerCase().startsWith('sha') ? [] : ['SHA-256'];
    expect(parseChecksum(text, names)?.hex).toBe(sha256.toString('hex'));
  });

  it.each(['md5', 'sha1', 'sha224', 'sha384', 'sha512', 'sha3-256', 'sha3-512'])(
    'is read for %s',
    (name) => {
      const hex = createHash(name).update(bytes).digest('hex');
      expect(parseChecksum(hex, [name])?.hex).toBe(hex);
    },
  );

  // Their base64 ends with one sign or two, or with none.
  it.each(['md5', 'sha1', 'sha224', 'sha384', 'sha512'])('is read in base64 for %s', (name) => {
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
      const sum = createHash(name).update(text).digest();
      expect(parseChecksum(sum.toString('base64'), [name])?.hex).toBe(sum.toString('hex'));
      const prefixed = `${name}:${sum.toString('base64')}`;
      expect(parseChecksum(prefixed, [])?.hex).toBe(sum.toString('hex'));
    }
  });

  it.each(['ni:///', 'ni://data.example/'])('is read as URI: %s', (beginning) => {
    const text = `${beginning}sha-256;${sha256.toString('base64url')}`;
    expect(parseChecksum(text, [])?.hex).toBe(sha256.toString('hex'));
  });

  it.each(['md5', 'sha1', 'sha224'])('is no ni URI for %s, which is not registered', (name) => {
    const hex = createHash(name).update(bytes).digest('hex');
    expect(parseChecksum(hex, [name])).not.toHaveProperty('namedInformation');
  });

  it.each([
    ['too short', '0BAA1B8', 'MD5'],
    ['of an unknown algorithm', sha256.toString('hex'), 'whirlpool'],
    ['of no algorithm', sha256.toString('hex'), ''],
    ['no checksum', 'see the page', 'MD5'],
    ['a URL', 'https://data.example/sums', 'SHA-256'],
  ])('is not read where it is %s', (_, text, name) => {
    expect(parseChecksum(text, [name])).toBeUndefined();
  });
});
