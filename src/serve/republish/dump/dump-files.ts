/** The parts of a dump, each a file. */
export const dumpParts = ['records', 'index', 'views'] as const;

/** A part of a dump: the record graphs, or one of the derived graphs. */
export type DumpPart = (typeof dumpParts)[number];

/** The name of the file of a part: gzipped N-Quads. */
export function dumpFileName(part: DumpPart): string {
  return `${part}.nq.gz`;
}

/** A complete file of a dump. */
export interface DumpedFile {
  readonly part: DumpPart;
  readonly name: string;
  readonly statements: number;
  /** Its size, as it is downloaded. */
  readonly bytes: number;
  /** Of these bytes, in hexadecimal. */
  readonly sha256: string;
}

/** What the process that writes a dump reports. */
export interface MadeDump {
  /** The change number of the state of the catalogue. */
  readonly change: number;
  readonly records: number;
  readonly files: readonly DumpedFile[];
}
