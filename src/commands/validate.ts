import { Option } from 'commander';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Config, configSchema, type Source, sourceOf } from '../config/schema.ts';
import { ForeignChecks } from '../conformance/foreign-checks.ts';
import type { Profile } from '../conformance/profile.ts';
import { findProfile } from '../conformance/profiles/profile-catalogue.ts';
import type { UnevaluatedPart } from '../conformance/shacl/shape-list.ts';
import type { OpenedSchema } from '../conformance/schema/json-schema.ts';
import { createValidator } from '../conformance/validate-documents.ts';
import { ValidationRun, type ValidationSink } from '../conformance/validation-run.ts';
import { type ExitCode, exitCodes, UsageFault } from '../model/fault.ts';
import { profileNames } from '../model/validation.ts';
import { extractionOptionsBySource, validationFor } from '../pipeline/extraction-options.ts';
import { type FailThreshold, failThresholds } from '../render/report-parts/severities.ts';
import {
  type ValidationFormat,
  validationFormats,
  validationWriters,
} from '../render/validation/validation-formats.ts';
import {
  type UnevaluatedShape,
  type ValidationSummary,
  ValidationTally,
} from '../render/validation/validation-summary.ts';
import { nearestKey } from '../text/nearest-key.ts';
import { escapeControls } from '../text/printable.ts';
import {
  type CommandContext,
  type DefineCommand,
  documentationFolder,
  type Output,
} from './command.ts';
import {
  addCatalogueOption,
  collectValues,
  maxTimeoutSeconds,
  optionalConfig,
  parseWholeNumber,
} from './options.ts';
import { FixedInput } from './fixed-input.ts';
import { openValidationContexts } from './contexts.ts';
import {
  type InputReading,
  type InputSelection,
  readInputs,
  refuseUnclearInputs,
} from './validation-inputs.ts';

interface ValidateOptions extends InputSelection {
  readonly profile?: readonly string[];
  readonly shapes?: readonly string[];
  readonly schema?: readonly string[];
  readonly format: ValidationFormat;
  readonly failOn: FailThreshold;
  /** The file to write to; true for stdout. */
  readonly fix?: string | true;
}

/** Defines `cdif-graph validate`. */
export const defineValidate: DefineCommand = (command, run) => {
  command
    .description(
      'Says what must be fixed in metadata records, in which order, and how: for each finding ' +
        'what is there, what is asked, why, and what to write. A record is validated against ' +
        'the profiles that it claims, else against CDIF discovery. Exits with code 2 if there ' +
        'are findings of the severity of --fail-on, or shapes that could not be evaluated, and ' +
        'with code 1 if there is no record. See docs/validate.md.',
    )
    .argument('[names...]', 'files, URLs, or - for standard input')
    .option('--all', 'validate all records of the catalogue')
    .option('--source <name>', 'validate the records of this source in the catalogue')
    .option(
      '--profile <id>',
      'validate against this profile instead (repeatable): ' + profileNames.join(', '),
      collectValues,
    )
    .option('--shapes <file>', 'validate against SHACL shapes, too (repeatable)', collectValues)
    .option('--schema <file>', 'validate against a JSON Schema, too (repeatable)', collectValues)
    .addOption(
      new Option('--format <format>', 'the form of the report')
        .choices(validationFormats)
        .default('text'),
    )
    .addOption(
      new Option('--fail-on <severity>', 'the least severity that gives exit code 2')
        .choices(failThresholds)
        .default('error'),
    )
    .option(
      '--fix [file]',
      'write the document with all remedies applied that need no author, to this file or to ' +
        'stdout (the report then goes to stderr)',
    )
    .option('--base <url>', 'the URL that stands for a file, or for its folder if it ends with /')
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
  await refuseUnclearInputs(names, options, context);
  const killedBySignals = context.killedBySignals ?? (async (act) => act());
  const foreign = await killedBySignals(async () => readForeignRules(options, context));
  const settings = await readSettings(options, context);
  const contexts = await openValidationContexts(settings.config, options, context);
  try {
    return await validateInputs(names, options, { ...settings, foreign, contexts, context });
  } finally {
    await contexts.close();
  }
}

interface Validating extends Settings, InputReading {
  readonly foreign: ForeignChecks | undefined;
}

async function validateInputs(
  names: readonly string[],
  options: ValidateOptions,
  validating: Validating,
): Promise<ExitCode> {
  const { limits, profiles, foreign, contexts, context } = validating;
  // Queries and regular expressions of others may never end, and block the event loop.
  const evaluate =
    foreign === undefined
      ? async (act: () => Promise<void>) => act()
      : (context.killedBySignals ?? (async (act) => act()));
  const validateDocuments = createValidator({ limits, profiles, contexts: contexts.source });
  const toFix = options.fix === undefined ? undefined : new FixedInput(names);
  const report = openReport(options, context);
  const validationRun = new ValidationRun(validateDocuments, foreign, report.sink);
  await readInputs(names, options, validating, async (input) => {
    report.tally.addDocuments(input.documents.length);
    toFix?.take(input);
    await evaluate(async () => validationRun.take(input, context));
  });
  await evaluate(async () => validationRun.end());
  const unevaluated = foreign?.unevaluated ?? [];
  const summary = report.tally.summary(options.failOn, unevaluated.map(describeUnevaluated));
  await report.end(summary);
  await toFix?.write(options.fix, validateDocuments, context);
  if (summary.records === 0) return exitCodes.failed;
  return summary.passes ? exitCodes.done : exitCodes.problems;
}

