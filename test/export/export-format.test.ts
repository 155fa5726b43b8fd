import { expect, it } from 'vitest';
import { fileKind } from '../../src/export/export-format.ts';

it.each([
  ['all.nq', 'nq', false],
  ['all.trig', 'trig', false],
  ['all.nt', 'nt', false],
  ['all.ttl', 'ttl', false],
  ['all.jsonld', 'jsonld', false],
  ['all.ttl.gz', 'ttl', true],
  ['ALL.TTL.GZ', 'ttl', true],
  ['folder.ttl/all', 'nq', false],
  ['folder.ttl/all.gz', 'nq', true],
  ['.ttl', 'nq', false],
  ['all.json', 'nq', false],
  ['2026-11-20.all.trig', 'trig', false],
  ['ttl', 'nq', false],
])('derives from the name %s the format %s, gzipped: %s', (path, format, gzip) => {
  expect(fileKind(path)).toEqual({ format, gzip });
});
