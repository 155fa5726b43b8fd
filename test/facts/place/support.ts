import { formatBoxes } from '../../../src/facts/place/boxes.ts';
import { readGeometry, type GeometryForm } from '../../../src/facts/place/read-geometry.ts';
import type {
  GeometryContext,
  GeometryReading,
} from '../../../src/facts/place/written-geometry.ts';

/** The boxes of a text, `S W N E`, then its remarks: `repair …`, `doubt …`, `unusable …`. */
export function outcome(
  text: string,
  form: GeometryForm,
  context: GeometryContext = {},
): readonly string[] {
  return told(readGeometry(text, form, context));
}

/** The same of a reading. */
export function told(reading: GeometryReading): readonly string[] {
  const remarks = reading.remarks.map((remark) => {
    if (remark.kind === 'geometry-repaired') return `repair ${remark.repair}`;
    return remark.kind === 'geometry-doubtful'
      ? `doubt ${remark.doubt}`
      : `unusable ${remark.reason}`;
  });
  return [formatBoxes(reading.boxes), ...remarks];
}
