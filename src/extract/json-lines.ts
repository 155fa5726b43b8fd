import type { JsonLimits } from './json-complexity.ts';
import { readJson, type JsonReading } from './read-json.ts';

/**
 * Reads JSON Lines. The text is read as a whole, since values may span several lines; where that
 * fails each line is read by itself, so that a broken one loses itself only.
 * @returns as `readJson`
 */
export function readJsonLines(text: string, limits: JsonLimits): readonly JsonReading[] {
  const whole = readJson(text, limits);
  if (whole[0]?.kind !== 'malformed') return whole;
  const readings: JsonReading[] = [];
  let offset = 0;
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === '';
    if (!isBlank)
      for (const reading of readJson(line, limits)) readings.push(shiftOffsets(reading, offset));
    offset += line.length + 1;
  }
  return readings.some(({ kind }) => kind === 'document') ? readings : whole;
}

/** Shifts the offsets of a reading. */
function shiftOffsets(reading: JsonReading, by: number): JsonReading {
  if (reading.kind === 'malformed') {
    const { offset, detail } = reading.fault;
    return { kind: 'malformed', fault: { offset: offset + by, detail } };
  }
  if (reading.kind !== 'document') return reading;
  const notes = reading.notes.map((note) => {
    return note.kind === 'problems-omitted' ? note : { ...note, offset: note.offset + by };
  });
  return { ...reading, notes };
}
