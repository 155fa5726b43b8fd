import { beforeAll, describe, expect, it } from 'vitest';
import {
  axeFindings,
  browseCatalogue,
  lacksBrowser,
  type BrowsedPage,
} from '../support/browser.ts';
import { provesInFull } from '../support/proof.ts';
import { addresses } from './addresses.ts';

const catalogue = browseCatalogue();

const widths = [320, 360, 1280];
const colorSchemes = ['light', 'dark'] as const;
/** axe takes seconds each time, so that in each run of tests pages take turns in these. */
const sample = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;
const all = widths.flatMap((width) =>
  colorSchemes.map((colorScheme) => ({ width, colorScheme }) as const),
);

const pages = Object.entries(addresses).map(([name, path], at) => {
  const ways = provesInFull ? all : sample.slice(at % 2, (at % 2) + 1);
  return { name, path, ways };
});

describe.skipIf(lacksBrowser !== '')(`every page${lacksBrowser}`, () => {
  // To open one takes as long as to look at it.
  let browsed: BrowsedPage;

  beforeAll(async () => {
    browsed = await catalogue.open({ bypassCSP: true });
  });

  it.each(pages)(
    'can be used by everybody, in both themes and three widths: $name',
    async ({ path, ways }) => {
      const { page, faults } = browsed;
      await page.goto(catalogue.address(path));
      const found = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const tooWide = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (tooWide > 0) found.push({ width, tooWide });
      }
      for (const { width, colorScheme } of ways) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const findings = await axeFindings(page);
        if (findings.length > 0) found.push({ width, colorScheme, findings });
      }
      expect(found).toEqual([]);
      expect(withoutStatus(faults.splice(0))).toEqual([]);
    },
  );

  it('loads nothing that its policy refuses, and has no fault', async () => {
    const { page, faults } = await catalogue.open();
    for (const path of Object.values(addresses)) await page.goto(catalogue.address(path));
    expect(withoutStatus(faults)).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await page.context().close();
  });
});

/** The browser notes each answer that is not 200 as well. */
function withoutStatus(faults: readonly string[]): readonly string[] {
  return faults.filter((fault) => !fault.includes('the server responded with a status of 404'));
}
