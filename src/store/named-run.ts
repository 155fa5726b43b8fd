import { UsageFault } from '../model/fault.ts';
import { printable } from '../text/printable.ts';
import type { RunHead } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/** A message names so many. */
const maxNamed = 10;
const maxLatest = 3;

/** What stands for the latest run. */
const latest = 'last';

/**
 * The run that a text names: its id, the beginning of it that no other has, or `last` for the latest.
 * @throws {UsageFault} where there is none
 */
export function runNamed(snapshot: Snapshot, name: string): RunHead {
  const runs = [...snapshot.runs().latest()];
  const [first] = runs;
  if (first === undefined) throw new UsageFault('The catalogue has no runs yet.');
  return name === latest ? first : oneNamed(runs, name);
}

/**
 * The one of some runs whose id a text is, or begins.
 * @param runs the latest first
 * @throws {UsageFault} unless it is one
 */
export function oneNamed(runs: readonly RunHead[], name: string): RunHead {
  const exact = runs.find(({ run }) => run === name);
  const found = exact === undefined ? runs.filter(({ run }) => run.startsWith(name)) : [exact];
  const [first, ...others] = found;
  const shown = printable(name);
  if (first === undefined || name === '') {
    throw new UsageFault(`There is no run ${shown}; ${latestText(runs)}`);
  }
  if (others.length === 0) return first;
  const named = found.slice(0, maxNamed).map(({ run }) => run);
  const more = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : '';
  throw new UsageFault(
    `${found.length} runs begin with ${shown}: ${named.join(', ')}${more}. Name one of them.`,
  );
}

function latestText(runs: readonly RunHead[]): string {
  const named = runs.slice(0, maxLatest).map(({ run }) => run);
  if (named.length === 0) return 'the catalogue has none yet.';
  const more = runs.length > maxLatest ? ', and cdif-graph status lists more' : '';
  return `the latest ${named.length === 1 ? 'is' : 'are'} ${named.join(', ')}${more}.`;
}
