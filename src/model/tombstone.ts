/** Why a record is no longer in the catalogue. */
export type RemovalReason =
  /** Its URL responds that it does not exist any more (404, 410). */
  | 'gone'
  /** Complete listings show that no source lists its URL any more. */
  | 'unlisted'
  /** A complete visit to its URL did not find it. */
  | 'dropped'
  /** The stored documents of its URL, read by this version of the program, do not give it. */
  | 'rebuilt';

/** When and why records were removed. */
export interface Removal {
  readonly reason: RemovalReason;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Absent where no run removed it. */
  readonly run?: string;
  /** The names of the sources that listed its URL, sorted. */
  readonly sources: readonly string[];
}

/** A removed record, until it comes back. */
export interface Tombstone extends Removal {
  /** The IRI of its former graph. */
  readonly graph: string;
  readonly documentUrl: string;
  readonly recordIri?: string;
  /** The IRIs of the first resources that it described. */
  readonly describes: readonly string[];
  /** The beginning of the name of the first resource; absent where it had none, and in old rows. */
  readonly title?: string;
  /** When the last copy was retrieved, ISO 8601 in UTC; absent in old rows. */
  readonly copiedAt?: string;
}
