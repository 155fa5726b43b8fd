import { coverBoxes } from '../place/cover-boxes.ts';
import { joinTexts } from '../text/join-texts.ts';
import type { GeometryRepair, RemarkSink } from '../../model/geometry-remarks.ts';
import type { PlaceFacts } from '../../model/search-facts.ts';

/** Each box is some statements of the index, and a station's catalogue can have twenty thousand. */
const maxBoxes = 500;
const maxNames = 500;
const maxIdentifiers = 2000;
/** Of all outlines together, in UTF-16 units: five of the longest that there are. */
const maxOutlineCharacters = 100_000;

/**
 * The places of a resource, not too many: each is still found by what it is found by, and something beside it may be found as
 * well. Boxes and names are merged with their neighbours, outlines give way to their boxes; of identifiers the last in order
 * are left out.
 * @param places each once, sorted
 * @param findings takes how many became how many
 */
export function boundedPlaces(places: PlaceFacts, findings: RemarkSink): PlaceFacts {
  const boxes = coverBoxes(places.boxes, maxBoxes);
  const isMerged = boxes.length < places.boxes.length;
  const names = joinTexts(places.names, maxNames);
  const identifiers = places.identifiers.slice(0, maxIdentifiers);
  // What is merged may hold more than a geometry, and is a place by itself.
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
