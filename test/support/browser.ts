import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type ViewportSize,
} from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import {
  serveNoCatalogue,
  serveNoRecord,
  serveOneRecord,
  serveWebCatalogue,
  type ServedWebCatalogue,
} from './web-catalogue.ts';

/** Path of Debian's Chromium; undefined if it is not installed. */
export const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);

/** A suffix for the names of tests that are left out. */
export const lacksBrowser =
  browserPath === undefined ? ': left out, needs Chromium (Debian: chromium)' : '';

if (lacksBrowser !== '') process.stderr.write(`Pages in a browser${lacksBrowser}\n`);

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
let axeScript: string | undefined;

/** The catalogues to open in the browser, from the usual one to an empty directory. */
const catalogues = {
  many: serveWebCatalogue,
  one: serveOneRecord,
  empty: serveNoRecord,
  none: serveNoCatalogue,
} as const;

export type CatalogueName = keyof typeof catalogues;

/** A browser with the catalogues that it can open. */
export interface BrowsedCatalogue {
  /** The URL of a path of a site, such as `/sources`. */
  address(path: string, catalogue?: CatalogueName): string;
  /** A page of its own that records its errors. */
  open(options?: BrowserContextOptions): Promise<BrowsedPage>;
  /** Opens a path in the page that these tests share, since a new page takes seconds. */
  visit(path: string, viewport?: ViewportSize): Promise<BrowsedPage>;
}

export interface BrowsedPage {
  readonly page: Page;
  /** Errors of the console and of scripts, including violations of the content security policy. */
  readonly faults: string[];
}

/** Starts a browser and servers for the tests of a file, if a browser is installed. */
export function browseCatalogue(names: readonly CatalogueName[] = ['many']): BrowsedCatalogue {
  let browser: Browser | undefined;
  const served = new Map<CatalogueName, ServedWebCatalogue>();
  beforeAll(async () => {
    if (browserPath === undefined) return;
    for (const name of names) served.set(name, await catalogues[name]());
    // Tests in a container run as root, which the sandbox of Chromium does not allow.
    browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    for (const { close } of served.values()) await close();
  });
  const address: BrowsedCatalogue['address'] = (path, name = 'many') =>
    new URL(path, served.get(name)?.url).href;
  const open: BrowsedCatalogue['open'] = async (options) => {
    if (browser === undefined) throw new Error('There is no browser');
    const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
    return { page, faults };
  };
  let shared: BrowsedPage | undefined;
  return {
    address,
    open,
    visit: async (path, viewport = { width: 1280, height: 900 }) => {
      shared ??= await open();
      const { page, faults } = shared;
      faults.length = 0;
      await page.setViewportSize(viewport);
      await page.goto(address(path));
      return shared;
    },
  };
}

/** Accessibility violations of a page, found by axe. */
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

/** Runs axe in a page; the content security policy does not apply to scripts of the test. */
export async function axeFindings(page: Page): Promise<readonly AxeFinding[]> {
  axeScript ??= readFileSync(axePath, 'utf8');
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeScript);
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }; // it was put there
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
