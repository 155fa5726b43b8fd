import { basename, extname } from 'node:path';

/** Export formats, named after their file extensions. `query` uses the same names. */
export const exportFormats = ['nq', 'trig', 'nt', 'ttl', 'jsonld'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** Format and compression derived from a file name. */
export interface FileKind {
  /** N-Quads if the extension is unknown. */
  readonly format: ExportFormat;
  readonly gzip: boolean;
}

const gzipEnding = '.gz';

/** Reads the extensions of a file name, ignoring case: `all.TTL.gz` is gzipped Turtle. */
export function fileKind(path: string): FileKind {
  const name = basename(path).toLowerCase();
  const gzip = name.endsWith(gzipEnding);
  const ending = extname(gzip ? name.slice(0, -gzipEnding.length) : name).slice(1);
  return { format: exportFormats.find((format) => format === ending) ?? 'nq', gzip };
}
