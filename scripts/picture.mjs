// Makes docs/pictures/search.png, which the README shows: the search page over the demo catalogue.
// Needs a build and Chromium (Debian: chromium); `npm run demo` makes the catalogue.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serveCatalogue } from '../dist/serve/serve-catalogue.js';

const root = new URL('..', import.meta.url);
const path = fileURLToPath(new URL('catalogue/demo', root));
const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** The state of the search that is shown. */
const address = process.argv[2] ?? '?time=2012/2020';

if (!existsSync(path)) await demo();
const pages = await serveCatalogue({
  path,
  host: '127.0.0.1',
  port: 0,
  title: 'Ocean and Earth data',
  onTrouble: (error) => console.error(error),
});
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  mkdirSync(new URL('docs/pictures/', root), { recursive: true });
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
  });
  await page.goto(new URL(address, pages.url).href);
  const file = fileURLToPath(new URL('docs/pictures/search.png', root));
  await page.screenshot({ path: file });
  console.log(file);
} finally {
  await browser.close();
  await pages.close();
}

/** Harvests the demo site. */
function demo() {
  return new Promise((resolve, reject) => {
    spawn(process.execPath, ['scripts/demo.mjs'], { cwd: fileURLToPath(root), stdio: 'ignore' })
      .on('error', reject)
      .on('close', (code) =>
        code === 0 ? resolve(undefined) : reject(new Error('The demo failed')),
      );
  });
}
