import type { Target } from '../model/target.ts';
import type { Frontier } from './frontier.ts';

/**
 * Which URLs are being carried, and which of them gave records that no source wanted which had listed them by then. Such
 * a URL is carried once more when a further source lists it, and so is one of which something new is said; never before
 * what the first time gave is written: of two looks at one URL that were under way at once, the one that knows less could
 * end last.
 */
export class Visits {
  readonly #frontier: Pick<Frontier, 'repeat' | 'hold' | 'letGo'>;
  /** By URL, and what is to be carried when that has ended. */
  readonly #inProgress = new Map<string, Target | undefined>();
  /** Those that will be carried once more, and have not begun. */
  readonly #waiting = new Set<string>();
  readonly #leftOut = new Set<string>();
  /** Those that were carried once more, or will be. */
  readonly #repeated = new Set<string>();

  constructor(frontier: Pick<Frontier, 'repeat' | 'hold' | 'letGo'>) {
    this.#frontier = frontier;
  }

  /** @returns whether the URL was carried before */
  begin(url: string): boolean {
    this.#waiting.delete(url);
    this.#inProgress.set(url, undefined);
    return this.#repeated.has(url);
  }

  /** A record of a URL that is being carried was left out. */
  leaveOut(url: string): void {
    this.#leftOut.add(url);
  }

  /**
   * A further source lists a URL that was offered before.
   * @returns whether it will be carried once more for this source, since something of it was left out
   */
  listFurther(target: Target): boolean {
    return this.#leftOut.delete(target.url) && this.repeat(target);
  }

  /**
   * Has a URL that was carried, or is being carried, carried once more.
   * @returns false where that was to happen anyhow, or nothing is carried any more
   */
  repeat(target: Target): boolean {
    const { url } = target;
    if (this.#waiting.has(url) || this.#inProgress.get(url) !== undefined) return false;
    if (this.#inProgress.has(url)) {
      this.#inProgress.set(url, target);
      this.#repeated.add(url);
      this.#frontier.hold();
      return true;
    }
    if (this.#frontier.repeat(target) !== 'queued') return false;
    this.#waiting.add(url);
    this.#repeated.add(url);
    return true;
  }

  /** All that the URL gave is written. */
  end(url: string): void {
    const again = this.#inProgress.get(url);
    this.#inProgress.delete(url);
    if (again === undefined) return;
    this.#leftOut.delete(url);
    if (this.#frontier.repeat(again) === 'queued') this.#waiting.add(url);
    this.#frontier.letGo();
  }
}
