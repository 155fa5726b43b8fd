import type { LookState } from '../model/run.ts';

/** What a look at a URL gave, in a few words. */
export const stateTexts: Readonly<Record<LookState, string>> = {
  harvested: 'harvested',
  linked: 'no metadata of its own, only links to some',
  'no-metadata': 'it answered, and offered no metadata',
  'metadata-failed': 'it offered metadata, of which nothing could be used',
  'fetch-failed': 'it could not be fetched',
  gone: 'its server says that it is not there',
  disallowed: 'robots.txt forbids to ask for it',
  'not-tried': 'not tried, since the run ended before its turn or its host could not be asked',
};
