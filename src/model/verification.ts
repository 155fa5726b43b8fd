/**
 * What can be wrong with a catalogue: what it means, and what mends it. Nothing of this is ever written by a harvest; it
 * comes of a failing disk, of another program, or of a mistake in this one.
 */
export const damages = {
  'entry-unreadable': {
    means: 'Part of the file cannot be read',
    mend: 'Put a backup in its place, or harvest into a new catalogue directory.',
  },
  'entry-misplaced': {
    means: 'Kept under the key of something else',
    mend: 'Put a backup in its place, or harvest into a new catalogue directory.',
  },
  'document-altered': {
    means: 'The text of a document is not that which was harvested',
    mend: 'Put a backup in its place; or forget its source (cdif-graph remove --source) and harvest it again.',
  },
  'document-missing': {
    means: 'A record without the document it was made from',
    mend: 'Harvest again (cdif-graph ingest --full).',
  },
  'statements-wrong': {
    means: 'Statements of a record that are not as they were written',
    mend: 'Make them again from the kept documents (cdif-graph rebuild).',
  },
  'statements-missing': {
    means: 'A record without statements',
    mend: 'Make them again from the kept documents (cdif-graph rebuild).',
  },
  'search-missing': {
    means: 'A record that no search finds',
    mend: 'Make it again from the kept documents (cdif-graph rebuild). An older program, which knew no search, may have kept it.',
  },
  'facts-missing': {
    means: 'Statements that belong to no record',
    mend: 'Put a backup in its place, or harvest into a new catalogue directory.',
  },
  'outcome-missing': {
    means: 'Left over: no look at its URL is known',
    mend: 'Harvest again (cdif-graph ingest --full); what no source lists any more stays: put a backup in its place.',
  },
  'listing-missing': {
    means: 'Left over: no source lists it',
    mend: 'Put a backup in its place, or harvest into a new catalogue directory.',
  },
  'listing-incomplete': {
    means: 'A sitemap of which not all entries are kept',
    mend: 'Nothing is lost: the next harvest asks for it anew.',
  },
  'record-missing': {
    means: 'Something is noted of a record that is not there',
    mend: 'Put a backup in its place, or harvest into a new catalogue directory.',
  },
  'tombstone-leftover': {
    means: 'Said to be removed, and still there',
    mend: 'Harvest again (cdif-graph ingest --full).',
  },
  'name-missing': {
    means: 'Not found by one of its names',
    mend: 'Forget its source (cdif-graph remove --source) and harvest it again, or put a backup in its place.',
  },
  'name-leftover': {
    means: 'A name that finds what does not have it',
    mend: 'Put a backup in its place, or harvest into a new catalogue directory.',
  },
  'totals-wrong': {
    means: 'The totals are not the sum of what is there',
    mend: 'Where only characters are wrong, count them anew (cdif-graph rebuild); else put a backup in its place, or harvest into a new catalogue directory.',
  },
  'changes-wrong': {
    means: 'What is remembered of the latest changes does not fit together',
    mend: 'Put a backup in its place, or harvest into a new catalogue directory. End processes that query it meanwhile.',
  },
  'engine-differs': {
    means: 'The engine that answers queries holds something else',
    mend: 'The catalogue itself is whole. Please report it; an export into another store has everything.',
  },
} as const satisfies Record<string, { readonly means: string; readonly mend: string }>;

export type Damage = keyof typeof damages;

/** So many findings of a kind are told; all are counted. */
export const maxFindings = 20;

/** One thing that is wrong. */
export interface Finding {
  readonly damage: Damage;
  /** The graph, URL, name or database that it is about. */
  readonly where: string;
  /** What was found there, in words. */
  readonly found: string;
}

/** What was compared, and what is wrong. */
export interface Verification {
  /** Whether nothing was found to be wrong. */
  readonly whole: boolean;
  /** The change number of the state that was read. */
  readonly change: number;
  /** How many entries each database has; all of them were read. */
  readonly entries: Readonly<Record<string, number>>;
  readonly quads: number;
  /** Whether the engine was filled and compared, or why it was not. */
  readonly engine: 'not-asked' | 'compared' | { readonly skipped: string };
  /** How many findings of each kind there are. */
  readonly counts: Readonly<Partial<Record<Damage, number>>>;
  /** The first ones of each kind. */
  readonly findings: readonly Finding[];
}
