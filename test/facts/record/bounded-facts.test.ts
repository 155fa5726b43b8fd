import { describe, expect, it } from 'vitest';
import { readPlaceFacts } from '../../../src/facts/record/places.ts';
import { readTimes } from '../../../src/facts/record/times.ts';
import type { ExpansionFinding } from '../../../src/expand/findings.ts';
import type { JsonObject } from '../../../src/text/json.ts';
import { resource } from './resource.ts';

function placesIn(spatialCoverage: JsonObject[]) {
  const findings: ExpansionFinding[] = [];
  const facts = readPlaceFacts(
    resource({ spatialCoverage }),
    {},
    { add: (finding) => void findings.push(finding) },
  );
  return { facts, findings };
}

function timesIn(temporalCoverage: string[]) {
  const findings: ExpansionFinding[] = [];
  const facts = readTimes(resource({ temporalCoverage }), {
    add: (finding) => void findings.push(finding),
  });
  return { facts, findings };
}

/** A station each, spread over the map. */
function stations(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, at) => {
    const [latitude, longitude] = [(at % 170) - 85 + at / 1e6, (at % 350) - 175];
    return { name: `Station ${at}`, geo: { latitude, longitude } };
  });
}

/** So many lines, each of 500 vertices. */
function outlines(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, at) => {
    const vertices = Array.from({ length: 500 }, (__, step) => `${at} ${step / 100}`);
    return { geo: { line: [`${at} 0`, `${at + 1} 1`, ...vertices].join(' ') } };
  });
}

describe('the places of a resource', () => {
  it('are merged with neighbours beyond the limit, with a remark', () => {
    const all = stations(3000);
    const { facts, findings } = placesIn(all);
    expect([facts.boxes.length, facts.names.length]).toEqual([500, 500]);
    expect(findings).toEqual([
      {
        kind: 'geometry-repaired',
        value: '3000 boxes',
        repair: 'merged',
        result: '500 boxes',
      },
      {
        kind: 'geometry-repaired',
        value: '3000 names of places',
        repair: 'merged',
        result: '500 names',
      },
    ]);
    expect(facts.names.map(({ text }) => text).join(' ')).toContain('Station 2999');
    expect(placesIn(all.toReversed()).facts).toEqual(facts);
  });

  it('are kept up to the limit, without remark', () => {
    const { facts, findings } = placesIn(stations(500));
    expect([facts.boxes.length, facts.names.length, findings]).toEqual([500, 500, []]);
  });

  it('are reduced to boxes if their outlines are too long together', () => {
    const few = placesIn(outlines(3));
    expect([few.facts.geometries.length, few.findings]).toEqual([3, []]);
    const { facts, findings } = placesIn(outlines(30));
    expect([facts.geometries, facts.boxes.length]).toEqual([[], 30]);
    expect(findings).toMatchObject([
      { kind: 'geometry-repaired', repair: 'outlines-left-out', result: '30 boxes' },
    ]);
  });
});

describe('the times of a resource', () => {
  it('are merged with neighbours beyond the limit, with a remark', () => {
    const days = Array.from({ length: 2000 }, (_, at) =>
      new Date(at * 86_400_000).toISOString().slice(0, 10),
    );
    const ages = Array.from({ length: 600 }, (_, at) => `${1000 - at} Ma`);
    const names = Array.from({ length: 600 }, (_, at) => `the ${at}th flood`);
    const { facts, findings } = timesIn([...days, ...ages, ...names]);
    expect(facts.periods.length).toBeLessThanOrEqual(500);
    expect([facts.ages.length, facts.names.length]).toEqual([500, 500]);
    expect(findings.slice(0, 3)).toMatchObject([
      { kind: 'time-repaired', value: '2000 periods', repair: 'merged' },
      { kind: 'time-repaired', value: '600 ages', repair: 'merged', result: '500 ages' },
      { kind: 'time-repaired', value: '600 names', repair: 'merged', result: '500 names' },
    ]);
    expect(timesIn([...names, ...ages, ...days].toReversed()).facts).toEqual(facts);
  });
});
