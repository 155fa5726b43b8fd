import { describe, expect, it } from 'vitest';
import type { bodyFaults } from '../support/faults/body-faults.mjs';
import { casesOf, expectedOf, harvestFault, type Promised } from './faulty-sites.ts';

const tooLarge = { kind: 'body-too-large', maxBytes: 1_048_576 } as const;
/** The whole value is named, since no coding of it is undone. */
const manyCodings = Array.from({ length: 50 }, () => 'gzip').join(', ');
const nothing: Promised = { problems: [{ kind: 'no-metadata' }] };
const promises: Record<keyof typeof bodyFaults, Promised> = {
  'gzip-bomb': { problems: [tooLarge] },
  'deflate-bomb': { problems: [tooLarge] },
  'brotli-bomb': { problems: [tooLarge] },
  'nested-bomb': { problems: [tooLarge] },
  'codings-nested': { problems: [], isHarvested: true },
  'codings-too-many': { problems: [{ kind: 'body-undecodable', encoding: manyCodings }] },
  'gzip-truncated': { problems: [{ kind: 'body-undecodable', encoding: 'gzip' }] },
  'gzip-corrupt': { problems: [{ kind: 'body-undecodable', encoding: 'gzip' }] },
  'gzip-claimed': { problems: [{ kind: 'body-undecodable', encoding: 'gzip' }] },
  'gzip-unsaid': nothing,
  zstd: { problems: [{ kind: 'body-undecodable', encoding: 'zstd' }] },
  'coding-unknown': { problems: [{ kind: 'body-undecodable', encoding: 'fen' }] },
  'type-wrong': { problems: [{ kind: 'content-type-unsupported', contentType: 'image/png' }] },
  'type-malformed': { problems: [], isHarvested: true },
  'type-missing': { problems: [], isHarvested: true },
  'binary-as-html': nothing,
  'charset-wrong': {
    problems: [{ kind: 'charset-wrong', charset: 'utf-8', readAs: 'windows-1252' }],
    isHarvested: true,
  },
  'charset-unknown': {
    problems: [{ kind: 'charset-unknown', charset: 'fen-8' }],
    isHarvested: true,
  },
  'body-empty': nothing,
  'json-empty': nothing,
  'error-page': { problems: [{ kind: 'soft-404', text: '404' }] },
  'error-page-as-json': { problems: [{ kind: 'soft-404', text: 'Not found' }] },
  'json-deep': { problems: [{ kind: 'json-too-complex', limit: 'depth' }] },
};

describe('a harvest of three good pages and an odd body', () => {
  it.each(casesOf(promises))('keeps the promise for %s', async (name, promised) => {
    const harvested = await harvestFault(name, promised);
    expect(harvested).toMatchObject(expectedOf(name, promised));
  });
});
