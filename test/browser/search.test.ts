import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browseCatalogue, lacksBrowser } from '../support/browser.ts';

const catalogue = browseCatalogue();

/** What the address of a page asks for. */
function asked(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Presses Tab until something is focused, as a reader by keyboard does. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const focused = wanted.first().and(page.locator(':focus'));
  for (let pressed = 0; pressed < 150; pressed += 1) {
    await page.keyboard.press('Tab');
    if ((await focused.count()) > 0) return;
  }
  throw new Error(`No way by keyboard to ${String(wanted)}`);
}

/** What a handle of the time line stands for. */
async function selectedAt(page: Page, name: string): Promise<string | null> {
  return page.getByRole('slider', { name }).getAttribute('aria-valuetext');
}

describe.skipIf(lacksBrowser !== '')(`a search in a browser${lacksBrowser}`, () => {
  it('goes by keyboard from words to a dataset', async () => {
    const { page, faults } = await catalogue.open();
    await page.goto(catalogue.address('/'));
    await tabTo(page, page.getByRole('searchbox', { name: /./u }));
    await page.keyboard.type('temperature');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=temperature/u);

    await tabTo(page, page.getByRole('application', { name: /Draw a box/u }));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(/bbox=/u);
    expect(asked(page)).toEqual({ q: 'temperature', bbox: '-50,-22.5,45,22.5' });

    await tabTo(page, page.getByRole('slider', { name: /^From/u }));
    await page.keyboard.press('ArrowRight');
    await tabTo(page, page.getByRole('slider', { name: /^To/u }));
    await page.keyboard.press('ArrowLeft');
    const [from, to] = await Promise.all(
      ['From', 'To'].map(async (name) => selectedAt(page, name)),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(/time=/u);
    expect(asked(page)).toMatchObject({ q: 'temperature', time: `${from}/${to}` });

    // A filter, then a result.
    await tabTo(page, page.getByRole('link', { name: /^Water temperature|^CC BY/u }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/licence=|variable=/u);
    await tabTo(page, page.locator('#result-1 a'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/dataset\/[\da-f]+$/u);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('goes the same way without scripts', async () => {
    const { page } = await catalogue.open({ javaScriptEnabled: false });
    await page.goto(catalogue.address('/'));
    expect(await page.getByRole('slider').count()).toBe(0);
    await page.getByRole('searchbox').first().fill('temperature');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=temperature/u);

    await page.getByText('Box by numbers').click();
    for (const [edge, degrees] of [
      ['South', '-60'],
      ['West', '120'],
      ['North', '60'],
      ['East', '-70'],
    ] as const) {
      await page.getByLabel(edge, { exact: true }).fill(degrees);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/bbox=/u);
    expect(asked(page)).toEqual({ q: 'temperature', bbox: '120,-60,-70,60' });

    await page.getByLabel('From year').fill('1965');
    await page.getByLabel('To year').fill('2010');
    await page.keyboard.press('Enter');
    await page.waitForURL(/time=/u);
    expect(asked(page)).toEqual({ q: 'temperature', bbox: '120,-60,-70,60', time: '1965/2010' });
    await page.context().close();
  });

  it('draws a box and selects bars by pointer', async () => {
    const { page } = await catalogue.open({ viewport: { width: 1280, height: 900 } });
    await page.goto(catalogue.address('/'));
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
    await page.context().close();
  });

  it('links results with their places on the map, both ways', async () => {
    const { page } = await catalogue.open({ viewport: { width: 1280, height: 2000 } });
    await page.goto(catalogue.address('/?q=harbour'));
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
    await page.context().close();
  });

  it('folds filters on narrow screens, and shows them without scripts', async () => {
    const narrow = { viewport: { width: 360, height: 800 } };
    const { page } = await catalogue.open(narrow);
    await page.goto(catalogue.address('/'));
    const opened = page.locator('details.filters[open]');
    expect(await opened.count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(async () => opened.count()).toBe(1);
    const plain = await catalogue.open({ ...narrow, javaScriptEnabled: false });
    await plain.page.goto(catalogue.address('/'));
    expect(await plain.page.locator('details.filters[open]').count()).toBe(1);
    await plain.page.context().close();
    await page.context().close();
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
