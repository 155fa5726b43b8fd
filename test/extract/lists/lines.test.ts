import { describe, expect, it } from 'vitest';
import { extract, kindsOf } from '../extraction.ts';
import { extractList, listFile, problemsIn } from './list-file.ts';

const lineOf = (name: string): string =>
  JSON.stringify({ '@context': 'https://schema.org/', '@type': 'Dataset', name });

const lines = {
  good: [lineOf('a'), '', lineOf('b'), `  ${lineOf('ü')}\r`].join('\n'),
  bad: [lineOf('a'), '{"name": ', lineOf('b'), '42', '43', `"${'x'.repeat(300)}"`].join('\n'),
};

describe('a file with one JSON-LD document a line', () => {
  it.each([
    ['application/x-ndjson', `${lines.good}\n`],
    ['application/jsonl', lines.good],
    ['application/ld+ndjson', `\uFEFF${lines.good}`],
    ['application/json', lines.good],
    ['application/ld+json', lines.good],
    ['text/plain', lines.good],
    ['application/octet-stream', `\n\n${lines.good}`],
  ])('as %s gives a document a line, also where it is large', async (contentType, text) => {
    for (const outcomes of [
      await extract(text, { contentType }),
      await extractList(text, { contentType }),
    ]) {
      expect(kindsOf(outcomes)).toEqual(['document', 'document', 'document']);
    }
  });

  it('loses only the lines that are broken, with their numbers', async () => {
    const outcomes = await extractList(lines.bad, { contentType: 'application/x-ndjson' });
    expect(kindsOf(outcomes).filter((kind) => kind === 'document')).toHaveLength(2);
    expect(problemsIn(outcomes)).toMatchObject([
      { kind: 'json-malformed', line: 2, column: 9 },
      { kind: 'json-not-metadata', found: 'a number' },
      { kind: 'list-item-too-large', item: 6, maxBytes: 100 },
    ]);
  });

  it('tells what was mended in a line, with its place', async () => {
    const text = [lineOf('a'), '{"@id": "b",}', lineOf('c')].join('\n');
    const [, second] = await extractList(text, { contentType: 'application/x-ndjson' });
    expect(second).toMatchObject({
      problems: [{ kind: 'json-mended', what: 'trailing-comma', line: 2, column: 12 }],
    });
  });

  it('has a limit of lines', async () => {
    const facts = { contentType: 'application/x-ndjson', limits: { jsonValues: 20 } };
    const text = Array.from({ length: 30 }, () => lineOf('a')).join('\n');
    const outcomes = await extractList(text, facts);
    expect(kindsOf(outcomes)).toHaveLength(21);
    expect(kindsOf(outcomes).at(-1)).toBe('json-too-complex');
  });

  it('is read as a whole where values span lines', async () => {
    const text = [lineOf('a'), lineOf('b')].join('\n').replaceAll(',', ',\n');
    const facts = { contentType: 'application/x-ndjson' };
    expect(kindsOf(await extract(text, facts))).toEqual(['document', 'document']);
    expect(kindsOf(await extract(listFile(text), facts))).toEqual(['document', 'document']);
  });
});
