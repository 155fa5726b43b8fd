import type { LookState } from '../model/run.ts';
import { fallbacks, type Fallback } from '../model/fallback.ts';
import type { Carrying } from './carrying.ts';

/** The states of a page that was read and has no metadata in it. */
const bare: ReadonlySet<LookState> = new Set<LookState>(['no-metadata', 'linked']);

const allFallbacks: ReadonlySet<string | undefined> = new Set(fallbacks);

/**
 * Whether a page gave nothing, and all records that it has were read by last resorts (`fallbacks`) that no source wants any
 * more which lists it: whatever it says from now on, it does not give them again. A record that is read as ever stays when its
 * page gives nothing for a while, also where the program or its limits are others than before.
 */
export async function isNoLongerRead(
  state: LookState,
  { target, known, reading, tally, running }: Carrying,
): Promise<boolean> {
  if (known === undefined || known.records === 0 || target.isList === true) return false;
  if (!bare.has(state) || tally.hasFailed || tally.mayPass) return false;
  const wanted: ReadonlySet<string | undefined> = new Set<Fallback>(reading.fallbacks);
  const routes = [...(await running.memory.routesOf(target.url))];
  return (
    routes.length > 0 && routes.every((route) => allFallbacks.has(route) && !wanted.has(route))
  );
}
