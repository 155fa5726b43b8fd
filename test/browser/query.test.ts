import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  axeFindings,
  browseCatalogue,
  lacksBrowser,
  type BrowsedPage,
} from '../support/browser.ts';

const catalogue = browseCatalogue();

/** A text of SVG, in the browser. */
interface Measurable {
  readonly getComputedTextLength: () => number;
}

/** The editor as parameters of its address say; what the browser reports must be expected. */
async function openEditor(
  parameters: Readonly<Record<string, string>>,
  width = 1280,
): Promise<BrowsedPage> {
  const path = `/query?${new URLSearchParams(parameters).toString()}`;
  const browsed = await catalogue.visit(path, { width, height: 900 });
  await browsed.page.getByRole('textbox', { name: 'SPARQL query' }).waitFor();
  return browsed;
}

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

/** A query with a few rows and places. */
const boxes = `SELECT ?title ?west ?south ?east ?north WHERE {
  GRAPH <urn:cdif-graph:index> {
    ?entry dcterms:title ?title ; cdif:box ?box .
    ?box cdif:west ?west ; cdif:south ?south ; cdif:east ?east ; cdif:north ?north
  }
}
ORDER BY ?title`;

/** Takes hours. */
const endless =
  'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l FILTER(?c > ?f) }';

describe.skipIf(lacksBrowser !== '')(`the query editor${lacksBrowser}`, () => {
  it('runs what is typed, and shows a table, without a mouse', async () => {
    const { page, faults } = await openEditor({ query: '' });
    await page.getByRole('textbox', { name: 'SPARQL query' }).focus();
    await page.keyboard.type('SELECT ?name { ?d a schema:Dataset ; schema:name ?name } LIMIT 7');
    await page.keyboard.press('Control+Enter');
    await page.getByText('7 rows in').waitFor();
    expect(await page.getByRole('row').count()).toBe(8);
    expect(new URL(page.url()).searchParams.get('query')).toContain('LIMIT 7');
    // The way out of the editor.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Run');
    expect(faults).toEqual([]);
  });

  it('shows what publishers wrote as text only', async () => {
    const { page, faults } = await openEditor({
      query: 'SELECT ?name { ?d schema:name ?name FILTER(CONTAINS(?name, "<script>")) }',
    });
    await run(page);
    await page.getByText('1 row in').waitFor();
    expect(await page.getByRole('cell').textContent()).toMatch(/^<script>/u);
    expect(await page.locator('[data-answer] script, [data-answer] img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('shows places on a map, rows as CSV, and has no violation in either theme', async () => {
    const { page, faults } = await openEditor({ query: boxes });
    await run(page);
    await page.getByRole('button', { name: 'Map' }).click();
    const map = page.locator('.answer-map svg.map');
    expect(await map.getAttribute('aria-label')).toMatch(/^Map: \?west \?south \?east \?north of/u);
    expect(await map.locator('.place path').count()).toBeGreaterThan(20);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Table' }).click();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await axeFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('answer.csv');
    expect(faults).toEqual([]);
  });

  it('draws a graph, and has it as Turtle', async () => {
    const { page, faults } = await openEditor(
      { query: 'DESCRIBE <https://records.example/dataset/19>' },
      360,
    );
    await run(page);
    await page.locator('svg.diagram').waitFor();
    expect(await page.locator('svg.diagram .line').count()).toBeGreaterThan(4);
    // Within the boxes, which are 280 wide with margins of 12.
    const widths = await page
      .locator('svg.diagram text')
      .evaluateAll((texts) =>
        texts.map((text) => (text as unknown as Measurable).getComputedTextLength()),
      );
    expect(Math.max(...widths)).toBeLessThan(258);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Turtle', exact: true }).click();
    expect(await page.locator('pre.turtle').textContent()).toContain('a schema:Dataset');
    const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(tooWide)).toBe(0);
    expect(faults).toEqual([]);
  });

  it('leaves room for the answer on a small screen', async () => {
    const { page } = await openEditor({ query: '' }, 360);
    const editor = await page.locator('.cm-editor').boundingBox();
    expect(editor?.height).toBeLessThan(200);
  });

  it('shows a mistake at its place and in words', async () => {
    const { page, faults } = await openEditor({ query: 'SELECT * {\n  ?s ?p ?o\n}\nLIMT 5' });
    await run(page);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('Line 4, column 1');
    expect(await page.locator('.cm-lintRange-error').textContent()).toBe('LIMT');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go to the place' }).click();
    await page.keyboard.press('Control+Delete');
    await page.keyboard.type('LIMIT');
    await page.keyboard.press('Control+Enter');
    await page.getByText('5 rows in').waitFor();
    expect(await page.locator('.cm-lintRange-error').count()).toBe(0);
    // The browser reports the status of the first answer; nothing is refused by the policy.
    expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
  });

  it('completes names of the catalogue with their numbers', async () => {
    const { page, faults } = await openEditor({ query: '' });
    await page.getByRole('textbox', { name: 'SPARQL query' }).focus();
    await page.keyboard.type('SELECT * { ?x schema:variab');
    const option = page.getByRole('option', { name: /^schema:variableMeasured/u });
    await option.waitFor();
    expect(await option.textContent()).toMatch(/property [\d,]+$/u);
    expect(await axeFindings(page)).toEqual([]);
    // Enter is no choice while the list has just opened.
    await page.waitForTimeout(100);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type(' ?v ; a Data');
    await page.getByRole('option', { name: /^schema:Dataset/u }).click();
    const text = await page.locator('textarea[name=query]').inputValue();
    expect(text).toContain('?x schema:variableMeasured ?v ; a schema:Dataset');
    expect(faults).toEqual([]);
  });

  it('changes nothing that was typed on Enter', async () => {
    const { page, faults } = await openEditor({ query: '' });
    await page.getByRole('textbox', { name: 'SPARQL query' }).focus();
    await page.keyboard.type('SELECT ?name ?n');
    await page.getByRole('option', { name: /^\?name/u }).waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press('Enter');
    await page.keyboard.type('WHERE { ?d a schema:Data');
    await page.getByRole('option', { name: /^schema:DataDownload/u }).waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press('Enter');
    const text = await page.locator('textarea[name=query]').inputValue();
    expect(text).toMatch(/^SELECT \?name \?n\nWHERE \{ \?d a schema:Data\n/u);
    expect(faults).toEqual([]);
  });

  it('closes the list of names when the query is run', async () => {
    const { page } = await openEditor({
      query: 'SELECT ?name { ?d schema:name ?name }\nLIMIT 3\n#',
    });
    await page.getByRole('textbox', { name: 'SPARQL query' }).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    await page.keyboard.type(' ORDER BY ?na');
    await page.getByRole('option', { name: /^\?name/u }).waitFor();
    await page.keyboard.type('me');
    await page.keyboard.press('Control+Enter');
    await page.getByText('3 rows in').waitFor();
    expect(await page.getByRole('listbox').count()).toBe(0);
  });

  it('keeps the address of a bundled query until its text is changed', async () => {
    const { page, faults } = await openEditor({ name: 'search-text', word: 'salinity' });
    const address = page.url();
    await run(page);
    await page.getByText(/rows in/u).waitFor();
    expect(page.url()).toBe(address);
    await page.getByRole('textbox', { name: 'SPARQL query' }).focus();
    await page.keyboard.type('# changed ');
    const link = await page.getByRole('link', { name: 'Link to this query' }).getAttribute('href');
    expect(link).toMatch(/^\/query\?query=%23\+changed\+/u);
    expect(faults).toEqual([]);
  });

  it('runs a bundled query with the values that its form shows', async () => {
    const { page, faults } = await openEditor({ name: 'search-box' });
    await page.getByLabel('west').fill('-30');
    await run(page);
    await page
      .getByText(/rows? in|Nothing matches/u)
      .first()
      .waitFor();
    expect(await page.locator('textarea[name=query]').inputValue()).toContain('(-30e0 ');
    expect(new URL(page.url()).searchParams.get('west')).toBe('-30');
    expect(await page.getByLabel('west').inputValue()).toBe('-30');
    expect(faults).toEqual([]);
  });

  it('runs no bundled query with a wrong value in its form', async () => {
    const { page } = await openEditor({ name: 'search-box' });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    const text = await page.locator('textarea[name=query]').inputValue();
    await page.getByLabel('west').fill('');
    await run(page);
    await page.getByText('The query was not run').waitFor();
    await page.getByLabel('west').fill('aa');
    await run(page);
    await page.locator('#value-west-wrong').waitFor();
    expect(await page.getByLabel('west').inputValue()).toBe('aa');
    expect(await page.evaluate('document.activeElement.name')).toBe('west');
    // Again: the form still has the wrong value.
    await run(page);
    await page.getByText('The query was not run').waitFor();
    expect(sent).not.toContain('/sparql');
    expect(await page.locator('textarea[name=query]').inputValue()).toBe(text);
    await page.getByLabel('west').fill('6');
    await run(page);
    await page.getByText(/rows? in/u).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('keeps a value that is written while the server still looks at the former one', async () => {
    const { page } = await openEditor({ name: 'search-box' });
    await page.route('**/query?*', async (route) => {
      await page.getByLabel('west').fill('6');
      await route.continue();
    });
    await page.getByLabel('west').fill('aa');
    await run(page);
    await page.locator('#value-west-wrong').waitFor();
    expect(await page.getByLabel('west').inputValue()).toBe('6');
    expect(await page.evaluate('document.activeElement.name')).toBe('west');
    await page.unrouteAll();
    await run(page);
    await page.getByText(/rows? in/u).waitFor();
    expect(new URL(page.url()).searchParams.get('west')).toBe('6');
  });

  it('says that an edited text may differ from its form', async () => {
    const { page } = await openEditor({ name: 'search-box' });
    const remark = page.getByText('The text below was edited');
    await page.getByRole('textbox', { name: 'SPARQL query' }).focus();
    expect(await remark.isVisible()).toBe(false);
    await page.keyboard.type('# ');
    expect(await remark.isVisible()).toBe(true);
  });

  it('has no parameter of the former query after one that is too long for a link', async () => {
    const { page } = await openEditor({ query: `ASK {} # ${'long '.repeat(1500)}` });
    await page.getByRole('textbox', { name: 'SPARQL query' }).focus();
    await page.keyboard.insertText(`# ${'longer '.repeat(300)}\n`);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Yes: the pattern has a match').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('keeps the case of a name in a message', async () => {
    const { page } = await openEditor({ query: 'foo' });
    await run(page);
    expect(await page.getByRole('alert').textContent()).toContain('column 1: foo is no word');
  });

  it('declares a prefix', async () => {
    const { page } = await openEditor({ query: 'ASK {}' });
    await page.getByText('Usual prefixes').click();
    await page.getByRole('button', { name: 'Declare qudt: in the query' }).click();
    expect(await page.locator('textarea[name=query]').inputValue()).toBe(
      'PREFIX qudt: <http://qudt.org/schema/qudt/>\nASK {}',
    );
  });

  it('cancels a query, after which the next one is answered', async () => {
    const { page, faults } = await openEditor({ query: endless });
    const failed = page.waitForEvent('requestfailed');
    await run(page);
    await page.getByText('The query is running').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The query was cancelled.').waitFor();
    expect(new URL((await failed).url()).pathname).toBe('/sparql');
    await page.getByRole('textbox', { name: 'SPARQL query' }).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('ASK {}');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Yes: the pattern has a match').waitFor();
    expect(faults).toEqual([]);
  });

  it('says how the catalogue spells schema.org where nothing matches', async () => {
    const { page } = await openEditor({ query: 'SELECT * { ?s <https://schema.org/name> ?o }' });
    await run(page);
    const hint = page.getByText('The query has https://schema.org/');
    await hint.waitFor();
    expect(await hint.textContent()).toContain('http://schema.org/');
  });

  it('says what to do after a timeout', async () => {
    const { page } = await openEditor({ query: endless });
    await page.getByLabel('Stop after').evaluate((select: { value: string }) => {
      // The page offers no time as short as a test should take.
      (select as unknown as { add: (option: unknown) => void }).add(
        new (globalThis as unknown as { Option: new (...texts: string[]) => unknown }).Option(
          '1',
          '1',
        ),
      );
      select.value = '1';
    });
    await run(page);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('stopped after 1 s');
    expect(await alert.getByRole('button').textContent()).toMatch(/^Run/u);
  });

  it('sends a query without scripts', async () => {
    const { page } = await catalogue.open({ javaScriptEnabled: false });
    onTestFinished(async () => page.context().close());
    await page.goto(
      catalogue.address('/query?name=search-box&west=-180&south=-90&east=180&north=90'),
    );
    expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    const text = await page.getByLabel('SPARQL').inputValue();
    await page.getByRole('button', { name: 'Make a link' }).click();
    expect(await page.getByLabel('SPARQL').inputValue()).toBe(text);
    await page.getByRole('button', { name: 'Run' }).click();
    await page.waitForURL(/\/sparql$/u);
    expect(await page.textContent('body')).toContain('"bindings"');
  });
});
