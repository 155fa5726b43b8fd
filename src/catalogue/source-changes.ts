import { setImmediate } from 'node:timers/promises';
import { UsageFault } from '../model/fault.ts';
import type { Problem } from '../model/problem.ts';
import type { Catalogue } from './catalogue.ts';
import { sourceNames, renameInTombstones } from './history.ts';
import { storageKey } from './keys.ts';
import type { CatalogueData } from './layout.ts';
import { noteReaders } from './harvest-memory.ts';
import type { CommitTally } from './record-writer.ts';
import type { OutcomeRow, ReportRow, RunPlanRow, StoredSourceReport } from './rows.ts';
import { type RunData, runNumberInKey, sourceReportKey, sourceReportRange } from './run-rows.ts';
import type { Snapshot } from './snapshot.ts';
import { changeOutcome, removeWholeUrl } from './url-removal.ts';
import { mergeListings } from './url-writer.ts';

/** How much the removal of a source removed. */
export interface SourceRemoval {
  readonly urls: number;
  readonly records: number;
  /** URLs that stay because another source lists them. */
  readonly shared: number;
}

/** How many URLs one commit removes; each is removed completely, also if the process ends. */
const urlsAtOnce = 500;

/**
 * Removes everything that only one source lists: listings, records, sitemaps, site memory, and its
 * part of run reports. Also removes URLs without a source, which killed runs left behind.
 * @returns undefined where no source has that name
 */
export async function removeSource(
  catalogue: Catalogue,
  name: string,
): Promise<SourceRemoval | undefined> {
  if (!catalogue.read((snapshot) => isKnownSource(snapshot, name))) return undefined;
  const urls = catalogue.read((snapshot) => urlsOf(snapshot, name));
  // A killed run had started to visit URLs that no source lists.
  const left = catalogue.read((snapshot) => urlsWhere(snapshot, (sources) => sources.length === 0));
  const all = [...urls, ...left];
  const removal = { urls: 0, records: 0, shared: 0 };
  for (let at = 0; at < all.length; at += urlsAtOnce) {
    catalogue.change((data, tally) => {
      for (const url of all.slice(at, at + urlsAtOnce)) {
        const { records, shared } = forget(data, { url, name }, tally);
        removal.records += records;
        removal.shared += Number(shared);
      }
    });
    await setImmediate();
  }
  removal.urls = urls.length - removal.shared;
  catalogue.change((data, tally) => {
    renameInTombstones(data, name);
    data.places.removeSync(storageKey(name));
    noteReaders(data, (_, sources) => sources.filter((each) => each !== name));
    removeSourceFromRuns(data, name);
    tally.changed = true;
  });
  return removal;
}

/**
 * Renames a source in everything that names it.
 * @returns the number of its URLs; undefined where no source has the old name
 * @throws {UsageFault} where a source has the new name
 */
export async function renameSource(
  catalogue: Catalogue,
  name: string,
  newName: string,
): Promise<number | undefined> {
  const exists = (each: string): boolean =>
    catalogue.read((snapshot) => isKnownSource(snapshot, each));
  if (!exists(name)) return undefined;
  if (newName === '') throw new UsageFault('The new name of the source is empty.');
  if (exists(newName)) throw new UsageFault(`The catalogue already has a source named ${newName}.`);
  const urls = catalogue.read((snapshot) => urlsOf(snapshot, name));
  // One commit, because a source that is half renamed would look like two sources.
  catalogue.change((data, tally) => {
    for (const url of urls) changeOutcome(data, url, tally, renamed(name, newName));
    renameFormer(data, name, newName);
    renameInTombstones(data, name, newName);
    movePlace(data, name, newName);
    noteReaders(data, (_, sources) => sources.map((each) => (each === name ? newName : each)));
    renameSourceInRuns(data, name, newName);
    tally.changed = true;
  });
  return urls.length;
}

function urlsOf(snapshot: Snapshot, name: string): string[] {
  return urlsWhere(snapshot, (sources) => sources.includes(name));
}

function urlsWhere(snapshot: Snapshot, isWanted: (sources: string[]) => boolean): string[] {
  const urls: string[] = [];
  for (const { url, listings } of snapshot.outcomes()) {
    if (isWanted(sourceNames(listings))) urls.push(url);
  }
  return urls;
}

/** Whether a source lists URLs or a run reported about it. */
function isKnownSource(snapshot: Snapshot, name: string): boolean {
  for (const _ of snapshot.runs().reportsOfSource(name)) return true;
  return urlsOf(snapshot, name).length > 0;
}

