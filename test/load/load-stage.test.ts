import { describe, expect, it } from 'vitest';
import { createLoadStage } from '../../src/load/load-stage.ts';
import { ResourceError } from '../../src/model/http.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Receipt, RecordEntry } from '../../src/model/receipt.ts';
import type { Stage } from '../../src/model/stage.ts';
import { contents, entry, newPath, openStore, url } from '../store/entries.ts';

const context = { signal: new AbortController().signal, now: () => new Date(0) };

async function outcomesOf(stage: Stage<RecordEntry, Receipt>, ...entries: RecordEntry[]) {
  const outcomes: Outcome<Receipt>[] = [];
  const load = async (each: RecordEntry): Promise<void> => {
    for await (const outcome of stage.process(each, context)) outcomes.push(outcome);
  };
  await Promise.all(entries.map(load));
  return outcomes;
}

function failing(error: Error): Stage<RecordEntry, Receipt> {
  const write = async (): Promise<never> => {
    throw error;
  };
  return createLoadStage({ store: { write } });
}

describe('the load stage', () => {
  it('gives one receipt a record, also when many come at once', async () => {
    const path = newPath();
    const stage = createLoadStage({ store: openStore(path) });
    const entries = Array.from({ length: 30 }, (_, index) => entry(index));
    const outcomes = await outcomesOf(stage, ...entries);
    expect(outcomes).toEqual(
      entries.map(({ graph }) => ({
        kind: 'produced',
        value: { graph: graph.graph, state: 'added', quads: 3 },
      })),
    );
    expect(contents(path)).toMatchObject({ change: 1 });
  });

  it('tells what is new, changed and as before', async () => {
    const stage = createLoadStage({ store: openStore(newPath()) });
    await outcomesOf(stage, entry(1), entry(2));
    const outcomes = await outcomesOf(stage, entry(1), entry(2, { name: 'New' }), entry(3));
    const states = outcomes.map((outcome) => outcome.kind === 'produced' && outcome.value.state);
    expect(states).toEqual(['unchanged', 'replaced', 'added']);
  });

  it('makes a failure of what the store cannot hold, and lets faults through', async () => {
    const problem = { kind: 'graph-too-large', url: url(1), maxCharacters: 1 } as const;
    expect(await outcomesOf(failing(new ResourceError(problem)), entry(1))).toEqual([
      { kind: 'failed', problem },
    ]);
    const mistake = new TypeError('mistake');
    await expect(outcomesOf(failing(mistake), entry(1))).rejects.toBe(mistake);
  });
});
