import type { LiveSettings } from '../pipeline/live-visit.ts';
import { printable } from '../text/printable.ts';

/** The most sources that a line names. */
const maxNamed = 5;

const reasons = {
  named: 'as --source says',
  listed: 'which lists the URL in the catalogue',
  'same-host': 'the only configured source on its host',
} as const;

/** Says which source's settings a visit used, and why, for people. */
export function settingsLine(settings: LiveSettings): string {
  if (settings.source !== undefined) {
    const { source, because } = settings;
    return `Visited now, with the settings of the source ${printable(source.name)}, ${reasons[because]}.`;
  }
  const { candidates } = settings;
  const why =
    candidates.length === 0
      ? 'no configured source is known to list the URL'
      : `${namesOf(candidates)} are on its host (choose with --source)`;
  return `Visited now, with the default settings of a source, because ${printable(why)}.`;
}

function namesOf(candidates: readonly string[]): string {
  const more = candidates.length - maxNamed;
  const names = candidates.slice(0, maxNamed).join(', ');
  return more > 0 ? `${names} and ${more} more` : names;
}

/** The same as plain JSON: `source` is null where the default settings were used. */
export function settingsJson(settings: LiveSettings) {
  if (settings.source === undefined) return { source: null, candidates: settings.candidates };
  return { source: settings.source.name, because: settings.because };
}
