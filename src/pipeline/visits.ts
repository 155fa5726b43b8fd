import type { Target } from '../model/target.ts';
import type { Frontier } from './frontier.ts';

/**
 * Which URLs are being carried, and which of them gave records that no source wanted which had listed them by then. Such
 * a URL is carried once more when a further source lists it, and never before what the first time gave is written: of two
 * looks at one URL that were under way at once, the one that knows less could end last.
 */
export class Visits {
  readonly #frontier: Pick<Frontier, 'repeat' | 'hold' | 'letGo'>;
  /** By URL, and what is to be carried when that has ended. */
  readonly #inProgress = new Map<string, Target | undefined>();
  readonly #leftOut = new Set<string>();

  constructor(frontier: Pick<Frontier, 'repeat' | 'hold' | 'letGo'>) {
    this.#frontier = frontier;
  }

  begin(url: string): void {
    this.#inProgress.set(url, undefined);
  }

  /** A record of a URL that is being carried was left out. */
  leaveOut(url: string): void {
    this.#leftOut.add(url);
  }

  /**
   * A further source lists a URL that was offered before.
   * @returns whether it will be carried once more for this source
   */
  repeat(target: Target): boolean {
    const { url } = target;
    if (!this.#leftOut.delete(url)) return false;
    if (!this.#inProgress.has(url)) return this.#frontier.repeat(target) === 'queued';
    if (this.#inProgress.get(url) !== undefined) return false;
    this.#inProgress.set(url, target);
    this.#frontier.hold();
    return true;
  }

  /** All that the URL gave is written. */
  end(url: string): void {
    const again = this.#inProgress.get(url);
    this.#inProgress.delete(url);
    if (again === undefined) return;
    this.#leftOut.delete(url);
    this.#frontier.repeat(again);
    this.#frontier.letGo();
  }
}
