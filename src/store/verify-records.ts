import { hash } from 'node:crypto';
import type { Finding } from '../model/verification.ts';
import { describedKeys } from './described-names.ts';
import { readDocument } from './kept-document.ts';
import { problemsKey } from './kept-problems.ts';
import { nameKeys, roleOf } from './record-names.ts';
import { documentKey, sha256Of, storageKey } from './storage-key.ts';
import { placeOf, type DatabaseName, type Findings, type VerifyReading } from './verify-reading.ts';

/** Every record has statements, a document, an outcome with a listing, and is found by its names. */
export function verifyFacts(reading: VerifyReading): Findings {
  const { facts } = reading.data;
  return reading.each('facts', facts, function* ({ key, value }) {
    const { graph, documentUrl, document, quads } = value;
    reading.sums.graphs += 1;
    reading.sums.quads += quads;
    if (storageKey(graph) !== key) yield misplaced('facts', key, graph);
    if (!reading.has(reading.data.nquads, key)) {
      yield { damage: 'statements-missing', where: graph, found: `${quads} are said to be there` };
    }
    if (!reading.has(reading.data.search, key)) {
      yield {
        damage: 'search-missing',
        where: graph,
        found: 'nothing is kept that it can be searched by',
      };
    }
    if (!reading.has(reading.data.documents, documentKey(documentUrl, document))) {
      const found = `there is no document ${document} of ${documentUrl}`;
      yield { damage: 'document-missing', where: graph, found };
    }
    yield* ofOutcome(reading, documentUrl, `the record ${graph}`);
    yield* missingNames(reading, nameKeys(value), graph);
  });
}

/** All statements of a record are in its graph, as many as it is said to have, and can be read by the engine. */
export function verifyStatements(reading: VerifyReading): Findings {
  const { nquads } = reading.data;
  return reading.each('nquads', nquads, function* ({ key, value }) {
    reading.sums.characters += value.length;
    const facts = reading.get(reading.data.facts, key);
    if (facts === undefined) {
      yield { damage: 'facts-missing', where: key, found: 'there are statements' };
      return;
    }
    for (const found of reading.statementFaults(value, facts)) {
      yield { damage: 'statements-wrong', where: facts.graph, found };
    }
  });
}

/** What a record can be searched by is that of each resource that it describes. */
export function verifySearch(reading: VerifyReading): Findings {
  const { search } = reading.data;
  return reading.each('search', search, function* ({ key, value }) {
    const facts = reading.get(reading.data.facts, key);
    if (facts === undefined) {
      yield { damage: 'facts-missing', where: key, found: 'there is what it can be searched by' };
      return;
    }
    const kept: unknown = JSON.parse(value); // what is none is found unreadable
    if (!Array.isArray(kept)) throw new TypeError('it is no list');
    const { length } = kept;
    if (length === facts.describes.length) return;
    const found = `that of ${length} resources is kept, and it describes ${facts.describes.length}`;
    yield { damage: 'search-missing', where: facts.graph, found };
  });
}

/** Every document has the hash it is called by, and is that of a URL that was looked at. */
export function verifyDocuments(reading: VerifyReading): Findings {
  const { documents } = reading.data;
  return reading.each('documents', documents, function* ({ key, value }) {
    const sha256 = sha256Of(key);
    const { documentUrl, json } = readDocument(value, sha256);
    if (documentKey(documentUrl, sha256) !== key) yield misplaced('documents', key, documentUrl);
    const actual = hash('sha256', json, 'hex');
    if (actual !== sha256) {
      const found = `its SHA-256 is ${actual}, not ${sha256}`;
      yield { damage: 'document-altered', where: documentUrl, found };
    }
    yield* ofOutcome(reading, documentUrl, 'a document');
  });
}

/** Every name is that of what it finds. */
export function verifyNames(reading: VerifyReading): Findings {
  const { names } = reading.data;
  return reading.each('names', names, function* ({ key, value }) {
    const isOfLook = roleOf(key) === undefined;
    const expected = isOfLook ? namesOfLook(reading, value) : namesOfRecord(reading, value);
    if (expected.has(key)) return;
    yield { damage: 'name-leftover', where: placeOf('names', key), found: `it finds ${value}` };
  });
}

/** Every outcome is somebody's, and is found by what it is said to describe. */
export function verifyOutcomes(reading: VerifyReading): Findings {
  const { outcomes } = reading.data;
  return reading.each('outcomes', outcomes, function* ({ key, value }) {
    if (storageKey(value.url) !== key) yield misplaced('outcomes', key, value.url);
    if (value.listings.length === 0) {
      yield { damage: 'listing-missing', where: value.url, found: 'it has no listing' };
    }
    yield* missingNames(reading, describedKeys(value), value.url);
  });
}

/**
 * Every row of problems has some, and is of a URL that was looked at, and of a record that is
 * there.
 */
export function verifyProblems(reading: VerifyReading): Findings {
  const { problems, facts } = reading.data;
  return reading.each('problems', problems, function* ({ key, value }) {
    const { url, record } = value;
    if (problemsKey(value) !== key) yield misplaced('problems', key, record ?? url);
    const others = value.problems.filter(({ problem }) => problem.record !== record);
    for (const { problem } of others.slice(0, 1)) {
      yield misplaced('problems', key, problem.record ?? problem.url);
    }
    if (record === undefined) yield* ofOutcome(reading, url, 'what is wrong with it');
    else if (reading.get(facts, storageKey(record))?.documentUrl !== url) {
      yield { damage: 'record-missing', where: record, found: 'what is wrong with it is there' };
    }
  });
}

function* ofOutcome(reading: VerifyReading, url: string, what: string): Generator<Finding> {
  if (reading.has(reading.data.outcomes, storageKey(url))) return;
  yield { damage: 'outcome-missing', where: url, found: `${what} is there` };
}

function* missingNames(
  reading: VerifyReading,
  keys: ReadonlySet<string>,
  target: string,
): Generator<Finding> {
  for (const key of keys) {
    const found = reading.get(reading.data.names, key);
    if (found === target) continue;
    const instead = found === undefined ? 'nothing' : found;
    yield {
      damage: 'name-missing',
      where: target,
      found: `${placeOf('names', key)} finds ${instead}`,
    };
  }
}

function namesOfRecord(reading: VerifyReading, graph: string): ReadonlySet<string> {
  const facts = reading.get(reading.data.facts, storageKey(graph));
  return facts === undefined ? new Set() : nameKeys(facts);
}

function namesOfLook(reading: VerifyReading, url: string): ReadonlySet<string> {
  const outcome = reading.get(reading.data.outcomes, storageKey(url));
  return outcome === undefined ? new Set() : describedKeys(outcome);
}

function misplaced(database: DatabaseName, key: string, owner: string): Finding {
  return { damage: 'entry-misplaced', where: placeOf(database, key), found: `it is of ${owner}` };
}
