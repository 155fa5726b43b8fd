import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { describedNameKeys, nameKeys } from '../../src/catalogue/keys.ts';
import type { Snapshot } from '../../src/catalogue/snapshot.ts';

/** What in a catalogue contradicts itself, in words; nothing in a sound one. */
export function inconsistencies(catalogue: Catalogue): string[] {
  return catalogue.read((snapshot) => [
    ...ofGraphs(snapshot),
    ...ofDocuments(snapshot),
    ...ofNames(snapshot),
    ...ofProblems(snapshot),
    ...ofTotals(snapshot),
    ...ofHistory(snapshot),
  ]);
}

function* ofGraphs(snapshot: Snapshot): Generator<string> {
  const facts = [...snapshot.facts()].map(({ graph }) => graph);
  const nquads = [...snapshot.graphs()].map(({ graph }) => graph);
  if (facts.join('\n') !== nquads.join('\n'))
    yield `facts ${facts.join()} but statements ${nquads.join()}`;
  for (const { graph, documentUrl, document, quads } of snapshot.facts()) {
    if (snapshot.document(documentUrl, document) === undefined) yield `${graph} has no document`;
    const lines = (snapshot.nquadsOf(graph) ?? '').split('\n').length - 1;
    if (lines !== quads) yield `${graph} has ${lines} statements, said to be ${quads}`;
    if (snapshot.outcomeOf(documentUrl) === undefined) yield `${graph} has no outcome`;
    const ofUrl = [...snapshot.factsOfUrl(documentUrl)].map((each) => each.graph);
    if (!ofUrl.includes(graph)) yield `${graph} is not found by its URL`;
  }
}

function* ofDocuments(snapshot: Snapshot): Generator<string> {
  for (const { url, sha256 } of snapshot.documentsBehind()) {
    if (snapshot.outcomeOf(url) === undefined) yield `a document of ${url} has no outcome`;
    if (snapshot.document(url, sha256)?.documentUrl !== url) yield `a document is not of ${url}`;
  }
}

function* ofNames(snapshot: Snapshot): Generator<string> {
  const wanted = new Map<string, string>();
  for (const facts of snapshot.facts()) {
    for (const key of nameKeys(facts)) wanted.set(key, facts.graph);
  }
  for (const outcome of snapshot.outcomes()) {
    for (const key of describedNameKeys(outcome)) wanted.set(key, outcome.url);
  }
  for (const { key, value } of snapshot.names()) {
    if (wanted.get(key) !== value) yield `the name ${key} finds ${value}`;
    wanted.delete(key);
  }
  for (const [key, graph] of wanted) yield `${graph} is not found by ${key}`;
}

function* ofProblems(snapshot: Snapshot): Generator<string> {
  for (const { url, record, problems } of snapshot.problems()) {
    const place = record ?? url;
    if (problems.length === 0) yield `nothing is wrong with ${place}`;
    if (snapshot.outcomeOf(url) === undefined) yield `problems of ${place} have no outcome`;
    if (record === undefined) continue;
    if (snapshot.factsOf(record)?.documentUrl !== url) yield `problems of ${place}, which is gone`;
    const ofUrl = [...snapshot.recordProblems(url)].map((each) => each.record);
    if (!ofUrl.includes(record)) yield `problems of ${place} are not found by its URL`;
  }
}

function* ofTotals(snapshot: Snapshot): Generator<string> {
  const facts = [...snapshot.facts()];
  const { graphs, quads, characters } = snapshot.totals();
  if (graphs !== facts.length) yield `${graphs} graphs in all, but ${facts.length} there`;
  const sum = facts.reduce((all, each) => all + each.quads, 0);
  if (quads !== sum) yield `${quads} statements in all, but ${sum} there`;
  const length = [...snapshot.graphs()].reduce((all, { nquads }) => all + nquads.length, 0);
  if (characters !== length) yield `${characters} characters in all, but ${length} there`;
}

function* ofHistory(snapshot: Snapshot): Generator<string> {
  const { change } = snapshot.totals();
  const texts = new Map([...snapshot.graphs()].map(({ graph, nquads }) => [graph, nquads]));
  for (const { graph, changed = 0 } of snapshot.facts()) {
    if (changed > change) yield `${graph} was changed by ${changed}, which is still to come`;
    if (snapshot.previousVersion(graph, change)?.nquads !== texts.get(graph))
      yield `${graph} did not say what it says`;
  }
  for (const { graph } of snapshot.tombstones()) {
    if (texts.has(graph)) yield `${graph} is there and has a tombstone`;
  }
  for (const graph of snapshot.formerGraphs(change)) yield `${graph} was something still to come`;
}
