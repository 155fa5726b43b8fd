import type { PlaceReading, SearchFacts } from '../../model/search-facts.ts';
import type { RemarkSink } from '../../model/geometry-remarks.ts';
import { countFiles } from './count-files.ts';
import type { FactNode } from './fact-node.ts';
import { readPlaces } from './read-places.ts';
import { readTexts } from './read-texts.ts';
import { readTimes } from './read-times.ts';
import { readVariables } from './read-variables.ts';

export interface SearchFactsOptions {
  /**
   * The resource that contains this one, such as the dataset of a station, whose places are also
   * its own.
   */
  readonly whole?: FactNode | undefined;
  readonly reading: PlaceReading;
  /** Receives repairs, doubts and unusable values. */
  readonly findings: RemarkSink;
}

/** Reads the search facts of a resource from its record. */
export function readSearchFacts(
  resource: FactNode,
  { whole, reading, findings }: SearchFactsOptions,
): SearchFacts {
  // Texts first, because outlines of places use most of the budget (`ReadingBudget`).
  const texts = readTexts(resource);
  const places = readPlaces(resource, reading, findings);
  const saysNone = places.boxes.length + places.names.length + places.identifiers.length === 0;
  return {
    places: saysNone && whole !== undefined ? readPlaces(whole, reading, findings) : places,
    times: readTimes(resource, findings),
    texts,
    variables: readVariables(resource),
    files: countFiles(resource),
  };
}
