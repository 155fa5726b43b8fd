import { describe, expect, it } from 'vitest';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import type { WorkMonitor } from '../../src/model/outcome.ts';
import type { Problem } from '../../src/model/problem.ts';
import { alone, contents, dataset, items, list } from './bog-records.ts';
import { badItems, containers, failuresOf, foreign, inContext, itemList } from './containers.ts';
import { documentUrl, graphsOf, limits } from './expanding.ts';

describe('an item with invalid JSON-LD', () => {
  const [first] = badItems;
  const cases = [
    ...containers.map(([name, containing]) => [name, containing, first[0], first[1]] as const),
    ...badItems.map(([code, bad]) => ['an ItemList', itemList, code, bad] as const),
  ];
  it.each(cases)('is the only lost part of %s', async (_, containing, code, bad) => {
    const document = inContext(containing([items[0] ?? {}, bad, ...items.slice(1)]));
    const found = await graphsOf([document]);
    expect(await contents(found)).toEqual(await alone(items));
    expect(await failuresOf(document)).toMatchObject([
      code === 'context-unavailable'
        ? { kind: code, url: documentUrl, context: foreign, item: 'https://bog.example/9' }
        : { kind: 'json-ld-invalid', url: documentUrl, code, item: 'https://bog.example/9' },
    ]);
  });
});

describe('an item that is lost', () => {
  const bad = { '@context': foreign, '@type': 'Dataset' };

  it.each([
    ['its identifier', { ...bad, identifier: 'doi:10.1/x' }, 'doi:10.1/x'],
    ['its place', bad, 'item 2'],
    ['the item in its ListItem', { '@type': 'ListItem', item: { ...bad, '@id': 'x' } }, 'x'],
    ['the place of its ListItem', { '@type': 'ListItem', position: 7, item: bad }, 'item 2'],
  ])('is named by %s', async (_, item, name) => {
    const problems = await failuresOf(inContext({ itemListElement: [items[0], item] }));
    expect(problems).toMatchObject([{ item: name }]);
  });

  it('is reported for each list if all items of all lists are lost', async () => {
    const document = inContext({
      '@graph': [{ '@type': 'DataCatalog', name: 'All', dataset: [bad, bad] }],
    });
    expect(await failuresOf(document)).toHaveLength(2);
    const found = await graphsOf([document]);
    expect(found.map(({ describes }) => describes[0]?.name)).toEqual(['All']);
    expect(await failuresOf(inContext({ dataset: [bad] }))).toMatchObject([{ item: 'item 1' }]);
  });

  it('may be in the description of the list itself', async () => {
    const document = { '@type': 'DataCatalog', '@id': list, publisher: bad, dataset: items };
    expect(await failuresOf(inContext(document))).toMatchObject([{ item: list }]);
    const found = await graphsOf([inContext(document)]);
    expect(await contents(found)).toEqual(await alone(items));
    expect(found.map(({ memberOf }) => memberOf)).toEqual(items.map(() => [list]));
  });

  it('leaves no record of the page that describes only this item', async () => {
    const page = { '@type': 'WebPage', name: 'Page', mainEntity: { ...bad, '@id': list } };
    expect(await failuresOf(inContext(page))).toMatchObject([{ item: list }]);
    expect(await graphsOf([inContext(page)])).toEqual([]);
  });

  it('is the whole list if the context of the list is not available', async () => {
    const [problem] = await failuresOf({ '@context': foreign, itemListElement: items });
    expect(problem).toEqual({ kind: 'context-unavailable', url: documentUrl, context: foreign });
  });

  it('is the whole dataset if a part of a dataset is invalid', async () => {
    const parts = { '@id': list, '@type': 'Dataset', dataset: [items[0], bad] };
    const problems = await failuresOf(inContext({ '@graph': [parts, items[1]] }));
    expect(problems).toMatchObject([{ item: list }]);
    expect(await graphsOf([inContext({ '@graph': [parts, items[1]] })])).toHaveLength(1);
    expect(await failuresOf(inContext(parts))).not.toHaveProperty('0.item');
  });

  it('does not undo repairs of names in other items', async () => {
    const nameless = { ...dataset(4), creator: { '@id': null, name: 'Digger 4' } };
    const found = await graphsOf([inContext({ dataset: [bad, nameless] })]);
    expect(found.map(({ key }) => key)).toEqual(['https://bog.example/4']);
  });
});

describe('a document that takes too long', () => {
  const document = inContext({ '@type': 'ItemList', itemListElement: items });
  /**
   * Expands with these parts of the work left out: 1 is the document, 2 asks what holds items, 3 is
   * the list itself.
   */
  async function expandWithout(...givenUp: readonly number[]) {
    let parts = 0;
    let open = 0;
    const watch: WorkMonitor = {
      goesOn: () => undefined,
      begins: () => {
        parts += 1;
        if (givenUp.includes(parts)) return { kind: 'record-timed-out', timeoutMs: 100 };
        open += 1;
        return undefined;
      },
      ends: () => void (open -= 1),
    };
    const stageContext = { signal: new AbortController().signal, now: () => new Date(0), watch };
    const stage = createExpandStage({ limits });
    const json = JSON.stringify(document);
    const kept = { documentUrl, baseIri: documentUrl, route: 'direct', json } as const;
    const names: string[] = [];
    const problems: Problem[] = [];
    for await (const outcome of stage.process([kept], stageContext)) {
      if (outcome.kind === 'failed') problems.push(outcome.problem);
      if (outcome.kind !== 'produced' || outcome.value.kind !== 'graph') continue;
      names.push(outcome.value.graph.key ?? '');
    }
    expect(open).toBe(0);
    return { names, problems };
  }

  it('is expanded item by item, and loses only the slow item', async () => {
    const names = items.map((item) => item['@id']);
    expect(await expandWithout()).toEqual({ names, problems: [] });
    expect(await expandWithout(1)).toEqual({ names, problems: [] });
    const timedOut = { kind: 'record-timed-out', url: documentUrl, timeoutMs: 100 };
    expect(await expandWithout(1, 5)).toEqual({
      names: [names[0], names[2]],
      problems: [{ ...timedOut, item: names[1] }],
    });
  });
});
