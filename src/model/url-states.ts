import type { LookState, RecordState, UrlState } from './run.ts';

/** All states of each kind, in display order. The compiler keeps them complete. */
const looks: Readonly<Record<LookState, 0>> = {
  harvested: 0,
  linked: 0,
  'no-metadata': 0,
  'metadata-failed': 0,
  'fetch-failed': 0,
  gone: 0,
  disallowed: 0,
  'not-tried': 0,
};

const { harvested: _, ...otherLooks } = looks;
const urls: Readonly<Record<UrlState, 0>> = {
  loaded: 0,
  unchanged: 0,
  ...otherLooks,
  'not-due': 0,
  unlisted: 0,
  missing: 0,
};

const records: Readonly<Record<RecordState, 0>> = {
  added: 0,
  replaced: 0,
  unchanged: 0,
  removed: 0,
  'not-due': 0,
  kept: 0,
  'failed-kept': 0,
  'failed-new': 0,
  'would-load': 0,
};

/** Visit counts by result, all 0. */
export function noLooks(): Record<LookState, number> {
  return { ...looks };
}

/** URL counts by final state, all 0. */
export function noUrls(): Record<UrlState, number> {
  return { ...urls };
}

/** Record counts by final state, all 0. */
export function noRecords(): Record<RecordState, number> {
  return { ...records };
}
