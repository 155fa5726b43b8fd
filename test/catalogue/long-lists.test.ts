import { expect, it } from 'vitest';
import { TextSet } from '../../src/text/text-set.ts';
import { inconsistencies } from './consistency.ts';
import { commit, kept, urlUpdateAt, newPath, openCatalogue, record, url } from './updates.ts';

const size = 300;
const isStill = (index: number): boolean => index % 3 > 0;

it('keeps the records of a long list that the latest visit found, and their documents', () => {
  const catalogue = openCatalogue(newPath());
  const documents = Array.from({ length: size }, (_, index) => kept(1, `[${index}]`));
  const records = documents.map((document, index) => record(1, document, { key: `k${index}` }));
  const first = urlUpdateAt(1, documents, records);
  const { end: firstEnd, ...part } = first;
  if (firstEnd === undefined) throw new Error('no end');
  commit(catalogue, { ...part, documents: documents.slice(0, 200), graphs: records.slice(0, 200) });
  commit(catalogue, {
    ...part,
    documents: documents.slice(200),
    graphs: records.slice(200),
    end: firstEnd,
  });
  const [graphs, hashes] = [new TextSet(), new TextSet()];
  for (const { graph, document } of records.filter((_, index) => isStill(index))) {
    graphs.add(graph);
    hashes.add(document);
  }
  const { outcome } = firstEnd;
  const empty = { ...part, documents: [], graphs: [] };
  const partial = { outcome, someGraphs: graphs, documents: hashes };
  expect(commit(catalogue, { ...empty, end: partial })[0]?.removed).toEqual([]);
  const [receipt] = commit(catalogue, { ...empty, end: { outcome, graphs, documents: hashes } });
  const gone = records.filter((_, index) => !isStill(index)).map(({ graph }) => graph);
  expect(receipt?.removed).toEqual(gone.toSorted());
  const left = catalogue.read((snapshot) => ({
    graphs: Array.from(snapshot.factsOfUrl(url(1)), ({ graph }) => graph),
    documents: Array.from(snapshot.documentsBehind(), ({ sha256 }) => sha256),
  }));
  const stays = records.filter((_, index) => isStill(index));
  expect(new Set(left.graphs)).toEqual(new Set(stays.map(({ graph }) => graph)));
  expect(new Set(left.documents)).toEqual(new Set(stays.map(({ document }) => document)));
  expect(inconsistencies(catalogue)).toEqual([]);
});
