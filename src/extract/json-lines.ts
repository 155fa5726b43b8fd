import type { JsonLimits } from './json-complexity.ts';
import { readJson, type JsonReading } from './read-json.ts';

/**
 * Reads a text whose media type says that it is a JSON value a line. It is read as a whole, since values may have several
 * lines nevertheless; where that cannot be done each line is read for itself, so that a broken one costs only itself.
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
      for (const reading of readJson(line, limits)) readings.push(moved(reading, offset));
    offset += line.length + 1;
  }
  return readings.some(({ kind }) => kind === 'document') ? readings : whole;
}

/** The reading of a part of a text, with offsets in the text. */
function moved(reading: JsonReading, by: number): JsonReading {
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
