import { basename, extname } from 'node:path';

/** The formats by the usual ending of a file name; where `query` has the same format, it has the same name. */
export const exportFormats = ['nq', 'trig', 'nt', 'ttl', 'jsonld'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** What the name of a file says of what is to be in it. */
export interface FileKind {
  /** N-Quads where the ending is of no format. */
  readonly format: ExportFormat;
  readonly gzip: boolean;
}

const gzipEnding = '.gz';

/** Reads the endings of a file name, in any case: `all.TTL.gz` is Turtle, gzipped. */
export function fileKind(path: string): FileKind {
  const name = basename(path).toLowerCase();
  const gzip = name.endsWith(gzipEnding);
  const ending = extname(gzip ? name.slice(0, -gzipEnding.length) : name).slice(1);
  return { format: exportFormats.find((format) => format === ending) ?? 'nq', gzip };
}
