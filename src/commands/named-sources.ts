import { sourceOf, type Config, type Source } from '../config/schema.ts';
import { UsageFault } from '../model/fault.ts';
import { grouped } from '../text/amounts.ts';

/** So many names are listed in a message. */
const maxNames = 20;

/** Names of sources for a message: of many the first, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const more = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`;
}

/**
 * The sources of a configuration that have these names, in its order; all where no names are given.
 * @throws {UsageFault} when a name is not in the configuration
 */
export function namedSources(
  config: Config,
  names: readonly string[] | undefined,
): readonly Source[] {
  const sources = config.sources.map(sourceOf);
  if (names === undefined) return sources;
  const known = new Set(sources.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new UsageFault(
      `No source is named ${unknown.join(' or ')}; the configuration has ${namesText([...known])}`,
    );
  }
  const wanted = new Set(names);
  return sources.filter(({ name }) => wanted.has(name));
}
