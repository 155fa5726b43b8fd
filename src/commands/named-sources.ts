import { sourceOf, type Config, type Source } from '../config/schema.ts';
import { UsageFault } from '../model/fault.ts';
import { namesText } from './options.ts';

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
      `No source is named ${unknown.join(' or ')}; the sources of the configuration are ${namesText([...known])}`,
    );
  }
  const wanted = new Set(names);
  return sources.filter(({ name }) => wanted.has(name));
}