interface Settings extends Pick<InputReading, 'limits' | 'profilesFor'> {
  readonly config: Config | undefined;
  /** None where those count that records claim. */
  readonly profiles: readonly Profile[];
}

/** What the options and the configuration say of the validation. */
async function readSettings(options: ValidateOptions, context: CommandContext): Promise<Settings> {
  const config = await optionalConfig(options, context);
  const limits = config?.limits ?? configSchema.shape.limits.parse(undefined);
  const profiles = (options.profile ?? []).map(namedProfile);
  const sources = profiles.length > 0 ? [] : (config?.sources ?? []);
  const profilesFor = profilesOfSources(sources.map(sourceOf));
  return { config, limits, profiles, profilesFor };
}

/** Where no source of a URL is validated in a harvest, it is as if those with profiles were. */
function profilesOfSources(sources: readonly Source[]): InputReading['profilesFor'] {
  const named = sources.filter(({ profiles = [] }) => profiles.length > 0);
  const harvested = extractionOptionsBySource(sources);
  const reported = extractionOptionsBySource(
    named.map((source): Source => Object.assign({}, source, { validate: 'report' as const })),
  );
  return (listings) => {
    const validation = validationFor(listings, harvested) ?? validationFor(listings, reported);
    return validation?.profiles.map(namedProfile);
  };
}

/** Opens the report, which goes to stderr where stdout is for the mended document. */
function openReport({ format, failOn, fix }: ValidateOptions, context: CommandContext) {
  const out = fix === undefined ? context.stdout : context.stderr;
  const width = out.isTTY === true ? out.columns : undefined;
  const docs = documentationFolder;
  const writer = validationWriters[format]({ now: context.now(), failOn, docs, width });
  const tally = new ValidationTally();
  let hasBegun = false;
  // The report begins with its first result, so that a fault before that leaves none cut off.
  const write = async (text: string): Promise<void> => {
    const whole = hasBegun ? text : writer.begin() + text;
    hasBegun = true;
    await writeReportText(whole, out, context.signal);
  };
  const end = async (summary: ValidationSummary): Promise<void> => write(writer.end(summary));
  const sink: ValidationSink = {
    async record(report, json) {
      tally.addRecord(report);
      await write(writer.record(report, json));
    },
    async problem(problem) {
      tally.addProblem(problem);
      await write(writer.problem(problem));
    },
  };
  return { tally, sink, end };
}

function describeUnevaluated({ shape, construct, reason }: UnevaluatedPart): UnevaluatedShape {
  return { shape: shape ?? 'the shapes', what: construct, reason };
}

function namedProfile(id: string): Profile {
  const profile = findProfile(id);
  if (profile !== undefined) return profile;
  const nearest = nearestKey(id, profileNames);
  const hint =
    nearest === undefined ? `there are ${profileNames.join(', ')}` : `perhaps ${nearest}`;
  throw new UsageFault(`There is no profile ${escapeControls(id)}; ${hint}.`);
}

async function writeReportText(text: string, out: Output, signal: AbortSignal): Promise<void> {
  // Without a turn of the event loop no signal would arrive while records are validated.
  await setImmediate();
  signal.throwIfAborted();
  if (text !== '' && !out.write(text)) await once(out, 'drain', { signal });
}

/** Reads shapes and schemas; their engines take long to load, so only where there are some. */
async function readForeignRules(
  { shapes: shapeFiles = [], schema: schemaFiles = [] }: ValidateOptions,
  context: CommandContext,
): Promise<ForeignChecks | undefined> {
  if (shapeFiles.length + schemaFiles.length === 0) return undefined;
  let schemas: readonly OpenedSchema[] = [];
  if (schemaFiles.length > 0) {
    const { openSchemas } = await import('../conformance/schema/json-schema.ts');
    schemas = openSchemas(await readTexts(schemaFiles, context));
  }
  if (shapeFiles.length === 0) return new ForeignChecks({ schemas });
  const { readShapes } = await import('../conformance/shacl/validate-shapes.ts');
  const files = await readTexts(shapeFiles, context);
  const shapes = await readShapes(files.map(({ name, text }) => ({ name, content: text })));
  return new ForeignChecks({ shapes: { name: shapeFiles.join(' + '), shapes }, schemas });
}

async function readTexts(
  names: readonly string[],
  { cwd }: CommandContext,
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  return Promise.all(
    Array.from(names, async (name) => {
      try {
        // Decoding drops a byte order mark.
        const text = new TextDecoder().decode(await readFile(resolve(cwd, name)));
        return { name, text };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new UsageFault(`${escapeControls(name)} cannot be read: ${reason}`, { cause: error });
      }
    }),
  );
}
