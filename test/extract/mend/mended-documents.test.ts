import { describe, expect, it } from 'vitest';
import { problemsOfOutcome, type Outcome } from '../../../src/model/outcome.ts';
import { documentsOf, extract, kindsOf, pageUrl, script } from '../extraction.ts';

const problemsIn = (outcomes: readonly Outcome<unknown>[]) =>
  outcomes.map((outcome) => problemsOfOutcome(outcome));
const mended = (what: string, line: number, column: number) => {
  return { kind: 'json-mended', url: pageUrl, what, line, column };
};
const dataset = '{"@type": "Dataset", "name": "Tides"}';

describe('a script of a page that is not quite JSON', () => {
  it('is mended, and reported with its places in the page', async () => {
    const text = '\n//<![CDATA[\n{"@type": "Dataset",\n "name": "Tides",}\n//]]>\n';
    const outcomes = await extract(`<p>\n${script(dataset)}\n${script(text)}`);
    expect(documentsOf(outcomes).map(({ json }) => json)).toEqual([
      dataset,
      '{"@type": "Dataset",\n "name": "Tides"}',
    ]);
    expect(problemsIn(outcomes)).toEqual([
      [],
      [mended('cdata', 4, 1), mended('trailing-comma', 6, 17), mended('cdata', 7, 1)],
    ]);
  });

  it('reports duplicate names', async () => {
    const text = '{"@type": "Dataset",\n"name": "Tides", "name": "Tide"}';
    const outcomes = await extract(`é😀${script(text)}`);
    const place = { line: 2, column: 18 };
    expect(problemsIn(outcomes)).toEqual([
      [{ kind: 'json-duplicate-key', url: pageUrl, name: 'name', ...place }],
    ]);
    expect(documentsOf(outcomes)[0]?.json).toBe(text);
  });

  it('cuts long duplicate names', async () => {
    const name = `"${'\\ud83d\\ude00'.repeat(300)}"`;
    const [[problem] = []] = problemsIn(await extract(script(`{${name}: 1, "b": 2, ${name}: 3}`)));
    expect(problem).toMatchObject({ name: '😀'.repeat(100) });
  });

  it('may hold several documents, without boilerplate', async () => {
    const site = '{"@type": "WebSite", "name": "A site"}';
    const outcomes = await extract(script(`${site}\n${dataset}\n[]\n{"@context": {}}`));
    expect(kindsOf(outcomes)).toEqual([
      'page-furniture',
      'document',
      'json-not-metadata',
      'template',
    ]);
    expect(documentsOf(outcomes)[0]?.json).toBe(dataset);
    expect(problemsIn(outcomes)[1]).toEqual([mended('several-values', 2, 1)]);
  });

  it('is not reported where XML requires it', async () => {
    const escaped = dataset.replaceAll('"', '&quot;');
    const page = `${script(`<![CDATA[${dataset}]]>`)}${script(escaped)}`;
    const outcomes = await extract(page, { contentType: 'application/xhtml+xml' });
    expect(documentsOf(outcomes).map(({ json }) => json)).toEqual([dataset, dataset]);
    expect(problemsIn(outcomes)).toEqual([[], []]);
    expect(problemsIn(await extract(page)).map((list) => list.length)).toEqual([2, 1]);
  });

  it('is lost where it could mean several things, and shows the text around the place', async () => {
    const text = `${dataset.slice(0, -1)},\n "creator": Ann,\n "url": "a",}`;
    expect(await extract(script(text))).toEqual([
      {
        kind: 'failed',
        problem: {
          kind: 'json-malformed',
          url: pageUrl,
          line: 2,
          column: 13,
          detail: 'expected a value, found "A"',
          excerpt: '"creator": Ann,',
        },
      },
    ]);
  });
});

describe('a document that is not quite JSON', () => {
  const contentType = 'application/ld+json';

  it('is mended likewise', async () => {
    const body = `\uFEFF\r\n// made by hand\r\n${dataset.slice(0, -1)},\r\n}\r\n`;
    const outcomes = await extract(body, { contentType });
    expect(documentsOf(outcomes)).toMatchObject([
      { route: 'direct', json: `${dataset.slice(0, -1)}\r\n}` },
    ]);
    expect(problemsIn(outcomes)).toEqual([
      [mended('comment', 2, 1), mended('trailing-comma', 3, dataset.length)],
    ]);
  });

  it('may be several', async () => {
    const body = `${dataset}\n{"@id": "b"}\n`;
    const outcomes = await extract(body, { contentType });
    expect(documentsOf(outcomes).map(({ json }) => json)).toEqual([dataset, '{"@id": "b"}']);
    expect(problemsIn(outcomes)).toEqual([[], [mended('several-values', 2, 1)]]);
  });

  it.each([
    ['application/x-ndjson'],
    ['application/ndjson; charset=utf-8'],
    ['application/jsonl'],
    ['application/jsonlines'],
    ['application/x-jsonlines'],
  ])('is no problem where it is usual in %s', async (type) => {
    const outcomes = await extract(`${dataset}\n{"@id": "b",}\n`, { contentType: type });
    expect(documentsOf(outcomes)).toHaveLength(2);
    expect(problemsIn(outcomes)).toEqual([[], [mended('trailing-comma', 2, 12)]]);
  });

  it('loses only the lines that are broken, where it has one document a line', async () => {
    const lines = [dataset, '{"@id": "b", "@id": "c",}', '', '{"name": "Ti', '[]', '{"@id": "d"}'];
    const facts = { contentType: 'application/x-ndjson' };
    const outcomes = await extract(lines.join('\r\n'), facts);
    expect(kindsOf(outcomes)).toEqual([
      'document',
      'document',
      'json-malformed',
      'json-not-metadata',
      'document',
    ]);
    const again = { kind: 'json-duplicate-key', url: pageUrl, name: '@id', line: 2, column: 14 };
    expect(problemsIn(outcomes).slice(1, 3)).toEqual([
      [mended('trailing-comma', 2, 24), again],
      [expect.objectContaining({ line: 4, column: 10, excerpt: '{"name": "Ti' })],
    ]);
    // Lines are found by content as well, and as a whole where the text is a document.
    const elsewhere = await extract(lines.join('\n'), { contentType });
    expect(kindsOf(elsewhere)).toEqual(kindsOf(outcomes));
    const broken = await extract(lines.slice(3).join('\n'), { contentType });
    expect(kindsOf(broken)).toEqual(['json-malformed']);
  });

  it('is reported once where none of its lines can be read', async () => {
    const facts = { contentType: 'application/x-ndjson' };
    expect(kindsOf(await extract('{"a":\n {b}\n}', facts))).toEqual(['json-malformed']);
  });
});
