import type { SiteReport } from '../../model/site-check.ts';
import { writeHtmlCheck } from './check-html.ts';
import { writeJsonCheck } from './check-json.ts';
import { writeJunitCheck } from './check-junit.ts';
import { writeSarifCheck } from './check-sarif.ts';
import { type CheckWriterOptions, writeTextCheck } from './check-text.ts';

/** How the report of a check can be written. */
export const checkFormats = ['text', 'json', 'junit', 'sarif', 'html'] as const;

/** One of `checkFormats`. */
export type CheckFormat = (typeof checkFormats)[number];

/** Writes the report of a check in one format, in pieces. */
type WriteCheck = (report: SiteReport, options: CheckWriterOptions) => Iterable<string>;

const writers = {
  text: writeTextCheck,
  json: writeJsonCheck,
  junit: writeJunitCheck,
  sarif: writeSarifCheck,
  html: writeHtmlCheck,
} as const satisfies Record<CheckFormat, WriteCheck>;

/** Writes the report of a check, in pieces; their texts in order are the whole. */
export function formatSiteReport(
  report: SiteReport,
  format: CheckFormat,
  options: CheckWriterOptions,
): Iterable<string> {
  return writers[format](report, options);
}