function forget(
  data: CatalogueData,
  { url, name }: { readonly url: string; readonly name: string },
  tally: CommitTally,
): { readonly records: number; readonly shared: boolean } {
  const listings = data.outcomes.get(storageKey(url))?.listings ?? [];
  const others = listings.filter(({ source }) => source !== name);
  if (others.length > 0) {
    changeOutcome(data, url, tally, (before) => ({ ...before, listings: others }));
    return { records: 0, shared: true };
  }
  return { records: removeWholeUrl(data, url, tally).length, shared: false };
}

function renamed(name: string, newName: string): (outcome: OutcomeRow) => OutcomeRow {
  return (outcome) => {
    const listings = outcome.listings.map((each) =>
      each.source === name ? { ...each, source: newName } : each,
    );
    return { ...outcome, listings: mergeListings([], listings) };
  };
}

/** The history keeps its meaning: the renamed source listed these URLs before. */
function renameFormer({ formerSources }: CatalogueData, name: string, newName: string): void {
  const all = [...formerSources.getRange()];
  for (const { key, value } of all) {
    if (!value.includes(name)) continue;
    const names = value.map((each) => (each === name ? newName : each));
    formerSources.putSync(key, names);
  }
}

/**
 * Moves the site memory of the source to the new name, and drops what another source left there.
 */
function movePlace({ places }: CatalogueData, name: string, newName: string): void {
  const kept = places.get(storageKey(name));
  places.removeSync(storageKey(name));
  if (kept === undefined) places.removeSync(storageKey(newName));
  else places.putSync(storageKey(newName), kept);
}

/** Renames a source in the stored runs, also in problems that name it. */
function renameSourceInRuns(data: RunData, name: string, newName: string): void {
  const renamedRow = (each: string): string => (each === name ? newName : each);
  const inProblems = (problems: readonly Problem[]): readonly Problem[] =>
    problems.map((problem) =>
      'source' in problem ? { ...problem, source: renamedRow(problem.source) } : problem,
    );
  changeRows(
    data,
    name,
    (names) => names.map(renamedRow),
    (report) => ({ ...report, examples: inProblems(report.examples) }),
  );
  for (const { number, report } of takeReportsOf(data, name)) {
    const { source: _, examples = [], listingProblems, ...rest } = report;
    data.sourceReports.putSync(sourceReportKey(newName, number), {
      ...rest,
      source: newName,
      listingProblems: inProblems(listingProblems),
      examples: inProblems(examples),
    });
  }
}

/** Removes a source from the stored runs. */
function removeSourceFromRuns(data: RunData, name: string): void {
  changeRows(data, name, (names) => names.filter((each) => each !== name));
  takeReportsOf(data, name);
}

/**
 * Changes all plans and reports.
 * @param name the renamed or removed source
 * @param names maps the names of sources
 */
function changeRows(
  { plans, reports }: RunData,
  name: string,
  names: (names: readonly string[]) => readonly string[],
  change: (report: ReportRow) => ReportRow = (report) => report,
): void {
  const changePlan = ({ sources, configured }: RunPlanRow): RunPlanRow => ({
    ...(sources && { sources: names(sources) }),
    ...(configured && { configured: names(configured) }),
  });
  const planned = [...plans.getRange()];
  for (const { key, value } of planned) plans.putSync(key, changePlan(value));
  const numbers = [...reports.getKeys()];
  for (const number of numbers) {
    const row = reports.get(number);
    if (row === undefined) continue;
    const changed = change(asConfigured(row, name));
    reports.putSync(number, { ...changed, sources: names(row.sources) });
  }
}

/** Removes the reports about a source. @returns the removed reports */
function takeReportsOf(
  { sourceReports }: RunData,
  name: string,
): readonly { readonly number: number; readonly report: StoredSourceReport }[] {
  const taken = [...sourceReports.getRange(sourceReportRange(name))];
  for (const { key } of taken) sourceReports.removeSync(key);
  return taken.map(({ key, value }) => ({ number: runNumberInKey(key), report: value }));
}

/** A report without the problem that the source is not configured. */
function asConfigured(report: ReportRow, name: string): ReportRow {
  const says = (problem: Problem): boolean =>
    problem.kind === 'source-not-configured' && problem.source === name;
  const { catalogue, examples } = report;
  const problems = catalogue.problems.filter((problem) => !says(problem));
  if (problems.length === catalogue.problems.length) return report;
  const { 'source-not-configured': count = 1, ...counts } = catalogue.counts;
  const other = problems.filter(({ kind }) => kind === 'source-not-configured').slice(0, 1);
  return {
    ...report,
    catalogue: {
      problems,
      counts: count > 1 ? { ...counts, 'source-not-configured': count - 1 } : counts,
    },
    examples: examples.flatMap((problem) => (says(problem) ? other : [problem])),
  };
}
