import type { LiveSettings } from '../pipeline/live-settings.ts';
import { printable } from '../text/printable.ts';

/** Of sources on one host, so many are named. */
const maxNamed = 5;

const reasons = {
  named: 'as asked for',
  listed: 'which lists the URL in the catalogue',
  'same-host': 'the only one of the configuration on its host',
} as const;

/** With whose settings a URL was looked at, and why, for people. */
export function settingsLine(settings: LiveSettings): string {
  if (settings.source !== undefined) {
    const { source, because } = settings;
    return `Looked at now, with the settings of the source ${printable(source.name)}, ${reasons[because]}.`;
  }
  const { candidates } = settings;
  const why =
    candidates.length === 0
      ? 'no source of a configuration is known to list the URL'
      : `${namesOf(candidates)} are on its host (choose with --source)`;
  return `Looked at now, with the default settings of a source: ${printable(why)}.`;
}

function namesOf(candidates: readonly string[]): string {
  const more = candidates.length - maxNamed;
  const names = candidates.slice(0, maxNamed).join(', ');
  return more > 0 ? `${names} and ${more} more` : names;
}

/** The same as plain JSON: `source` is null where the settings are nobody's. */
export function settingsJson(settings: LiveSettings) {
  if (settings.source === undefined) return { source: null, candidates: settings.candidates };
  return { source: settings.source.name, because: settings.because };
}
