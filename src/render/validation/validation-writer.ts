import type { Problem } from '../../model/problem.ts';
import type { RecordReport } from '../../model/validation.ts';
import type { FailThreshold } from '../report-parts/severities.ts';
import type { ValidationSummary } from './validation-summary.ts';

/**
 * Writes a validation in one format, part by part, so that no report is kept longer than needed.
 * `begin` comes first, `end` last; their texts in order are the whole.
 */
export interface ValidationWriter {
  readonly begin: () => string;
  /** @param json the text of its document, for formats that write how it would be changed */
  readonly record: (report: RecordReport, json?: string) => string;
  /** A problem that belongs to no record. */
  readonly problem: (problem: Problem) => string;
  readonly end: (summary: ValidationSummary) => string;
}

/** What a format may use besides the findings. */
export interface ValidationWriterOptions {
  /** When the validation began. */
  readonly now: Date;
  readonly failOn: FailThreshold;
  /** The folder of the documentation on this machine, with `rules` and `problems`. */
  readonly docs: string;
  /** Of the terminal, in columns; undefined where the text is not for one. */
  readonly width?: number | undefined;
}

/** Creates a writer for one validation. */
export type CreateValidationWriter = (options: ValidationWriterOptions) => ValidationWriter;
