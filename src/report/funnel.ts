import type { SourceReport } from '../model/run.ts';
import { sum } from './ledger.ts';

/** How many URLs of a source came how far. Each number is the one before less what was lost in between. */
export interface Funnel {
  /** Listed or linked in the run. */
  readonly discovered: number;
  readonly allowed: number;
  /** Less those of which what is known still holds. */
  readonly due: number;
  readonly tried: number;
  readonly answered: number;
  readonly withMetadata: number;
  /** Gave records, be they new or as before. */
  readonly harvested: number;
  /** Known from before and not listed: removed or kept. */
  readonly missed: number;
}

/** The funnel as a view on the final states of a source's URLs. */
export function funnelOf({ urls }: Pick<SourceReport, 'urls'>): Funnel {
  const missed = urls.unlisted + urls.missing;
  const discovered = sum(urls) - missed;
  const allowed = discovered - urls.disallowed;
  const due = allowed - urls['not-due'];
  const tried = due - urls['not-tried'];
  const answered = tried - urls['fetch-failed'] - urls.gone;
  const withMetadata = answered - urls['no-metadata'] - urls.linked;
  return {
    discovered,
    allowed,
    due,
    tried,
    answered,
    withMetadata,
    harvested: withMetadata - urls['metadata-failed'],
    missed,
  };
}
