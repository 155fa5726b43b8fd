import type { SourceSize } from '../model/run.ts';
import { remembered } from '../text/remembered.ts';
import { readAtOnce, type PausingReading } from './in-turns.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The size of each source in the catalogue, most statements first. Reads the facts of all records.
 */
export function sourceSizes(snapshot: Snapshot): readonly SourceSize[] {
  return readAtOnce(readSourceSizes(snapshot));
}

/** `sourceSizes` with pauses. */
export function* readSourceSizes(snapshot: Snapshot): PausingReading<readonly SourceSize[]> {
  const sizes = new Map<string, { source: string; records: number; quads: number }>();
  const outcomeOf = remembered((url) => snapshot.outcomeOf(url), 1);
  for (const { documentUrl, quads } of snapshot.facts()) {
    for (const { source } of outcomeOf(documentUrl)?.listings ?? []) {
      const size = sizes.get(source) ?? { source, records: 0, quads: 0 };
      size.records += 1;
      size.quads += quads;
      sizes.set(source, size);
    }
    yield;
  }
  return [...sizes.values()].toSorted(
    (one, other) => other.quads - one.quads || (one.source < other.source ? -1 : 1),
  );
}
