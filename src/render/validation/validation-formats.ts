import { createHtmlReport } from './html-report.ts';
import { createJsonReport } from './json-report.ts';
import { createJunitReport } from './junit-report.ts';
import { createSarifReport } from './sarif-report.ts';
import { createTextReport } from './text-report.ts';
import type { CreateValidationWriter } from './validation-writer.ts';

/** How a validation can be written. */
export const validationFormats = ['text', 'json', 'junit', 'sarif', 'html'] as const;

/** One of `validationFormats`. */
export type ValidationFormat = (typeof validationFormats)[number];

/** The writers of a validation, by format. */
export const validationWriters = {
  text: createTextReport,
  json: createJsonReport,
  junit: createJunitReport,
  sarif: createSarifReport,
  html: createHtmlReport,
} as const satisfies Record<ValidationFormat, CreateValidationWriter>;
