import { describe, expect, it } from 'vitest';
import type { statusFaults } from '../support/faults/status-faults.mjs';
import { casesOf, expectedOf, harvestFault, type Promised } from './faulty-sites.ts';

const promises: Record<keyof typeof statusFaults, Promised> = {
  'not-modified': { problems: [], isHarvested: true },
  'not-modified-unasked': { problems: [{ kind: 'http-status', status: 304 }] },
  'partial-unasked': { asks: 1, problems: [{ kind: 'partial-content' }] },
  'partial-of-unknown-length': { problems: [{ kind: 'partial-content' }] },
  'partial-unsaid': { problems: [{ kind: 'partial-content' }] },
  'partial-of-several': {
    problems: [{ kind: 'partial-content', range: 'multipart/byteranges; boundary=fen' }],
  },
  'partial-lying': { problems: [{ kind: 'partial-content' }] },
  'partial-whole': { problems: [], isHarvested: true },
  'no-content': { problems: [{ kind: 'no-metadata' }] },
  accepted: { asks: 1, problems: [{ kind: 'http-status', status: 202 }] },
  'multi-status': { problems: [{ kind: 'http-status', status: 207 }] },
  'status-of-success-unknown': { problems: [], isHarvested: true },
  'not-found': { problems: [{ kind: 'http-status', status: 404 }] },
  gone: { problems: [{ kind: 'http-status', status: 410 }] },
  unauthorized: { problems: [{ kind: 'http-status', status: 401 }] },
  forbidden: { problems: [{ kind: 'http-status', status: 403 }] },
  'legal-reasons': { problems: [{ kind: 'http-status', status: 451 }] },
  'rate-limited': { problems: [{ kind: 'http-status', status: 429 }] },
  'rate-limited-for-seconds': { problems: [{ kind: 'http-status', status: 429 }] },
  'rate-limited-until-date': { problems: [{ kind: 'http-status', status: 429 }] },
  'rate-limited-absurdly': { asks: 1, problems: [{ kind: 'http-status', status: 429 }] },
  'rate-limited-unreadably': { problems: [{ kind: 'http-status', status: 429 }] },
  unavailable: { problems: [{ kind: 'http-status', status: 503 }] },
  'unavailable-for-seconds': { problems: [{ kind: 'http-status', status: 503 }] },
  'unavailable-until-date': { problems: [{ kind: 'http-status', status: 503 }] },
  'unavailable-absurdly': { problems: [{ kind: 'http-status', status: 503 }] },
  'server-error': { problems: [{ kind: 'http-status', status: 500 }] },
  'server-error-at-first': { asks: 2, problems: [], isHarvested: true, http: { retries: 1 } },
  'status-unknown': { problems: [{ kind: 'http-status', status: 799 }] },
  'head-lies': { asks: 2, problems: [], isHarvested: true, path: '/fault.zip' },
  'head-unanswered': { asks: 2, problems: [], isHarvested: true, path: '/fault.zip' },
  changing: { problems: [], isHarvested: true },
  'changing-unsaid': { problems: [], isHarvested: true },
  slow: { problems: [], isHarvested: true },
};

describe('a harvest of three good pages and an odd status', () => {
  it.each(casesOf(promises))('keeps the promise for %s', async (name, promised) => {
    const harvested = await harvestFault(name, promised);
    expect(harvested).toMatchObject(expectedOf(name, promised));
  });
});
