import { UsageFault } from '../model/fault.ts';
import { keptProblems } from '../model/problem-tally.ts';
import { targetUrl } from '../model/target-url.ts';
import type { LiveSettings, LiveVisit } from '../pipeline/live-visit.ts';
import { printable } from '../text/printable.ts';
import type { UrlExplanation } from '../render/url-explanation.ts';
import type { CommandContext } from './command.ts';
import type { LiveOptions } from './live-options.ts';
import { lookNow } from './look-now.ts';

/**
 * The looks at a URL and at what it led to; with whose settings, where they were made for the explanation alone; and of what
 * they are looks at the metadata only, where it was not asked for itself.
 */
export interface Explained {
  readonly looks: readonly UrlExplanation[];
  readonly settings?: LiveSettings;
  readonly described?: string;
}

/**
 * Looks at a URL now, as a source of the configuration that is given or lies here, and stores nothing.
 * @throws {UsageFault} when it is no URL, or the source is not in the configuration
 */
export async function explainLive(
  name: string,
  options: LiveOptions,
  context: CommandContext,
): Promise<Explained> {
  const url = targetUrl(name.trim());
  if (url === undefined) throw new UsageFault(`${printable(name)} is not an http or https URL.`);
  const { looks, settings, isListed } = await lookNow(url, options, context);
  return { settings, looks: looks.map((look) => explanationOf(look, isListed)) };
}

/** @param isListed whether it is known how a source lists what was looked at first */
function explanationOf(
  { outcome, records, recordProblems }: LiveVisit,
  isListed: boolean,
): UrlExplanation {
  const problems = keptProblems([...outcome.problems, ...recordProblems], outcome);
  const explanation: UrlExplanation = {
    outcome: { ...outcome, problems },
    records: records.map(({ graph, describes, quads }) => ({ graph, describes, quads })),
    isLive: true,
  };
  const isNamed = outcome.listings.every(({ found }) => found.by === 'urls');
  return isNamed && !isListed ? { ...explanation, isUnlisted: true } : explanation;
}
