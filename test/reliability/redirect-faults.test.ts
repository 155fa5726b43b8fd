import { describe, expect, it, vi } from 'vitest';
import type { redirectFaults } from '../support/faults/redirect-faults.mjs';
import { casesOf, expectedOf, harvestFault, type Promised } from './faulty-sites.ts';

// The pages are on this machine, so two of its addresses count as public.
vi.mock(import('../../src/web/connections.ts'), async (original) => {
  const actual = await original();
  const served = new Set(['127.0.0.2', '127.0.0.3']);
  const isPublicAddress = (address: string): boolean =>
    served.has(address) || actual.isPublicAddress(address);
  return { ...actual, isPublicAddress };
});

const promises: Record<keyof typeof redirectFaults, Promised> = {
  'redirect-loop': { problems: [{ kind: 'too-many-redirects' }] },
  'redirect-chain': { asks: 5, problems: [], isHarvested: true, options: { times: 4 } },
  'redirect-endless': { asks: 6, problems: [{ kind: 'too-many-redirects', maxRedirects: 5 }] },
  'redirect-to-private': { problems: [{ kind: 'address-refused', address: '127.0.0.9' }] },
  'redirect-to-link-local': { problems: [{ kind: 'address-refused', address: 'fe80::1' }] },
  'redirect-to-private-in-hex': { problems: [{ kind: 'address-refused', address: '127.0.0.9' }] },
  'redirect-to-private-as-number': {
    problems: [{ kind: 'address-refused', address: '127.0.0.9' }],
  },
  'redirect-to-private-mapped': {
    problems: [{ kind: 'address-refused', address: '::ffff:7f00:9' }],
  },
  'redirect-to-localhost': { problems: [{ kind: 'address-refused' }] },
  'redirect-to-other-host': { problems: [], isHarvested: true, options: { to: 'other host' } },
  'redirect-to-file': { problems: [{ kind: 'redirect-invalid', location: 'file:///etc/passwd' }] },
  'redirect-to-script': {
    problems: [{ kind: 'redirect-invalid', location: 'javascript:alert(1)' }],
  },
  'redirect-with-password': {
    problems: [{ kind: 'redirect-invalid', location: 'http://fen:fen@127.0.0.1/' }],
  },
  'redirect-without-location': { problems: [{ kind: 'redirect-invalid', location: '' }] },
  'redirect-malformed': { problems: [{ kind: 'redirect-invalid', location: 'http://[fen' }] },
};

describe('a harvest of three good pages and a redirect', () => {
  it.each(casesOf(promises))('keeps the promise for %s', async (name, promised) => {
    const harvested = await harvestFault(name, {
      ...promised,
      http: { allowPrivateAddresses: false },
    });
    expect(harvested).toMatchObject(expectedOf(name, promised));
  });
});
