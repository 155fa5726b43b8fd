import type { SiteReport } from '../../model/site-check.ts';

/** What a format may use besides the report. */
export interface CheckWriterOptions {
  /** The folder of the documentation on this machine, with `rules` and `problems`. */
  readonly docs: string;
  /** Of the terminal, in columns; undefined where the text is not for one. */
  readonly width?: number | undefined;
}

/** Writes the report of a check in one format, in pieces. */
export type WriteCheck = (report: SiteReport, options: CheckWriterOptions) => Iterable<string>;
