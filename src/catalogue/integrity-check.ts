import type { Database, Transaction } from 'lmdb';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '../model/fault.ts';
import { cut } from '../model/problem-texts/problem-text.ts';
import {
  type Damage,
  type FoundDamage,
  maxReportedFindings,
  type Verification,
} from '../model/verification.ts';
import { countLines } from '../text/text-position.ts';
import { catalogueFaultOf, dataFile } from './catalogue-directory.ts';
import { CatalogueFault, damagedCatalogue, DamageFound, faultFromLmdb } from './catalogue-fault.ts';
import { Catalogue } from './catalogue.ts';
import { derivedStatements } from './derived/derived-statements.ts';
import { changeWeight, readFormerGraph } from './history.ts';
import { readWithPauses } from './interruptible-reading.ts';
import {
  describedNameKeys,
  documentKey,
  listKeyOfPart,
  nameKeys,
  sha256OfDocumentKey,
  storageKey,
} from './keys.ts';
import type { CatalogueData } from './layout.ts';
import { checkAllPages } from './lmdb-file.ts';
import { problemsKey } from './problem-rows.ts';
import { type BinaryDatabase, type GraphFacts, noTotals, readDocument } from './rows.ts';
import type { Snapshot } from './snapshot.ts';

/** Where and found are cut to this length: damaged text can be of any length. */
const maxTextCharacters = 1000;

/** Findings, with an undefined after each entry so that the reader can pause. */
type Findings = Generator<FoundDamage | undefined>;

/** Describes what is wrong with the statements of a record: see `rdf/oxigraph.ts`. */
type StatementFaults = (
  nquads: string,
  facts: Pick<GraphFacts, 'graph' | 'quads'>,
) => Iterable<string>;

type DatabaseName = Exclude<keyof CatalogueData, 'environment'>;

type Check<Value, Key> = (
  reading: IntegrityReading,
  key: Key,
  value: Value,
) => Iterable<FoundDamage>;

type Checks = {
  readonly [Name in DatabaseName]?: CatalogueData[Name] extends Database<infer Value, infer Key>
    ? Check<Value, Key>
    : never;
};

/** One state of a catalogue, read without trusting any of its entries, and sums over them. */
class IntegrityReading {
  readonly data: CatalogueData;
  readonly entries: Partial<Record<DatabaseName, number>> = {};
  readonly sums = { graphs: 0, quads: 0, characters: 0, memory: 0, names: 0 };
  readonly statementFaults: StatementFaults;
  readonly options: { readonly transaction: Transaction };

  constructor(snapshot: Snapshot, statementFaults: StatementFaults) {
    const { data, transaction } = snapshot.databases();
    this.data = data;
    this.options = { transaction };
    this.statementFaults = statementFaults;
  }

  /** The facts of a record. @throws when they cannot be decoded */
  factsAt(key: string): GraphFacts | undefined {
    return this.data.facts.get(key, this.options);
  }

  /** Whether an entry exists; its value is not decoded. */
  has(database: BinaryDatabase, key: string): boolean {
    return database.getBinaryFast(key, this.options) !== undefined;
  }

  /** Checks every entry of a database. An entry that cannot be decoded is a finding. */
  *each(name: DatabaseName): Findings {
    // `Checks` pairs each database with a check of its own rows.
    const check = checks[name] as Check<unknown, unknown> | undefined;
    const database = this.data[name] as Database<unknown, string | number>;
    this.entries[name] = 0;
    try {
      for (const key of database.getKeys(this.options)) {
        this.entries[name] += 1;
        try {
          const value = database.get(key, this.options);
          if (value !== undefined && check !== undefined) yield* check(this, key, value);
        } catch (error) {
          yield finding('entry-unreadable', placeOf(name, key), String(error));
        }
        yield undefined;
      }
    } catch (error) {
      yield finding('entry-unreadable', name, `the rest cannot be read: ${String(error)}`);
    }
  }
}

