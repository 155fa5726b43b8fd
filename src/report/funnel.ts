import type { SourceReport } from '../model/run.ts';
import { sum } from './ledger.ts';

/** How many URLs of a source came how far. Each number is the one before less what was lost in between. */
export interface Funnel {
  readonly discovered: number;
  readonly allowed: number;
  readonly tried: number;
  readonly answered: number;
  readonly withMetadata: number;
  readonly harvested: number;
}

/** The funnel as a view on the final states of a source's URLs. */
export function funnelOf({ urls }: SourceReport): Funnel {
  const discovered = sum(urls);
  const allowed = discovered - urls.disallowed;
  const tried = allowed - urls['not-tried'];
  const answered = tried - urls['fetch-failed'];
  const withMetadata = answered - urls['no-metadata'] - urls.linked;
  return {
    discovered,
    allowed,
    tried,
    answered,
    withMetadata,
    harvested: withMetadata - urls['metadata-failed'],
  };
}
