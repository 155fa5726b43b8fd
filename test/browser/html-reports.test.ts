import { expect, it } from 'vitest';
import { formatSiteReport } from '../../src/render/check/check-formats.ts';
import { validationWriters } from '../../src/render/validation/validation-formats.ts';
import { largeSite, threePages } from '../render/check/site-reports.ts';
import { moorRecord, validateJson, writeReport } from '../render/validation/reports.ts';
import { axeFindings, browseCatalogue, lacksBrowser } from '../support/browser.ts';

const browsed = browseCatalogue([]);
const widths = [360, 800, 1280];
const schemes = ['light', 'dark'] as const;

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
const views = Object.entries(pages).flatMap(([what, html]) =>
  schemes.flatMap((colorScheme) => widths.map((width) => ({ what, html, colorScheme, width }))),
);

it.skipIf(lacksBrowser !== '').each(views)(
  `the report of $what fits and is accessible: $colorScheme, $width pixels${lacksBrowser}`,
  async ({ html, colorScheme, width }) => {
    const viewport = { width, height: 900 };
    const { page, faults } = await browsed.open({ colorScheme, viewport });
    await page.setContent(html);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(await axeFindings(page)).toEqual([]);
    // The summary is written last, and shown first.
    const [heading, first] = await Promise.all(
      [page.getByRole('heading', { level: 1 }), page.locator('details').first()].map(
        async (each) => (await each.boundingBox())?.y ?? Number.NaN,
      ),
    );
    expect(heading).toBeLessThan(first ?? 0);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);
