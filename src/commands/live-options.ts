import { UsageFault } from '../model/fault.ts';
import type { CatalogueOption } from './catalogue-option.ts';

/** How a URL is looked at now. */
export interface LiveOptions extends CatalogueOption {
  readonly live?: true;
  readonly source?: string;
  readonly allowPrivateAddresses?: true;
  /** The longest that it may take with all that it leads to. */
  readonly timeoutMs?: number;
}

/** @throws {UsageFault} where an option of such a look is given, and no such look is wanted */
export function refuseWithoutLive({ live, allowPrivateAddresses }: LiveOptions): void {
  if (live !== true && allowPrivateAddresses === true) {
    throw new UsageFault('--allow-private-addresses needs --live.');
  }
}
