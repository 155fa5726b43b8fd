import { Option } from 'commander';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { configSchema, type Limits } from '../config/schema.ts';
import { ConformanceTally } from '../conformance/first-changes.ts';
import { fixDocument } from '../conformance/fix-documents.ts';
import type { Profile } from '../conformance/profile.ts';
import { findProfile, profileCatalogue } from '../conformance/profiles/profile-catalogue.ts';
import { createValidator, type ValidateDocuments } from '../conformance/validate-documents.ts';
import { writeWholeFile } from '../files/output-file.ts';
import { type ExitCode, exitCodes, UsageFault } from '../model/fault.ts';
import type { Finding } from '../model/finding.ts';
import { severities, severityOf } from '../model/problem-catalogue.ts';
import type { Severity } from '../model/problem.ts';
import type { JsonLdDocument } from '../model/record.ts';
import { formatCount } from '../text/amounts.ts';
import { escapeControls } from '../text/printable.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import {
  addCatalogueOption,
  collectValues,
  maxTimeoutSeconds,
  optionalConfig,
  parseWholeNumber,
} from './options.ts';
import { type InputSelection, readInputs, type ValidationInput } from './validation-inputs.ts';

interface ValidateOptions extends InputSelection {
  readonly profile?: readonly string[];
  readonly failOn: Severity | 'never';
  /** The file to write to; true for stdout. */
  readonly fix?: string | true;
}

/** Defines `cdif-graph validate`. */
export const defineValidate: DefineCommand = (command, run) => {
  const ids = profileCatalogue.map(({ id }) => id).join(', ');
  command
    .description(
      'Says what must be fixed in metadata records, in which order, and how: for each finding ' +
        'what is there, what is asked, why, and what to write. Exits with code 2 if there are ' +
        'findings of the severity of --fail-on. See docs/validate.md.',
    )
    .argument('[names...]', 'files, URLs, or - for standard input')
    .option('--all', 'validate all records of the catalogue')
    .option('--source <name>', 'validate the records of this source in the catalogue')
    .option(
      '--profile <id>',
      'the profile to validate against, instead of those that a record claims (repeatable): ' + ids,
      collectValues,
    )
    .addOption(
      new Option('--fail-on <severity>', 'the least severity that gives exit code 2')
        .choices([...severities, 'never'])
        .default('error'),
    )
    .option(
      '--fix [file]',
      'write the document with all remedies applied that need no author, to this file or to ' +
        'stdout (then the report goes to stderr)',
    )
    .option('--base <url>', 'the URL that stands for a file, or its folder if it ends with /')
    .option('--allow-private-addresses', 'permit requests to this machine and private networks')
    .option(
      '--timeout <seconds>',
      'the time limit for a URL with all links that are followed',
      parseWholeNumber(1, maxTimeoutSeconds),
    );
  addCatalogueOption(command).action(run(validate));
};

async function validate(
  context: CommandContext,
  names: readonly string[],
  options: ValidateOptions,
): Promise<ExitCode> {
  const profiles = namedProfiles(options.profile ?? []);
  const config = await optionalConfig(options, context);
  const limits = config?.limits ?? configSchema.shape.limits.parse(undefined);
  const validateDocuments = createValidator({ limits, profiles });
  const run = new ValidationRun(validateDocuments, context);
  const fix = options.fix === undefined ? undefined : fixTarget(names, options.fix, context);
  await readInputs(names, options, { limits, context }, async (input) => {
    await run.take(input);
    if (fix !== undefined) await fix(input, validateDocuments);
  });
  return run.exitCode(options.failOn);
}
