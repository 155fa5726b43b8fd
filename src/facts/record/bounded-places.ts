import { coverBoxes } from '../place/cover-boxes.ts';
import { joinTexts } from '../text/join-texts.ts';
import type { GeometryRepair, RemarkSink } from '../../model/geometry-remarks.ts';
import type { PlaceFacts } from '../../model/search-facts.ts';

/**
 * Each box costs several statements of the index, and a catalogue of stations can have twenty
 * thousand.
 */
const maxBoxes = 500;
const maxNames = 500;
const maxIdentifiers = 2000;
/** Limit for all outlines together, in UTF-16 units: five of the longest ones. */
const maxOutlineCharacters = 100_000;

/**
 * Limits the places of a resource so that it is still found by each of them, and perhaps by
 * neighbouring ones: boxes and names are merged with their neighbours, outlines are replaced by
 * their boxes. Of the identifiers the last are dropped.
 * @param places sorted, without duplicates
 * @param findings receives the numbers before and after
 */
export function boundedPlaces(places: PlaceFacts, findings: RemarkSink): PlaceFacts {
  const boxes = coverBoxes(places.boxes, maxBoxes);
  const isMerged = boxes.length < places.boxes.length;
  const names = joinTexts(places.names, maxNames);
  const identifiers = places.identifiers.slice(0, maxIdentifiers);
  // A merged box may be larger than a geometry, and so stands for itself.
  const geometries = places.geometries.map(({ wkt, boxes: own }) => ({
    wkt,
    boxes: isMerged ? [] : own,
  }));
  const outlines = geometries.reduce((sum, { wkt }) => sum + wkt.length, 0);
  const note = (repair: GeometryRepair, value: string, result: string): void => {
    findings.add({ kind: 'geometry-repaired', value, repair, result });
  };
  if (isMerged) {
    note('merged', `${places.boxes.length} boxes`, `${boxes.length} boxes`);
  }
  if (names.length < places.names.length) {
    note('merged', `${places.names.length} names of places`, `${names.length} names`);
  }
  if (outlines <= maxOutlineCharacters) {
    return { boxes, geometries, names, identifiers };
  }
  const long = `${geometries.length} outlines of ${outlines} characters`;
  note('outlines-left-out', long, `${boxes.length} boxes`);
  return { boxes, geometries: [], names, identifiers };
}
