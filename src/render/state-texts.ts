import type { LookState } from '../model/run.ts';

/** The result of a visit of a URL, in a few words. */
export const stateTexts: Readonly<Record<LookState, string>> = {
  harvested: 'harvested',
  linked: 'no metadata of its own, only links to metadata',
  'no-metadata': 'the response offers no metadata',
  'metadata-failed': 'the response offers metadata, but none of it is usable',
  'fetch-failed': 'it could not be fetched',
  gone: 'the server answered that it does not exist',
  disallowed: 'robots.txt disallows it',
  'not-tried': 'not visited, because the run ended before or its host was not available',
};
