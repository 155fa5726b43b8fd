import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { serveWebCatalogue, type ServedWebCatalogue } from './web-catalogue.ts';

/** Where Debian has its Chromium; undefined on a machine without it. */
export const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);

/** What the names of tests say where they are left out. */
export const lacksBrowser =
  browserPath === undefined ? ': left out, needs Chromium (Debian: chromium)' : '';

if (lacksBrowser !== '') process.stderr.write(`Pages in a browser${lacksBrowser}\n`);

const require = createRequire(import.meta.url);
const axePath = require.resolve('axe-core/axe.min.js');

/** A browser, and the catalogue that it shows. */
export interface BrowsedCatalogue {
  /** An address of the site by its path, such as `/sources`. */
  address(path: string): string;
  /** A page that notes what goes wrong in it. */
  open(options?: BrowserContextOptions): Promise<BrowsedPage>;
}

export interface BrowsedPage {
  readonly page: Page;
  /** Errors of the console and of scripts; what the policy for content refuses is one. */
  readonly faults: string[];
}

/** Starts a browser and a server for the tests of a file, where there is a browser. */
export function browseCatalogue(): BrowsedCatalogue {
  let browser: Browser | undefined;
  let served: ServedWebCatalogue | undefined;
  beforeAll(async () => {
    if (browserPath === undefined) return;
    served = await serveWebCatalogue();
    // Those who run tests in a container are root, which its sandbox does not allow.
    browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  return {
    address: (path) => new URL(path, served?.url).href,
    open: async (options) => {
      if (browser === undefined) throw new Error('There is no browser');
      const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
      if (options?.bypassCSP === true) await page.addInitScript({ path: axePath });
      const faults: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
      return { page, faults };
    },
  };
}

/** What keeps people from using a page, as axe finds it. */
export interface AxeFinding {
  readonly id: string;
  readonly help: string;
  readonly targets: readonly string[];
}

const axeTags = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22a',
  'wcag22aa',
  'best-practice',
];

/** Runs axe in a page that was opened with `bypassCSP`, since axe is put into the page. */
export async function axeFindings(page: Page): Promise<readonly AxeFinding[]> {
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }; // put there by `open`
    const { violations } = await axe.run({
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
    } as object);
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      targets: nodes.map(({ target }) => target.join(' ')),
    }));
  }, axeTags);
}