/** What each entry is checked for, besides that it can be decoded. */
const checks: Checks = {
  *facts(reading, key, facts) {
    const { graph, documentUrl, document, quads } = facts;
    const { nquads, search, documents } = reading.data;
    reading.sums.graphs += 1;
    reading.sums.quads += quads;
    if (storageKey(graph) !== key) yield misplaced('facts', key, graph);
    if (!reading.has(nquads, key)) {
      yield finding('statements-missing', graph, `${quads} statements are missing`);
    }
    if (!reading.has(search, key)) yield finding('search-missing', graph, 'no search facts');
    if (!reading.has(documents, documentKey(documentUrl, document))) {
      const found = `document ${document} of ${documentUrl} is missing`;
      yield finding('document-missing', graph, found);
    }
    yield* outcomeMissing(reading, documentUrl, `the record ${graph}`);
    yield* namesMissing(reading, nameKeys(facts), graph);
  },
  *nquads(reading, key, text) {
    reading.sums.characters += text.length;
    const facts = reading.factsAt(key);
    if (facts === undefined) {
      yield finding('facts-missing', key, 'statements without a record');
      return;
    }
    for (const found of reading.statementFaults(text, facts)) {
      yield finding('statements-wrong', facts.graph, found);
    }
  },
  *search(reading, key, text) {
    const kept: unknown = JSON.parse(text);
    if (!Array.isArray(kept)) throw new TypeError('search facts are not a list');
    const facts = reading.factsAt(key);
    if (facts === undefined) {
      yield finding('facts-missing', key, 'search facts without a record');
    } else if (kept.length !== facts.describes.length) {
      const found = `search facts of ${kept.length} of ${facts.describes.length} resources`;
      yield finding('search-missing', facts.graph, found);
    }
  },
  *documents(reading, key, text) {
    const sha256 = sha256OfDocumentKey(key);
    const { documentUrl, json } = readDocument(text, sha256);
    if (documentKey(documentUrl, sha256) !== key) yield misplaced('documents', key, documentUrl);
    const actual = hash('sha256', json, 'hex');
    if (actual !== sha256) {
      yield finding('document-altered', documentUrl, `its SHA-256 is ${actual}, not ${sha256}`);
    }
    yield* outcomeMissing(reading, documentUrl, 'a document');
  },
  *outcomes(reading, key, outcome) {
    if (storageKey(outcome.url) !== key) yield misplaced('outcomes', key, outcome.url);
    yield* namesMissing(reading, describedNameKeys(outcome), outcome.url);
  },
  *problems(reading, key, row) {
    const { url, record } = row;
    if (problemsKey(row) !== key) yield misplaced('problems', key, record ?? url);
    const other = row.problems.find(({ problem }) => problem.record !== record)?.problem;
    if (other !== undefined) yield misplaced('problems', key, other.record ?? other.url);
    if (record === undefined) yield* outcomeMissing(reading, url, 'problems');
    else yield* recordMissing(reading, record, { url, what: 'problems' });
  },
  visits: (reading, key) => outcomeMissing(reading, key, 'a visit'),
  leads: (reading, key) => outcomeMissing(reading, listKeyOfPart(key), 'links'),
  leaving: (reading, _, { graph, url }) =>
    recordMissing(reading, graph, { url, what: 'a pending removal' }),
  *contexts(_, key, { url }) {
    if (storageKey(url) !== key) yield misplaced('contexts', key, url);
  },
  former(_, __, text) {
    readFormerGraph(text);
    return [];
  },
  changes(reading, _, touched) {
    reading.sums.memory += changeWeight(touched);
    return [];
  },
};

/** Checks all entries of one state of a catalogue, in bounded memory. */
function* verifyEntries(reading: IntegrityReading): Findings {
  for (const name of Object.keys(reading.data) as (keyof CatalogueData)[]) {
    if (name !== 'environment' && name !== 'meta') yield* reading.each(name);
  }
  reading.entries.meta = 1;
  yield* wrongTotals(reading);
}

