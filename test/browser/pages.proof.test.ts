import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  axeFindings,
  browseCatalogue,
  lacksBrowser,
  type BrowsedPage,
} from '../support/browser.ts';
import { provesInFull } from '../support/proof.ts';
import { addresses } from './addresses.ts';

const catalogue = browseCatalogue(['many', 'one', 'empty', 'none']);

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

const pages = Object.entries(addresses)
  .filter(([, { isLikeAnother }]) => provesInFull || isLikeAnother !== true)
  .map(([name, { path, of, status = 200 }], at) => {
    const ways = provesInFull ? all : sample.slice(at % 2, (at % 2) + 1);
    return { name, path, of, status, ways };
  });

describe.skipIf(lacksBrowser !== '')(`every page${lacksBrowser}`, () => {
  // Opening a page takes as long as checking it.
  let browsed: BrowsedPage;

  beforeAll(async () => {
    browsed = await catalogue.open();
  });

  it.each(pages)(
    'is accessible and keeps to its security policy, in both themes and three widths: $name',
    async ({ path, of, status, ways }) => {
      const { page, faults } = browsed;
      const answer = await page.goto(catalogue.address(path, of));
      expect(answer?.status()).toBe(status);
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
      // What the policy refuses is noted as well.
      expect(withoutStatus(faults.splice(0))).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);
      expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    },
  );

  it('has no animations for readers who prefer reduced motion', async () => {
    const { page } = await catalogue.open({ reducedMotion: 'no-preference' });
    await page.goto(catalogue.address('/'));
    expect(await motionOf(page)).toEqual({ progress: 'progress', scrolling: 'smooth' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await motionOf(page)).toEqual({ progress: 'none', scrolling: 'auto' });
    await page.context().close();
  });

  it('has at most 50 KB to load the first time', async () => {
    const { page } = await catalogue.open();
    const sizes: { readonly name: string; readonly size: Promise<number> }[] = [];
    page.on('requestfinished', (request) => {
      const name = new URL(request.url()).pathname.replace(/.+-[\da-f]{10}/u, '');
      const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
      sizes.push({ name, size });
    });
    await page.goto(catalogue.address('/'), { waitUntil: 'networkidle' });
    expect(await page.locator('.result').count()).toBe(20);
    expect(sizes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['/', '.css', '.js', '.svg']),
    );
    const whole = (await Promise.all(sizes.map(({ size }) => size))).reduce((a, b) => a + b);
    expect(whole).toBeLessThanOrEqual(50_000);
    await page.context().close();
  });
});

/** The animations in the style sheet of a page. */
async function motionOf(page: Page): Promise<unknown> {
  return page.evaluate(`({
    progress: getComputedStyle(document.querySelector('.progress')).animationName,
    scrolling: getComputedStyle(document.documentElement).scrollBehavior,
  })`);
}

/** The browser notes each answer that is not 200 as well. */
function withoutStatus(faults: readonly string[]): readonly string[] {
  return faults.filter((fault) => !fault.includes('the server responded with a status of'));
}
