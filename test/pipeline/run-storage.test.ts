import { describe, expect, it } from 'vitest';
import { createDryLoadStage, createLoadStage } from '../../src/pipeline/run-storage.ts';
import { ResourceError } from '../../src/model/http.ts';
import type { Outcome, Stage } from '../../src/model/outcome.ts';
import type { Receipt, UrlUpdate } from '../../src/model/url-update.ts';
import {
  contents,
  kept,
  urlUpdate,
  urlUpdateAt,
  newPath,
  openStore,
  record,
  url,
} from '../catalogue/updates.ts';

const context = { signal: new AbortController().signal, now: () => new Date(0) };

const added = (graph: string): Receipt => ({
  graphs: [{ graph, state: 'added', quads: 3 }],
  removed: [],
  kept: 0,
  leaving: 0,
});

async function outcomesOf(stage: Stage<UrlUpdate, Receipt>, ...updates: UrlUpdate[]) {
  const outcomes: Outcome<Receipt>[] = [];
  const load = async (each: UrlUpdate): Promise<void> => {
    for await (const outcome of stage.process(each, context)) outcomes.push(outcome);
  };
  await Promise.all(updates.map(load));
  return outcomes;
}

function failing(error: Error): Stage<UrlUpdate, Receipt> {
  const write = async (): Promise<never> => {
    throw error;
  };
  return createLoadStage({ write });
}

describe('the load stage', () => {
  it('yields one receipt for each update, also when many come at once', async () => {
    const path = newPath();
    const stage = createLoadStage(openStore(path));
    const updates = Array.from({ length: 30 }, (_, index) => urlUpdate(index));
    const outcomes = await outcomesOf(stage, ...updates);
    expect(outcomes).toEqual(
      updates.map((update) => ({ kind: 'produced', value: added(update.url) })),
    );
    expect(contents(path)).toMatchObject({ change: 1 });
  });

  it('reports which records are added, replaced, unchanged and removed', async () => {
    const stage = createLoadStage(openStore(newPath()));
    await outcomesOf(stage, urlUpdate(1), urlUpdate(2), urlUpdate(4));
    const next = [
      urlUpdate(1),
      urlUpdate(2, { name: 'New' }),
      urlUpdate(3),
      urlUpdateAt(4, [], []),
    ];
    const receipts = (await outcomesOf(stage, ...next)).map(
      (outcome) => outcome.kind === 'produced' && outcome.value,
    );
    const states = receipts.map((receipt) => receipt && receipt.graphs[0]?.state);
    expect(states).toEqual(['unchanged', 'replaced', 'added', undefined]);
    expect(receipts[3]).toEqual({ graphs: [], removed: [url(4)], kept: 0, leaving: 0 });
  });

  it('yields a failure for what the store cannot hold, and throws faults', async () => {
    const problem = { kind: 'graph-too-large', url: url(1), maxCharacters: 1 } as const;
    expect(await outcomesOf(failing(new ResourceError(problem)), urlUpdate(1))).toEqual([
      { kind: 'failed', problem },
    ]);
    const mistake = new TypeError('mistake');
    await expect(outcomesOf(failing(mistake), urlUpdate(1))).rejects.toBe(mistake);
  });
});

describe('the load stage of a dry run', () => {
  it('reports `would-load` for each graph', async () => {
    const document = kept(1, '[]');
    const graphs = [record(1, document, { key: 'a' }), record(1, document, { key: 'b' })];
    const state = 'would-load';
    expect(
      await outcomesOf(
        createDryLoadStage(() => undefined),
        urlUpdateAt(1, [document], graphs),
      ),
    ).toEqual([
      {
        kind: 'produced',
        value: {
          graphs: graphs.map(({ graph }) => ({ graph, state, quads: 3 })),
          removed: [],
          kept: 0,
          leaving: 0,
        },
      },
    ]);
  });
});
