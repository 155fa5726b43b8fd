import { fallbacks } from '../model/fallback.ts';
import type { Way } from '../model/record.ts';
import type { LookState } from '../model/run.ts';
import type { Carrying } from './carrying.ts';
import type { Reading } from './reading.ts';

/** The states of a page that was read and has no metadata in it. */
const bare: ReadonlySet<LookState> = new Set<LookState>(['no-metadata', 'linked']);

/**
 * Whether a page gave nothing, and all records that it has came in ways (`fallbacks`, `negotiate`) that no source wants any
 * more which lists it: whatever it says from now on, it does not give them so. A record that is read as ever stays when its
 * page gives nothing for a while, also where the program or its limits are others than before.
 */
export async function isNoLongerRead(
  state: LookState,
  { target, known, reading, tally, running }: Carrying,
): Promise<boolean> {
  if (known === undefined || known.records === 0 || target.isList === true) return false;
  if (!bare.has(state) || tally.hasFailed || tally.mayPass) return false;
  const ways = await running.memory.waysOf(target.url);
  return ways.length > 0 && ways.every((way) => way !== undefined && isUnwanted(way, reading));
}

function isUnwanted({ route, negotiated }: Way, reading: Reading): boolean {
  const fallback = fallbacks.find((each) => each === route);
  if (fallback !== undefined && !reading.fallbacks.includes(fallback)) return true;
  return negotiated && !reading.negotiates;
}
