import { expect, it } from 'vitest';
import { formatSiteReport } from '../../src/render/check/check-formats.ts';
import { validationWriters } from '../../src/render/validation/validation-formats.ts';
import { largeSite, threePages } from '../render/check/site-reports.ts';
import { moorRecord, validateJson, writeReport } from '../render/validation/reports.ts';
import { axeFindings, browseCatalogue, lacksBrowser } from '../support/browser.ts';

const browsed = browseCatalogue([]);
const widths = [360, 800, 1280];

const broken = moorRecord({
  'schema:dateModified': '15 March 2024',
  'schema:license': 'missing',
  'schema:conditionsOfAccess': [],
  'schema:keywords': 'methane, mire, peat',
  'schema:description': undefined,
  'schema:identifer': 'x'.repeat(300),
});
const found = [
  ...(await validateJson(moorRecord(), 'https://moor.example/good.json')),
  ...(await validateJson(broken, 'https://moor.example/broken.json')),
  ...(await validateJson('{', 'https://moor.example/unreadable.json')),
];
const validation = writeReport(validationWriters.html, found, {
  unevaluated: [{ shape: 'https://moor.example/shape', what: 'sh:rule', reason: 'not read' }],
});

const check = [...formatSiteReport(threePages, 'html', { docs: '/docs/' })].join('');
const largeCheck = [...formatSiteReport(largeSite(60), 'html', { docs: '/docs/' })].join('');
const pages = { 'a validation': validation, 'a check': check, 'a large check': largeCheck };

it.skipIf(lacksBrowser !== '').each(Object.entries(pages))(
  `the report of %s fits and is accessible${lacksBrowser}`,
  async (_, html) => {
    const { page, faults } = await browsed.open();
    await page.setContent(html);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect({ width, violations: await axeFindings(page) }).toEqual({ width, violations: [] });
      // The summary is written last, and shown first.
      const [heading, first] = await Promise.all(
        [page.getByRole('heading', { level: 1 }), page.locator('details').first()].map(
          async (each) => (await each.boundingBox())?.y ?? Number.NaN,
        ),
      );
      expect(heading).toBeLessThan(first ?? 0);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
  },
);
