import { describe, expect, it } from 'vitest';
import type { listingFaults } from '../support/faults/listing-faults.mjs';
import { casesOf, expectedOf, harvestFault, impatience, type Promised } from './faulty-sites.ts';

const empty = { kind: 'source-empty', source: 'faulty' } as const;
const fruitless = { kind: 'source-without-records', source: 'faulty' } as const;
const promises: Record<keyof typeof listingFaults, Promised> = {
  'robots-unavailable': {
    asks: 0,
    problems: [{ kind: 'robots-unavailable', status: 503 }, fruitless],
  },
  'robots-partial': {
    asks: 0,
    problems: [{ kind: 'robots-unavailable', code: 'partial-content' }, fruitless],
  },
  'robots-silent': {
    asks: 0,
    problems: [{ kind: 'robots-unavailable' }, fruitless],
    http: impatience,
  },
  'robots-forbids': {
    asks: 0,
    problems: [{ kind: 'robots-disallowed', rule: 'Disallow: /' }, fruitless],
  },
  'robots-crawl-delay': { problems: [], isHarvested: true },
  'robots-html': { problems: [], isHarvested: true },
  'robots-endless': { problems: [], isHarvested: true },
  'sitemap-missing': {
    listing: 'incomplete',
    problems: [{ kind: 'no-sitemap' }, empty],
    urls: 0,
  },
  'sitemap-unavailable': {
    listing: 'incomplete',
    problems: [{ kind: 'http-status', status: 503 }, empty],
    urls: 0,
  },
  'sitemap-partial': {
    listing: 'incomplete',
    problems: [{ kind: 'partial-content' }, empty],
    urls: 0,
  },
  'sitemap-empty': { listing: 'incomplete', problems: [{ kind: 'sitemap-empty' }, empty], urls: 0 },
  'sitemap-html': {
    listing: 'incomplete',
    problems: [{ kind: 'sitemap-malformed' }, empty],
    urls: 0,
  },
  'sitemap-cut-off': {
    listing: 'incomplete',
    problems: [{ kind: 'sitemap-malformed', entriesRead: 1 }, fruitless],
    urls: 1,
  },
  'sitemap-endless': {
    listing: 'incomplete',
    problems: [{ kind: 'source-too-large', maxUrls: 20 }, fruitless],
    urls: 20,
    limits: { urlsPerSource: 20 },
  },
  'sitemap-index-of-itself': { asks: 1, listing: 'incomplete', problems: [empty], urls: 0 },
  'sitemap-index-endless': {
    asks: 6,
    listing: 'incomplete',
    problems: [{ kind: 'sitemap-too-deep', maxDepth: 5 }, empty],
    urls: 0,
  },
  'sitemap-entities': {
    listing: 'incomplete',
    problems: [{ kind: 'sitemap-malformed' }, empty],
    urls: 0,
  },
  'pages-endless': {
    asks: 6,
    listing: 'incomplete',
    problems: [{ kind: 'too-many-pages', maxPages: 5 }],
    isHarvested: true,
    urls: 6,
    limits: { cataloguePages: 5 },
  },
  'pages-in-a-ring': { asks: 2, problems: [], isHarvested: true, urls: 2 },
};

describe('a harvest of three good pages and a broken listing', () => {
  it.each(casesOf(promises))('keeps the promise for %s', async (name, promised) => {
    const harvested = await harvestFault(name, promised);
    expect(harvested).toMatchObject(expectedOf(name, promised));
  });
});
