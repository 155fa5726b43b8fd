import type { Finding } from '../model/verification.ts';
import type { Totals } from './rows.ts';
import { weightOf } from './change-memory.ts';
import type { Findings, VerifyReading } from './verify-reading.ts';

/** Every run is kept under its id, and so is its report. */
export function verifyRuns(reading: VerifyReading): Findings {
  return reading.each('runs', reading.data.runs, function* ({ key, value }) {
    const owner = value.run === key ? (value.report?.run ?? key) : value.run;
    if (owner === key) return;
    yield { damage: 'entry-misplaced', where: `runs ${key}`, found: `it is of the run ${owner}` };
  });
}

/** The changes that are remembered follow each other up to the latest, and weigh what they are said to. */
export function* verifyChanges(reading: VerifyReading): Findings {
  const { change: latest = 0, oldestChange = 1, memory = 0 } = totalsOf(reading);
  let next = oldestChange;
  let weight = 0;
  yield* reading.each('changes', reading.data.changes, function* ({ key, value }) {
    weight += weightOf(value);
    if (key !== next) yield wrongChange(`change ${key}`, `change ${next} was to come`);
    next = key + 1;
  });
  if (next !== latest + 1) {
    yield wrongChange(`change ${latest}`, `the memory ends with change ${next - 1}`);
  }
  if (weight !== memory) yield wrongChange('memory', `it is ${weight}, but ${memory} is noted`);
}

/** To be called behind those that count. */
export function* verifyMeta(reading: VerifyReading): Findings {
  reading.entries.meta = 1;
  const totals = totalsOf(reading);
  for (const [name, sum] of Object.entries(reading.sums)) {
    const noted = totals[name as keyof typeof reading.sums];
    // Catalogues are older than the count of characters.
    if (noted === sum || (noted === undefined && name === 'characters')) continue;
    yield { damage: 'totals-wrong', where: name, found: `${noted} are noted, ${sum} are there` };
  }
}

function totalsOf(reading: VerifyReading): Partial<Totals> {
  return reading.getMeta('totals') ?? {};
}

function wrongChange(where: string, found: string): Finding {
  return { damage: 'changes-wrong', where, found };
}
