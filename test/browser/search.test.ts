import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browseCatalogue, lacksBrowser } from '../support/browser.ts';

const catalogue = browseCatalogue();

/** What the address of a page asks for. */
function asked(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** The used members of an element; tests are compiled without browser types. */
interface Matching {
  matches(selector: string): boolean;
}

/** Presses Tab until something is focused, as a reader by keyboard does. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  // A search for it each time would take longer than pressing.
  const target = await wanted.first().elementHandle();
  for (let pressed = 0; pressed < 150; pressed += 1) {
    await page.keyboard.press('Tab');
    const isThere = await target?.evaluate((element: Matching) => element.matches(':focus'));
    if (isThere) return;
  }
  throw new Error(`No way by keyboard to ${String(wanted)}`);
}

/** What a handle of the time line stands for. */
async function selectedAt(page: Page, name: string): Promise<string | null> {
  return page.getByRole('slider', { name }).getAttribute('aria-valuetext');
}

/** From a dataset to its file, its citation, its record, the problem of that, and its source. */
async function followToSource(
  page: Page,
  follow: (wanted: Locator, url: RegExp) => Promise<void>,
): Promise<void> {
  const file = page.getByRole('link', { name: 'Download CSV' });
  expect(await file.getAttribute('href')).toBe('https://records.example/files/19.csv');
  await follow(page.getByRole('link', { name: 'Cite' }), /#cite$/u);
  const citation = page.getByRole('link', { name: 'BibTeX' });
  const answer = await page.request.get(page.url().replace(/#.+/u, '.bib'));
  expect(page.url().replace(/#.+/u, '.bib')).toContain(await citation.getAttribute('href'));
  expect(await answer.text()).toContain('Water temperature of harbour 19');
  await follow(page.getByRole('link', { name: 'This record alone' }), /\/record\//u);
  const problem = page.locator('#problems a[href*="/problems/"]');
  await follow(problem, /\/problems\/iri-repaired/u);
  await follow(page.locator('main a[href="/sources/local"]'), /\/sources\/local$/u);
  expect(await page.locator('h1').textContent()).toContain('local');
}

describe.skipIf(lacksBrowser !== '')(`a search in a browser${lacksBrowser}`, () => {
  it('compares the results that are ticked', async () => {
    const { page, faults } = await catalogue.visit('/?q=harbour');
    const boxes = page.getByRole('checkbox', { name: /^Compare / });
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    await page.getByRole('button', { name: 'Compare selected' }).click();
    await page.waitForURL(/\/compare\?dataset=[\da-f]{20}&dataset=[\da-f]{20}$/u);
    expect(await page.locator('.differing').getByRole('columnheader').count()).toBe(2);
    await page.getByRole('link', { name: 'remove A' }).click();
    await page.waitForURL(/\/compare\?dataset=[\da-f]{20}$/u);
    expect(faults).toEqual([]);
  });

  it('disables further boxes when four are ticked, until one is cleared', async () => {
    const { page, faults } = await catalogue.visit('/?q=harbour');
    const boxes = page.getByRole('checkbox', { name: /^Compare / });
    const disabled = page.locator('.reasons input:disabled');
    for (const at of [0, 1, 2, 3]) await boxes.nth(at).check();
    expect(await disabled.count()).toBe((await boxes.count()) - 4);
    const hint = page.locator('.comparing .soft');
    expect(await hint.textContent()).toContain('4 are selected, the most that are compared');
    await boxes.nth(1).uncheck();
    expect(await disabled.count()).toBe(0);
    expect(await hint.textContent()).toBe('up to 4 results');
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Compare selected' }).click();
    await page.waitForURL(/\/compare\?/u);
    await page.goBack();
    await expect.poll(async () => disabled.count()).toBe((await boxes.count()) - 4);
    expect(faults).toEqual([]);
  });

  it('leads by keyboard from words to the source of a record', async () => {
    const { page, faults } = await catalogue.visit('/');
    const link = (name: RegExp | string): Locator => page.getByRole('link', { name });
    const press = async (wanted: Locator, url: RegExp, ...keys: readonly string[]) => {
      await tabTo(page, wanted);
      for (const key of [...keys, 'Enter']) await page.keyboard.press(key);
      await page.waitForURL(url);
    };
    await tabTo(page, page.getByRole('searchbox'));
    await page.keyboard.type('temperature');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=temperature/u);

    await press(link('Title'), /sort=title/u);
    await press(link('Next'), /page=2/u);
    expect(await page.locator('.results').getAttribute('start')).toBe('21');

    await press(link('Age in Ma'), /axis=Ma/u);
    const from = page.getByRole('slider', { name: /^From age/u });
    await press(from, /[?&]age=/u, 'ArrowRight');
    expect(asked(page)['age']).toMatch(/^[\d.]+\.\.[\d.]+Ma$/u);
    await press(page.locator('a.chip', { hasText: ' Ma' }), /q=temperature(?!.*[?&]age=)/u);
    await press(link('Calendar'), /q=temperature(?!.*axis=)/u);

    const left = Array.from({ length: 21 }, () => 'ArrowLeft');
    const drawing = page.getByRole('application', { name: /Draw a box/u });
    await press(drawing, /bbox=/u, ...left, 'Shift+ArrowRight');
    const words = { q: 'temperature', sort: 'title', bbox: '-150,-22.5,-55,22.5' };
    expect(asked(page)).toEqual(words);

    await tabTo(page, page.getByRole('slider', { name: /^From/u }));
    await page.keyboard.press('ArrowRight');
    const to = page.getByRole('slider', { name: /^To/u });
    await tabTo(page, to);
    await page.keyboard.press('ArrowLeft');
    const [begin, end] = await Promise.all(
      ['From', 'To'].map(async (name) => selectedAt(page, name)),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(/time=/u);
    expect(asked(page)).toEqual({ ...words, time: `${begin}/${end}` });

    await press(page.locator('#facet-variables a'), /variable=/u);
    await press(link('Water temperature of harbour 19'), /\/dataset\/[\da-f]+$/u);
    await followToSource(page, async (wanted, url) => press(wanted, url));
    expect(faults).toEqual([]);
  });

  it('goes the same way without scripts', async () => {
    const { page } = await catalogue.open({ javaScriptEnabled: false });
    const click = async (wanted: Locator, url: RegExp) => {
      await wanted.first().click();
      await page.waitForURL(url);
    };
    const link = (name: RegExp | string): Locator => page.getByRole('link', { name });
    const fill = async (fields: Readonly<Record<string, string>>, url: RegExp) => {
      for (const [label, text] of Object.entries(fields)) {
        await page.getByLabel(label, { exact: true }).fill(text);
      }
      await page.keyboard.press('Enter');
      await page.waitForURL(url);
    };
    await page.goto(catalogue.address('/'));
    expect(await page.getByRole('slider').count()).toBe(0);
    await fill({ Words: 'temperature' }, /q=temperature/u);
    await click(link('Title'), /sort=title/u);
    await click(link('Next'), /page=2/u);

    await click(link('Age in Ma'), /axis=Ma/u);
    await fill({ 'From Ma': '200', 'To Ma': '150' }, /[?&]age=/u);
    expect(asked(page)).toMatchObject({ age: '200..150Ma', axis: 'Ma' });
    await click(page.locator('a.chip', { hasText: ' Ma' }), /q=temperature(?!.*[?&]age=)/u);
    await click(link('Calendar'), /q=temperature(?!.*axis=)/u);

    await page.getByText('Box by numbers').click();
    const box = { South: '-60', West: '120', North: '60', East: '-70' };
    await fill(box, /bbox=/u);
    const words = { q: 'temperature', sort: 'title', bbox: '120,-60,-70,60' };
    expect(asked(page)).toEqual(words);
    await fill({ 'From year': '1965', 'To year': '2010' }, /time=/u);
    expect(asked(page)).toEqual({ ...words, time: '1965/2010' });

    await click(page.locator('#facet-variables a'), /variable=/u);
    await click(link('Water temperature of harbour 19'), /\/dataset\/[\da-f]+$/u);
    await followToSource(page, click);
    await page.context().close();
  });

  it('draws a box and selects bars by pointer', async () => {
    const { page } = await catalogue.visit('/', { width: 1280, height: 900 });
    const map = await page.locator('svg.map').first().boundingBox();
    await drag(page, map, [0.25, 0.25], [0.5, 0.5]);
    await page.waitForURL(/bbox=/u);
    const edges = asked(page)['bbox']?.split(',').map(Number) ?? [];
    for (const [at, edge] of [-90, 0, 0, 45].entries()) expect(edges[at]).toBeCloseTo(edge, -0.3);

    await page.goto(catalogue.address('/'));
    const plot = await page.locator('svg.time').first().boundingBox();
    await drag(page, plot, [0.3, 0.5], [0.6, 0.5]);
    await page.waitForURL(/time=/u);
    expect(asked(page)['time']).toMatch(/^19\d\d\/19\d\d$/u);
  });

  it('links results with their places on the map, both ways', async () => {
    const { page } = await catalogue.visit('/?q=harbour', { width: 1280, height: 2000 });
    const place = page.locator('.place').first();
    const number = await place.getAttribute('data-result');
    await page.locator(`#result-${number}`).hover();
    await expect
      .poll(() => page.locator('.place.pointed').getAttribute('data-result'))
      .toBe(number);
    const dot = await place.boundingBox();
    await page.mouse.click(
      (dot?.x ?? 0) + (dot?.width ?? 0) / 2,
      (dot?.y ?? 0) + (dot?.height ?? 0) / 2,
    );
    expect(await page.locator('.result.pointed a:focus').count()).toBe(1);
  });

  it('folds filters on narrow screens, and shows them without scripts', async () => {
    const viewport = { width: 360, height: 800 };
    const { page } = await catalogue.visit('/', viewport);
    const opened = page.locator('details.filters[open]');
    expect(await opened.count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(async () => opened.count()).toBe(1);
    const plain = await catalogue.open({ viewport, javaScriptEnabled: false });
    await plain.page.goto(catalogue.address('/'));
    expect(await plain.page.locator('details.filters[open]').count()).toBe(1);
    await plain.page.context().close();
  });
});

type Part = readonly [across: number, down: number];

/** Drags from one place of a box to another, as parts of its width and height. */
async function drag(
  page: Page,
  box: { x: number; y: number; width: number; height: number } | null,
  from: Part,
  to: Part,
): Promise<void> {
  const at = ([across, down]: Part): readonly [number, number] => [
    (box?.x ?? 0) + across * (box?.width ?? 0),
    (box?.y ?? 0) + down * (box?.height ?? 0),
  ];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 3 });
  await page.mouse.up();
}
