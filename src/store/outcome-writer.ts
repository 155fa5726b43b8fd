import { nextVisit, type VisitEnd } from '../model/url-visit.ts';
import type { CatalogueData } from './catalogue-layout.ts';
import { describedKeys } from './described-names.ts';
import { keepFormerSources, sameSources } from './former-sources.ts';
import { sameFacts } from './graph-facts.ts';
import { removeList } from './kept-list.ts';
import { removeProblems } from './kept-problems.ts';
import { graphsOf, type Tally } from './record-writer.ts';
import type { OutcomeRow } from './rows.ts';
import { storageKey } from './storage-key.ts';

type Databases = Pick<
  CatalogueData,
  'facts' | 'outcomes' | 'problems' | 'names' | 'formerSources' | 'visits' | 'leads'
>;

/**
 * Stores the outcome of a URL in place of the previous one, with the names by which it is found.
 * This and the following functions must run inside a transaction.
 */
export function putOutcome(
  data: Pick<Databases, 'facts' | 'outcomes' | 'names' | 'formerSources'>,
  before: OutcomeRow | undefined,
  after: OutcomeRow,
  tally: Tally,
): void {
  const { outcomes, names, formerSources } = data;
  const keys = describedKeys(after);
  if (before !== undefined) {
    for (const key of describedKeys(before)) if (!keys.has(key)) names.removeSync(key);
  }
  // Also for unchanged outcomes: catalogues may be older than these names.
  for (const key of keys) if (!names.doesExist(key)) names.putSync(key, after.url);
  if (before !== undefined && sameFacts(before, after)) return;
  keepFormerSources({ formerSources }, before, after.listings, tally.change);
  outcomes.putSync(storageKey(after.url), after);
  if (before !== undefined) touchRecords(data, before, after, tally);
  if (before === undefined || !sameFacts(readOf(before), readOf(after))) tally.changed = true;
}

/** Which record is shown for a resource depends on the sources that list it. */
function touchRecords(
  data: Pick<Databases, 'facts'>,
  before: OutcomeRow,
  after: OutcomeRow,
  { touched }: Tally,
): void {
  if (sameSources(before.listings, after.listings)) return;
  for (const { graph } of graphsOf(data, after.url)) touched.add(graph);
}

/**
 * The part of an outcome that other data is derived from; changes of the rest are not reported to
 * readers.
 */
function readOf(outcome: OutcomeRow): Partial<OutcomeRow> {
  const {
    answer: _,
    negotiated: __,
    steps: ___,
    failed: ____,
    kept: _____,
    at: ______,
    run: _______,
    ...read
  } = outcome;
  return read;
}

/** Records a visit to a URL. @param hasRecords whether the catalogue has records of it */
export function putVisit(
  { visits }: Pick<Databases, 'visits'>,
  url: string,
  end: VisitEnd,
  hasRecords: boolean,
): void {
  const key = storageKey(url);
  visits.putSync(key, nextVisit(visits.get(key), end, hasRecords));
}

/** Removes the outcome, visit and leads of a URL. */
export function removeOutcome(
  { outcomes, problems, names, formerSources, visits, leads }: Databases,
  before: OutcomeRow,
  tally: Tally,
): void {
  for (const key of describedKeys(before)) names.removeSync(key);
  keepFormerSources({ formerSources }, before, [], tally.change);
  const key = storageKey(before.url);
  outcomes.removeSync(key);
  removeProblems({ problems }, { url: before.url }, tally);
  visits.removeSync(key);
  removeList(leads, before.url);
  tally.changed = true;
}
