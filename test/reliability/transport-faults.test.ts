import { describe, expect, it } from 'vitest';
import type { transportFaults } from '../support/faults/transport-faults.mjs';
import { casesOf, expectedOf, harvestFault, impatience, type Promised } from './faulty-sites.ts';

const overflow = { kind: 'headers-too-large', limit: 'bytes' } as const;
/** A repeated request would fail in the same way. */
const framing = {
  kind: 'connection-failed',
  code: 'HPE_UNEXPECTED_CONTENT_LENGTH',
} as const;
const promises: Record<keyof typeof transportFaults, Promised> = {
  'connection-refused': { problems: [{ kind: 'connection-failed', code: 'ECONNREFUSED' }] },
  'tls-absent': { problems: [{ kind: 'connection-failed' }] },
  'continue-unasked': { problems: [], isHarvested: true },
  'interim-of-all-kinds': { problems: [], isHarvested: true },
  'reset-before-headers': { problems: [{ kind: 'connection-failed', code: 'ECONNRESET' }] },
  'closed-before-headers': { problems: [{ kind: 'connection-failed', code: 'ECONNRESET' }] },
  'reset-in-headers': { problems: [{ kind: 'connection-failed', code: 'ECONNRESET' }] },
  'reset-in-body': { problems: [{ kind: 'connection-failed', code: 'ECONNRESET' }] },
  'closed-in-body': { problems: [{ kind: 'connection-failed', code: 'ECONNRESET' }] },
  'length-too-large': { problems: [{ kind: 'connection-failed', code: 'ECONNRESET' }] },
  // Data after the content length does not belong to this response; the script is before it.
  'length-too-small': { problems: [], isHarvested: true },
  'length-no-number': { problems: [{ kind: 'connection-failed', code: 'HPE_INVALID' }] },
  'length-negative': { problems: [{ kind: 'connection-failed', code: 'HPE_INVALID' }] },
  'lengths-differ': { asks: 1, problems: [framing] },
  'length-beside-chunks': { asks: 1, problems: [framing] },
  'chunk-malformed': { problems: [{ kind: 'connection-failed', code: 'HPE_INVALID' }] },
  'chunk-cut-off': { problems: [{ kind: 'connection-failed', code: 'ECONNRESET' }] },
  'no-http': { problems: [{ kind: 'connection-failed', code: 'HPE_INVALID' }] },
  'header-malformed': { problems: [{ kind: 'connection-failed', code: 'HPE_INVALID' }] },
  'headers-endless': { problems: [overflow] },
  'header-endless': { problems: [overflow] },
  'header-flood': { problems: [overflow] },
  'headers-dripping': { problems: [{ kind: 'timed-out', phase: 'headers' }], http: impatience },
  'body-dripping': { problems: [{ kind: 'timed-out' }], http: impatience },
  silence: { problems: [{ kind: 'timed-out', phase: 'headers' }], http: impatience },
  'body-stalling': { problems: [{ kind: 'timed-out', phase: 'body' }], http: impatience },
  'body-endless': { problems: [{ kind: 'body-too-large', maxBytes: 1_048_576 }] },
};

describe('a harvest of three good pages and a broken connection', () => {
  it.each(casesOf(promises))('keeps the promise for %s', async (name, promised) => {
    const harvested = await harvestFault(name, promised);
    expect(harvested).toMatchObject(expectedOf(name, promised));
  });
});
