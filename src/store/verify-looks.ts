import type { Finding } from '../model/verification.ts';
import { readFormer, untilOf } from './former-texts.ts';
import { listKeyOf, partKey } from './kept-list.ts';
import { entriesName, partsOf } from './kept-listing.ts';
import { isWhole } from './storage-key.ts';
import type { Findings, VerifyReading } from './verify-reading.ts';

/** Only of URLs of which there is an outcome it is known when they were asked for. */
export function verifyVisits(reading: VerifyReading): Findings {
  const { visits } = reading.data;
  return reading.each('visits', visits, ({ key }) => ofKnownUrl(reading, key, 'a visit'));
}

/** The same of where they led. */
export function verifyLeads(reading: VerifyReading): Findings {
  const { leads } = reading.data;
  return reading.each('leads', leads, ({ key }) => ofKnownUrl(reading, listKeyOf(key), 'links'));
}

/** What waits to be removed is there. */
export function verifyLeaving(reading: VerifyReading): Findings {
  const { leaving, facts } = reading.data;
  return reading.each('leaving', leaving, function* ({ key, value }) {
    if (reading.get(facts, key)?.documentUrl === value.url) return;
    yield { damage: 'record-missing', where: value.graph, found: 'it waits to be removed' };
  });
}

/** What was removed is not there. */
export function verifyTombstones(reading: VerifyReading): Findings {
  const { tombstones, facts } = reading.data;
  return reading.each('tombstones', tombstones, function* ({ key, value }) {
    if (!reading.has(facts, key)) return;
    yield { damage: 'tombstone-leftover', where: value.graph, found: `removed ${value.at}` };
  });
}

/** What a record said once it said before the change by which it went. */
export function verifyFormer(reading: VerifyReading): Findings {
  const { former } = reading.data;
  const latest = reading.getMeta('totals')?.change ?? 0;
  return reading.each('former', former, function* ({ key, value }) {
    const { graph, from } = readFormer(value);
    const until = untilOf(key);
    if (from < until && until <= latest) return;
    const found = `it is said to be of the changes from ${from} to ${until}, of ${latest}`;
    yield { damage: 'changes-wrong', where: graph, found };
  });
}

/** A sitemap has all the parts that it is said to have. */
export function verifyListings(reading: VerifyReading): Findings {
  const { listings, listed } = reading.data;
  return reading.each('listings', listings, function* ({ key, value }) {
    // The parts of one with a very long name cannot be found by its key.
    if (!isWhole(key)) return;
    const parts = partsOf(value);
    const keyOf = (part: number): string => partKey(entriesName(key, value.version), part);
    const isThere = parts === 0 || reading.has(listed, keyOf(parts - 1));
    if (isThere && !reading.has(listed, keyOf(parts))) return;
    const found = `its ${value.items} entries are not as many`;
    yield { damage: 'listing-incomplete', where: key, found };
  });
}

function* ofKnownUrl(reading: VerifyReading, key: string, what: string): Generator<Finding> {
  if (reading.has(reading.data.outcomes, key)) return;
  yield { damage: 'outcome-missing', where: key, found: `${what} of it` };
}
