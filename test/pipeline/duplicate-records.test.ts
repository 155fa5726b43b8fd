import { describe, expect, it } from 'vitest';
import type { DerivationOutput } from '../../src/model/record.ts';
import type { Response } from '../../src/model/http.ts';
import { partCharacters } from '../../src/pipeline/write-buffers.ts';
import { graphAt, run, source, stage } from './harvesting.ts';

const url = 'http://h/list';

/** Two documents with a record each that has the same key. */
const derive = (texts: readonly string[]) =>
  stage<Response, DerivationOutput>('derive', function* both() {
    for (const [index, nquads] of texts.entries()) {
      const graph = { ...graphAt(url, 'k'), document: `d${index}`, nquads };
      yield { kind: 'produced', value: { kind: 'graph', graph } };
    }
  });

describe('two documents of a URL whose records have one IRI', () => {
  it('do not overwrite each other: the second record fails', async () => {
    const { updates, reports } = await run([source('s', [url])], {
      stages: { derive: derive(['one', 'other']) },
    });
    expect(updates.map(({ graphs }) => graphs.map(({ nquads }) => nquads))).toEqual([['one']]);
    expect(reports[0]).toMatchObject({ records: { added: 1, 'failed-new': 1 } });
    const [end] = updates.map((update) => update.end);
    expect(end?.outcome.problems).toEqual([
      { kind: 'list-item-invalid', url, found: 'a second record called k' },
    ]);
    // The record that failed may have been there before.
    expect(end?.graphs).toBeUndefined();
    expect(end?.someGraphs?.has(`${url}#k`)).toBe(true);
  });

  it('are compared also when the first was written in an earlier part', async () => {
    const long = 'x'.repeat(partCharacters);
    const { updates, reports } = await run([source('s', [url])], {
      stages: { derive: derive([long, long, 'other']) },
    });
    expect(updates.map(({ graphs }) => graphs.length)).toEqual([1, 0]);
    expect(reports[0]).toMatchObject({
      records: { added: 1, 'failed-new': 1 },
      skipped: { 'repeated-on-page': 1 },
    });
  });

  it('give one record where their statements are the same', async () => {
    const { updates, reports } = await run([source('s', [url])], {
      stages: { derive: derive(['same', 'same']) },
    });
    expect(updates[0]?.graphs).toHaveLength(1);
    expect(updates[0]?.end?.graphs?.has(`${url}#k`)).toBe(true);
    expect(reports[0]).toMatchObject({
      records: { added: 1, 'failed-new': 0 },
      skipped: { 'repeated-on-page': 1 },
    });
  });
});
