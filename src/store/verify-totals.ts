import type { Finding } from '../model/verification.ts';
import type { Totals } from './rows.ts';
import { weightOf } from './change-memory.ts';
import { numberIn, sourceReportKey } from './kept-runs.ts';
import { placeOf, type Findings, type VerifyReading } from './verify-reading.ts';

/** Runs have ids and numbers of their own. */
export function verifyRuns(reading: VerifyReading): Findings {
  const ids = new Map<string, number>();
  return reading.each('runs', reading.data.runs, function* ({ key, value: { run } }) {
    const other = ids.get(run);
    ids.set(run, key);
    if (other !== undefined) yield misplaced(`runs ${key}`, `the run ${run} is run ${other}, too`);
  });
}

/** Every plan is of a run. */
export function verifyPlans(reading: VerifyReading): Findings {
  return reading.each('plans', reading.data.plans, function* ({ key }) {
    if (reading.get(reading.data.runs, key) === undefined)
      yield misplaced(`plans ${key}`, 'there is no such run');
  });
}

/** Every report is kept under the number of its run, and with each of those about its sources. */
export function verifyReports(reading: VerifyReading): Findings {
  const { runs, reports, sourceReports } = reading.data;
  return reading.each('reports', reports, function* ({ key, value: { run, sources } }) {
    const owner = reading.get(runs, key)?.run;
    if (owner !== run) yield misplaced(`reports ${key}`, `it is of the run ${run}`);
    for (const source of sources) {
      if (!reading.has(sourceReports, sourceReportKey(source, key)))
        yield misplaced(`reports ${key}`, `the report about ${source} is missing`);
    }
  });
}

/** Every report about a source is kept under its name and the number of a run that ended. */
export function verifySourceReports(reading: VerifyReading): Findings {
  const { runs, sourceReports } = reading.data;
  return reading.each('sourceReports', sourceReports, function* ({ key, value: { source } }) {
    const number = numberIn(key);
    const isOfRun = reading.get(runs, number)?.endedAt !== undefined;
    if (key === sourceReportKey(source, number) && isOfRun) return;
    yield misplaced(placeOf('sourceReports', key), `it is about the source ${source}`);
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

function misplaced(where: string, found: string): Finding {
  return { damage: 'entry-misplaced', where, found };
}

function wrongChange(where: string, found: string): Finding {
  return { damage: 'changes-wrong', where, found };
}
