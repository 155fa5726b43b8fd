/** Why a record is no longer in the catalogue. */
export type RemovalReason =
  /** Its URL answers that nothing is there any more (404, 410). */
  | 'gone'
  /** No source that listed its URL does so any more, as complete listings have shown. */
  | 'unlisted'
  /** A whole look at its URL no longer gave it. */
  | 'dropped'
  /** Nothing else is known of its URL, but the program now reads what is kept of it in another way. */
  | 'rebuilt';

/** How records came to be removed. */
export interface Removal {
  readonly reason: RemovalReason;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Absent where no run removed it. */
  readonly run?: string;
  /** The names of the sources that listed its URL, sorted. */
  readonly sources: readonly string[];
}

/** What is known of a record that was removed, until it comes back. */
export interface Tombstone extends Removal {
  /** The IRI of the named graph that it had. */
  readonly graph: string;
  readonly documentUrl: string;
  readonly recordIri?: string;
  /** The IRIs of resources that it described, the first of them. */
  readonly describes: readonly string[];
  /** The beginning of the name of the first resource; absent where it had none, and in old rows. */
  readonly title?: string;
  /** When the copy was made that was kept last, ISO 8601 in UTC; absent in old rows. */
  readonly copiedAt?: string;
}
