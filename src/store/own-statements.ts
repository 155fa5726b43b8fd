import type { Problem } from '../model/problem.ts';
import type { RunReport, SourceReport } from '../model/run.ts';
import type { Listing } from '../model/target.ts';
import { TextSet } from '../text/text-set.ts';
import { catalogueProblems } from './catalogue-problems.ts';
import { problemsGraph, problemStatements } from './problems.ts';
import {
  provenanceGraph,
  recordProvenance,
  runProvenance,
  sourceProvenance,
  tombstoneProvenance,
} from './provenance.ts';
import { indexGraph, recordIndex } from './index-statements.ts';
import { searchFactsOf } from './kept-search.ts';
import { signpostStatements } from './signpost-statements.ts';
import type { Snapshot } from './snapshot.ts';
import type { GraphPiece } from './store.ts';
import type { OwnGraph } from './queries.ts';

export interface OwnSelection {
  readonly sources?: readonly string[] | undefined;
  readonly without: readonly OwnGraph[];
}

/** Statements are a few hundred characters a record; who takes them one by one pays for each. */
const pieceCharacters = 2 ** 16;
/** Of each kind, problems of the catalogue as a whole that are told one by one. */
const maxCatalogueProblems = 100;

/** Our own graphs, derived from what is kept, in the order in which they are written. Each piece is of one graph. */
export function* ownStatements(
  snapshot: Snapshot,
  { sources, without }: OwnSelection,
): Generator<GraphPiece> {
  const wanted = sources && new Set(sources);
  if (!without.includes('index')) yield* inPieces(indexGraph, index(snapshot, wanted));
  if (!without.includes('provenance')) {
    yield* inPieces(provenanceGraph, provenance(snapshot, wanted));
  }
  if (!without.includes('problems')) yield* inPieces(problemsGraph, problems(snapshot, wanted));
}

type Wanted = ReadonlySet<string> | undefined;

/** What the records can be searched by, each node that they share once. */
function* index(snapshot: Snapshot, wanted: Wanted): Generator<string> {
  const seen = new TextSet();
  const outcomeOf = remembering((url) => snapshot.outcomeOf(url));
  for (const facts of snapshot.facts()) {
    if (wanted !== undefined && !isWanted(outcomeOf(facts.documentUrl)?.listings ?? [], wanted)) {
      continue;
    }
    yield recordIndex({ ...facts, search: searchFactsOf(snapshot, facts.graph) }, seen);
  }
}

/** What is said of the records, of those that were removed, by typed links, of the sources, then of the runs; of records of some sources, only what they mention. */
function* provenance(snapshot: Snapshot, wanted: Wanted): Generator<string> {
  const mentioned = { sources: new Set<string>(), runs: new Set<string>() };
  yield* recordOrigins(snapshot, wanted, mentioned);
  yield* removals(snapshot, wanted, mentioned);
  for (const { listings, signposts } of snapshot.outcomes()) {
    if (signposts !== undefined && isWanted(listings, wanted)) {
      yield signpostStatements(signposts.links);
    }
  }
  for (const source of [...mentioned.sources].toSorted()) yield sourceProvenance(source);
  for (const run of snapshot.runs()) {
    if (wanted === undefined || mentioned.runs.has(run.run)) yield runProvenance(run);
  }
}

interface Mentioned {
  readonly sources: Set<string>;
  readonly runs: Set<string>;
}

function* recordOrigins(
  snapshot: Snapshot,
  wanted: Wanted,
  { sources, runs }: Mentioned,
): Generator<string> {
  const outcomeOf = remembering((url) => snapshot.outcomeOf(url));
  const documentOf = remembering((url) =>
    remembering((sha256) => snapshot.documentFacts(url, sha256)),
  );
  for (const facts of snapshot.facts()) {
    const listings = outcomeOf(facts.documentUrl)?.listings ?? [];
    if (!isWanted(listings, wanted)) continue;
    const document = documentOf(facts.documentUrl)(facts.document);
    if (document === undefined) continue;
    for (const { source } of listings) sources.add(source);
    runs.add(document.run);
    yield recordProvenance({ facts, document, listings });
  }
}

function* removals(
  snapshot: Snapshot,
  wanted: Wanted,
  { sources, runs }: Mentioned,
): Generator<string> {
  for (const tombstone of snapshot.tombstones()) {
    if (wanted !== undefined && !tombstone.sources.some((source) => wanted.has(source))) continue;
    for (const source of tombstone.sources) sources.add(source);
    if (tombstone.run !== undefined) runs.add(tombstone.run);
    yield tombstoneProvenance(tombstone);
  }
}

function isWanted(listings: readonly Listing[], wanted: Wanted): boolean {
  return wanted === undefined || listings.some(({ source }) => wanted.has(source));
}

/** Problems of the URLs, then of listing the sources, then of the catalogue as a whole. */
function* problems(snapshot: Snapshot, wanted: Wanted): Generator<string> {
  for (const { url, listings, problems: found, run, at } of snapshot.outcomes()) {
    const sources = listings.map(({ source }) => source);
    if (wanted !== undefined && !sources.some((source) => wanted.has(source))) continue;
    yield problemStatements(found, { scope: url, sources, run, at });
  }
  for (const { source, report } of latestListings(snapshot)) {
    if (wanted !== undefined && !wanted.has(source.source)) continue;
    yield problemStatements(source.listingProblems, {
      scope: `listing ${source.source}`,
      sources: [source.source],
      run: report.run,
      at: report.endedAt,
    });
  }
  for (const problem of catalogueProblems(snapshot, maxCatalogueProblems).problems) {
    const sources = sourcesOfProblem(problem, snapshot);
    if (wanted !== undefined && !sources.some((source) => wanted.has(source))) continue;
    yield problemStatements([problem], { scope: 'catalogue', sources });
  }
}

/** The sources that a problem of the catalogue as a whole is about. */
function sourcesOfProblem(problem: Problem, snapshot: Snapshot): readonly string[] {
  if (problem.kind === 'source-not-configured') return [problem.source];
  return snapshot.outcomeOf(problem.url)?.listings.map(({ source }) => source) ?? [];
}

/** So many runs are searched for the last one that has a source. */
const maxRuns = 100;

/** What the last run that has a source says of it, sorted by the name of the source. */
export function latestListings(
  snapshot: Snapshot,
): readonly { readonly source: SourceReport; readonly report: RunReport }[] {
  const latest = new Map<string, { readonly source: SourceReport; readonly report: RunReport }>();
  for (const { report } of snapshot.latestRuns(maxRuns)) {
    for (const source of report?.sources ?? []) {
      if (report !== undefined && !latest.has(source.source)) {
        latest.set(source.source, { source, report });
      }
    }
  }
  return [...latest.keys()].toSorted().flatMap((name) => latest.get(name) ?? []);
}

/** Of many graphs of one URL, that of the URL is read once. */
export function remembering<Value>(read: (url: string) => Value): (url: string) => Value {
  let last: { readonly url: string; readonly value: Value } | undefined;
  return (url) => {
    if (last?.url !== url) last = { url, value: read(url) };
    return last.value;
  };
}

function* inPieces(graph: string, texts: Iterable<string>): Generator<GraphPiece> {
  let nquads = '';
  for (const text of texts) {
    nquads += text;
    if (nquads.length < pieceCharacters) continue;
    yield { graph, nquads };
    nquads = '';
  }
  if (nquads !== '') yield { graph, nquads };
}
