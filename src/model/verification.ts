const restore = 'Restore a backup, or harvest into a new catalogue directory.';
const rebuild = 'Rebuild it from the kept documents (cdif-graph rebuild).';
const harvestAgain = 'Harvest again (cdif-graph ingest --full).';

/**
 * The kinds of damage that an integrity check finds in a catalogue, and the remedy of each. No
 * harvest writes damage: the cause is a failing disk, another program, or a bug in this one.
 */
export const damages = {
  'entry-unreadable': { means: 'Entries that cannot be decoded', mend: restore },
  'entry-misplaced': { means: 'Entries under the key of another', mend: restore },
  'document-altered': {
    means: 'Documents whose text does not match its hash',
    mend: `${restore} Or remove the source (cdif-graph remove --source) and harvest it again.`,
  },
  'document-missing': { means: 'Records without their document', mend: harvestAgain },
  'statements-wrong': { means: 'Records with wrong or unreadable statements', mend: rebuild },
  'statements-missing': { means: 'Records without statements', mend: rebuild },
  'search-missing': {
    means: 'Records without search facts',
    mend: `${rebuild} Early versions of cdif-graph kept no search facts.`,
  },
  'facts-missing': { means: 'Statements or search facts without a record', mend: restore },
  'outcome-missing': {
    means: 'Entries of a URL that was never visited',
    mend: `${harvestAgain} If no source lists the URL any more, restore a backup.`,
  },
  'record-missing': { means: 'Entries of a record that does not exist', mend: restore },
  'name-missing': {
    means: 'Records or URLs that are not found by one of their names',
    mend:
      'Remove the source (cdif-graph remove --source) and harvest it again, or restore ' +
      'a backup.',
  },
  'name-leftover': { means: 'Names that no record or URL has', mend: restore },
  'totals-wrong': {
    means: 'Totals that differ from the entries',
    mend: `If only characters differ, count them again (cdif-graph rebuild). Otherwise: ${restore}`,
  },
  'changes-wrong': {
    means: 'A change log that differs from the totals',
    mend: `${restore} Stop processes that query the catalogue meanwhile.`,
  },
  'engine-differs': {
    means: 'Graphs that differ in the SPARQL engine',
    mend:
      'The catalogue itself is intact; an export into another store is complete. Please report ' +
      'this bug.',
  },
} as const satisfies Record<string, { readonly means: string; readonly mend: string }>;

/** A kind of damage in a catalogue. */
export type Damage = keyof typeof damages;

/** At most this many findings of a kind are reported; all are counted. */
export const maxReportedFindings = 20;

/** One fault in a catalogue. */
export interface FoundDamage {
  readonly damage: Damage;
  /** The graph, URL, name or database. */
  readonly where: string;
  /** What is wrong there, in words. */
  readonly found: string;
}

/** The result of an integrity check. */
export interface Verification {
  /** Whether there are no findings. */
  readonly whole: boolean;
  /** The change number of the state that was checked. */
  readonly change: number;
  /** The number of entries of each database; all of them were read. */
  readonly entries: Readonly<Record<string, number>>;
  readonly quads: number;
  /** Whether the SPARQL engine was filled and compared, or why it was not. */
  readonly engine: 'not-asked' | 'compared' | { readonly skipped: string };
  /** The number of findings of each kind. */
  readonly counts: Readonly<Partial<Record<Damage, number>>>;
  /** The first `maxReportedFindings` of each kind. */
  readonly findings: readonly FoundDamage[];
}