/** Compares the totals with the sums over all entries, which were read before. */
function* wrongTotals(reading: IntegrityReading): Findings {
  const kept = reading.data.meta.get('totals', reading.options);
  const { change, oldestChange, ...totals } = kept ?? noTotals;
  const noted = { ...totals, changes: change - oldestChange + 1 };
  const sums = { ...reading.sums, changes: reading.entries.changes };
  const leftNames = (reading.entries.names ?? 0) - sums.names;
  if (leftNames > 0) {
    yield finding('name-leftover', 'names', `${leftNames} belong to no record and no URL`);
  }
  for (const name of Object.keys(noted) as (keyof typeof noted)[]) {
    if (noted[name] === sums[name]) continue;
    const damage = name === 'memory' || name === 'changes' ? 'changes-wrong' : 'totals-wrong';
    yield finding(damage, name, `the total is ${noted[name]}, the entries have ${sums[name]}`);
  }
}

/**
 * Derives the index, provenance and problems graphs, which reads what was decoded more closely.
 * The views graph is left out: it takes longest, and is made of statements that were checked. To
 * be called where nothing else was found.
 */
function* verifyDerivedGraphs(snapshot: Snapshot): Findings {
  try {
    for (const _ of derivedStatements(snapshot, { without: ['views'] })) yield undefined;
  } catch (error) {
    yield finding('entry-unreadable', 'derived graphs', String(error));
  }
}

/** See `CatalogueStore.verify`. */
export async function checkIntegrity(
  catalogue: Catalogue,
  signal: AbortSignal | undefined,
): Promise<Verification> {
  // Imported here, since no other command needs Oxigraph in this thread.
  const { statementFaults } = await import('../rdf/oxigraph.ts');
  const counts: Partial<Record<Damage, number>> = {};
  const findings: FoundDamage[] = [];
  const snapshot = catalogue.snapshot();
  try {
    const reading = new IntegrityReading(snapshot, statementFaults);
    await readWithPauses(collect(verifyEntries(reading)), signal);
    if (findings.length === 0) await readWithPauses(collect(verifyDerivedGraphs(snapshot)), signal);
    return {
      whole: findings.length === 0,
      change: snapshot.totals().change,
      entries: reading.entries,
      quads: reading.sums.quads,
      engine: 'not-asked',
      counts,
      findings,
    };
  } finally {
    snapshot.end();
  }

  function* collect(found: Findings): Generator<undefined, void> {
    for (const each of found) {
      yield;
      if (each === undefined) continue;
      const count = (counts[each.damage] ?? 0) + 1;
      counts[each.damage] = count;
      if (count > maxReportedFindings) continue;
      findings.push({ ...each, where: shorten(each.where), found: shorten(each.found) });
    }
  }
}

function shorten(text: string): string {
  return text.length <= maxTextCharacters ? text : `${text.slice(0, maxTextCharacters)}…`;
}

function* outcomeMissing(
  reading: IntegrityReading,
  url: string,
  what: string,
): Generator<FoundDamage> {
  if (!reading.has(reading.data.outcomes, storageKey(url))) {
    yield finding('outcome-missing', url, what);
  }
}

function* recordMissing(
  reading: IntegrityReading,
  graph: string,
  { url, what }: { readonly url: string; readonly what: string },
): Generator<FoundDamage> {
  if (reading.factsAt(storageKey(graph))?.documentUrl !== url) {
    yield finding('record-missing', graph, what);
  }
}

function* namesMissing(
  reading: IntegrityReading,
  keys: ReadonlySet<string>,
  owner: string,
): Generator<FoundDamage> {
  for (const key of keys) {
    if (reading.data.names.get(key, reading.options) === owner) reading.sums.names += 1;
    else yield finding('name-missing', owner, `it is not found by ${placeOf('names', key)}`);
  }
}

