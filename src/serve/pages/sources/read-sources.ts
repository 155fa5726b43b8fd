import { readStatus, type CatalogueContent } from '../../../store/catalogue-status.ts';
import type { PausingReading } from '../../../store/in-turns.ts';
import { lastRuns } from '../../../store/last-runs.ts';
import type { SourceRun } from '../../../store/run-reader.ts';
import type { Snapshot } from '../../../store/snapshot.ts';
import { isHarvested } from '../../../report/source-failures.ts';
import { careOf, careStates, type SourceCare, type SourceFacts } from './source-care.ts';

/** A source with a judgement of its state. */
export interface SourceWithCare extends SourceFacts {
  readonly care: SourceCare;
}

export interface SourcesSurvey {
  readonly content: CatalogueContent;
  /** Those that need care first. */
  readonly sources: readonly SourceWithCare[];
}

/** What is in the catalogue, and how each source is. */
export function* readSources(snapshot: Snapshot): PausingReading<SourcesSurvey> {
  const content = yield* readStatus(snapshot);
  const names = content.sources.map(({ source }) => source);
  const harvested = yield* lastRuns(snapshot, names, isHarvested);
  const asOf = latestTime(content);
  const sources: SourceWithCare[] = [];
  for (const status of content.sources) {
    const { source } = status;
    const facts = {
      status,
      latest: latestRun(snapshot, source),
      harvested: harvested.get(source),
    };
    sources.push({ ...facts, care: careOf(facts, asOf) });
    yield;
  }
  return { content, sources: sources.toSorted(byCare) };
}

/** What the latest run reported that came to some end and had a source. */
export function latestRun(snapshot: Snapshot, source: string): SourceRun | undefined {
  for (const run of snapshot.runs().reportsOfSource(source)) return run;
  return undefined;
}

/** The time of the latest run: ages of sources are counted to then. */
export function latestTime({ runs }: CatalogueContent): string {
  const [latest] = runs;
  return latest?.report?.endedAt ?? latest?.startedAt ?? '';
}

function byCare(one: SourceWithCare, other: SourceWithCare): number {
  return (
    careStates.indexOf(one.care.state) - careStates.indexOf(other.care.state) ||
    other.care.share - one.care.share ||
    (one.status.source < other.status.source ? -1 : 1)
  );
}
