import type { PlaceReading, SearchFacts } from '../../model/search-facts.ts';
import type { RemarkSink } from '../../model/geometry-remarks.ts';
import { countFiles } from './count-files.ts';
import type { FactNode } from './fact-node.ts';
import { readPlaces } from './read-places.ts';
import { readTexts } from './read-texts.ts';
import { readTimes } from './read-times.ts';
import { readVariables } from './read-variables.ts';

export interface SearchFactsOptions {
  /** What the resource stands under as one of many, such as the station of a dataset: its place is theirs as well. */
  readonly whole?: FactNode | undefined;
  readonly reading: PlaceReading;
  /** Takes what was repaired, is doubtful or cannot be used. */
  readonly findings: RemarkSink;
}

/** Reads what a resource can be searched by, from what its record says of it. */
export function readSearchFacts(
  resource: FactNode,
  { whole, reading, findings }: SearchFactsOptions,
): SearchFacts {
  // First, since most of a budget goes to outlines of places (`ReadingBudget`).
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