function misplaced(database: DatabaseName, key: string, owner: string): FoundDamage {
  return finding('entry-misplaced', placeOf(database, key), `it is an entry of ${owner}`);
}

/** The keys of names hold a tab. */
function placeOf(name: DatabaseName, key: unknown): string {
  return `${name} ${String(key).replaceAll('\t', ' ')}`;
}

function finding(damage: Damage, where: string, found: string): FoundDamage {
  return { damage, where, found };
}

/**
 * Damage that a copy must not have: entries that differ from what was written. Other findings come
 * from older programs, or mend themselves.
 */
const grave: ReadonlySet<Damage> = new Set([
  'entry-unreadable',
  'entry-misplaced',
  'document-altered',
  'document-missing',
  'statements-wrong',
  'statements-missing',
  'facts-missing',
  'totals-wrong',
]);

/** How long reading pages blocks the event loop, in milliseconds: a server does it, too. */
const pagesTurnMs = 5;

/**
 * Checks that LMDB can read every page. To be called before reading the whole catalogue.
 * @throws {CatalogueFault} `damaged`; the signal's reason
 */
export async function assertSoundPages(catalogue: Catalogue, signal?: AbortSignal): Promise<void> {
  const { path } = catalogue;
  const snapshot = catalogue.snapshot();
  try {
    const fault = await readWithPauses(checkAllPages(join(path, dataFile)), signal, pagesTurnMs);
    if (fault !== undefined) throw catalogueFaultOf(path, fault);
  } finally {
    snapshot.end();
  }
}

/**
 * Checks that a catalogue can be copied: everything is readable and equals what was written.
 * @throws {CatalogueFault} `damaged`
 */
export async function assertWhole(catalogue: Catalogue): Promise<void> {
  await assertSoundPages(catalogue);
  const snapshot = catalogue.snapshot();
  try {
    const reading = new IntegrityReading(snapshot, countFaults);
    const first =
      (await readWithPauses(firstGrave(verifyEntries(reading)))) ??
      (await readWithPauses(firstGrave(verifyDerivedGraphs(snapshot))));
    if (first === undefined) return;
    const text = `${cut(first.where)}: ${cut(first.found)}`;
    throw damagedCatalogue(catalogue.path, text, 'entries');
  } finally {
    snapshot.end();
  }
}

/**
 * Explains the failure of a read or write of a catalogue, which must be closed by now.
 * @returns a {CatalogueFault} where the catalogue is damaged; else the error
 */
export async function explainFailure(path: string, error: unknown): Promise<unknown> {
  if (!isUnexplained(error)) return error;
  try {
    const catalogue = new Catalogue({ path, access: 'read' });
    try {
      await assertWhole(catalogue);
    } finally {
      await catalogue.close();
    }
  } catch (found) {
    const isDamage = found instanceof CatalogueFault && found.trouble !== 'missing';
    return isDamage
      ? new CatalogueFault(found.trouble, path, found.detail, { cause: error })
      : error;
  }
  return error instanceof DamageFound
    ? damagedCatalogue(path, error.message, 'entries', { cause: error })
    : faultFromLmdb(path, error);
}

/**
 * Whether damage may have caused an error: it is no fault, and comes from no file, stream or abort.
 */
function isUnexplained(error: unknown): boolean {
  if (error instanceof Fault || !(error instanceof Error)) return false;
  return error.name !== 'AbortError' && !('syscall' in error);
}

function* firstGrave(
  findings: Iterable<FoundDamage | undefined>,
): Generator<undefined, FoundDamage | undefined> {
  for (const each of findings) {
    if (each !== undefined && grave.has(each.damage)) return each;
    yield undefined;
  }
  return undefined;
}

const countFaults: StatementFaults = function* (nquads, { quads }) {
  const lines = countLines(nquads);
  if (lines !== quads) yield `of ${quads} statements, ${lines} are there`;
};
