import type { Signposts } from '../model/offer.ts';
import type { Target } from '../model/target.ts';
import { fragmentOf } from '../links/link-label.ts';
import type { SourceLedger } from '../report/ledger.ts';
import { LookLedger } from '../report/look-ledger.ts';

/** The latest look at a page whose scripts can be named. */
export interface PageLook {
  /** As it was carried, with the labels that were known when it was read. */
  readonly target: Target;
  readonly ledger: LookLedger;
  /** The `id`s of its scripts. */
  readonly scriptIds: ReadonlySet<string>;
}

/** The pages of this run whose scripts have an `id`, so that one can be read again whose script is named too late. */
export class PageBook {
  readonly #looks = new Map<string, PageLook>();

  /**
   * A page was read. @param signposts what it offers; without a script that has an `id`, and where none is named, it is not
   * remembered
   */
  read(target: Target, ledger: LookLedger, { offers }: Signposts): void {
    const scripts = offers.filter(({ via, url }) => via === 'script' && url.includes('#'));
    const isNamed = target.labels?.some(({ scriptId }) => scriptId !== undefined) === true;
    if (scripts.length === 0 && !isNamed) return;
    const scriptIds = new Set(scripts.map(({ url }) => fragmentOf(url)));
    this.#looks.set(target.url, { target, ledger, scriptIds });
  }

  /**
   * The ledger of a look that begins. Where it is a further one for the same source, it takes the place of the one before.
   * @param ledger that of the source
   */
  ledgerFor(target: Target, ledger: SourceLedger): LookLedger {
    const { url, source } = target;
    const before = this.#looks.get(url);
    if (before?.target.source !== source) return new LookLedger(ledger, url);
    const made = new LookLedger(ledger, url, before.ledger);
    // With what is known now, whatever the look gives: else a page that gives nothing would be read again without end.
    this.#looks.set(url, { ...before, target, ledger: made });
    return made;
  }

  of(url: string): PageLook | undefined {
    return this.#looks.get(url);
  }

  /**
   * Whether a script of a page is named that was not when it was read.
   * @param target the page, with all that is said of it
   */
  isOutdated({ url, labels = [] }: Target): boolean {
    const look = this.#looks.get(url);
    if (look === undefined) return false;
    const known = new Set(look.target.labels?.map(({ scriptId }) => scriptId));
    return labels.some(
      ({ scriptId }) =>
        scriptId !== undefined && look.scriptIds.has(scriptId) && !known.has(scriptId),
    );
  }
}
