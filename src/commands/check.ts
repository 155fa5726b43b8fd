import { Option } from 'commander';
import { resolve } from 'node:path';
import { type Config, configSchema, defaultSettings } from '../config/schema.ts';
import type { MappedSchema } from '../conformance/site/xml-schemas.ts';
import { parseStartUrl, type StartUrl } from '../conformance/site/identify-start.ts';
import { type ExitCode, exitCodes, UsageFault } from '../model/fault.ts';
import { describeProblem, severities } from '../model/problem-catalogue.ts';
import type { Problem, Severity } from '../model/problem.ts';
import { profileNames, signpostingProfile } from '../model/validation.ts';
import { checkSite, type SiteCheckResult } from '../pipeline/check-site.ts';
import { type CheckFormat, checkFormats, formatSiteReport } from '../render/check/check-formats.ts';
import { showHarvestProgress } from '../render/progress.ts';
import { nearestKey } from '../text/nearest-key.ts';
import { escapeControls } from '../text/printable.ts';
import {
  type CommandContext,
  type DefineCommand,
  documentationFolder,
  printAll,
  problemPages,
} from './command.ts';
import { collectValues, optionalConfig, parseWholeNumber } from './options.ts';

interface CheckOptions {
  readonly config?: string;
  readonly limit?: number;
  readonly sample?: number;
  readonly maxRequests?: number;
  readonly contact?: string;
  readonly profile?: readonly string[];
  readonly schema?: readonly string[];
  readonly links?: true;
  readonly format: CheckFormat;
  readonly json?: true;
  readonly failOn: Severity;
  readonly allowPrivateAddresses?: true;
  readonly quiet?: true;
}

const allProfiles = [...profileNames, signpostingProfile];

/** Defines `cdif-graph check`. */
export const defineCheck: DefineCommand = (command, run) => {
  command
    .description(
      'Says what a harvester finds at a site, by which way, and what its publisher must fix, in ' +
        'which order. Walks the listing of the site and every location as a harvest does, obeys ' +
        'robots.txt, validates each record, checks linked metadata documents, typed links, ' +
        'sitemaps and robots.txt, and stores nothing. Exits with code 2 if there is no record, ' +
        'or a finding of the severity of --fail-on or a graver one, and with code 1 if nothing ' +
        'answers at the URL. See docs/check.md.',
    )
    .argument(
      '<url>',
      'a site (https://data.example/ or data.example), or its robots.txt; a sitemap, list, ' +
        'catalogue or page',
    )
    .option('--limit <n>', 'visit at most this many of the listed URLs', parseWholeNumber(1))
    .option(
      '--sample <n>',
      'read the whole listing, and visit this many of its URLs, always the same ones',
      parseWholeNumber(1),
    )
    .option('--max-requests <n>', 'end the check after this many requests', parseWholeNumber(1))
    .option('--contact <url>', 'your mailto: or http(s): URL, which the user agent names')
    .option(
      '--profile <id>',
      'validate against this profile instead of those that records claim (repeatable): ' +
        `${profileNames.join(', ')}; ${signpostingProfile} requires level 1 of FAIR Signposting ` +
        'of each landing page, besides',
      collectValues,
    )
    .option(
      '--schema <namespace=file>',
      'validate linked XML of this namespace against this XML Schema (repeatable)',
      collectValues,
    )
    .option('--links', 'request each distribution, licence and identifier, and report broken links')
    .addOption(
      new Option('--format <format>', 'the form of the report')
        .choices(checkFormats)
        .default('text'),
    )
    .option('--json', 'the same as --format json')
    .addOption(
      new Option('--fail-on <severity>', 'the least severity that gives exit code 2')
        .choices(severities)
        .default('error'),
    )
    .option('--allow-private-addresses', 'permit requests to this machine and private networks')
    .option('--quiet', 'write no progress to stderr')
    .option(
      '--config <file>',
      'take http, limits, contexts and schemas from this configuration (default: config.yaml)',
    )
    .action(run(check));
};

async function check(
  context: CommandContext,
  name: string,
  options: CheckOptions,
): Promise<ExitCode> {
  const start = parseStartUrl(name);
  if (start === undefined) {
    throw new UsageFault(
      `${escapeControls(name)} is neither an http or https URL without credentials nor a domain ` +
        'name. Write it as https://data.example/ or data.example.',
    );
  }
  const result = await checkWithProgress(start, options, context);
  if (result.kind === 'unreachable') {
    const { problem } = result;
    context.stderr.write(`cdif-graph: ${escapeControls(describeSilence(start.url, problem))}\n`);
    return exitCodes.failed;
  }
  const { report } = result;
  const { stdout } = context;
  const width = stdout.isTTY === true ? stdout.columns : undefined;
  const format = options.json === true ? 'json' : options.format;
  const texts = formatSiteReport(report, format, { docs: documentationFolder, width });
  // The report of an interrupted check is written nevertheless.
  const signal = context.signal.aborted ? new AbortController().signal : context.signal;
  const print = async (): Promise<void> => printAll(texts, { stdout, signal });
  // A reader may take any time, and there is nothing left to finish.
  await (context.killedBySignals?.(print) ?? print());
  return report.passes ? exitCodes.done : exitCodes.problems;
}

function describeSilence(url: string, problem: Problem): string {
  const { kind } = problem;
  const hint =
    kind === 'address-refused'
      ? 'If it is in your own network, add --allow-private-addresses.'
      : `What this means: ${problemPages}${kind}.md`;
  return `Nothing answers at ${url}. ${describeProblem(problem)}. ${hint}`;
}

async function checkWithProgress(
  start: StartUrl,
  { limit, sample, maxRequests, links, failOn, quiet, ...options }: CheckOptions,
  context: CommandContext,
): Promise<SiteCheckResult> {
  const { stderr, now, signal } = context;
  const config = await checkConfig(options, context);
  let hideProgress: (() => void) | undefined;
  const endProgress = (): void => {
    hideProgress?.();
    hideProgress = undefined;
  };
  return checkSite({
    ...chosenProfiles(options.profile ?? []),
    config,
    start,
    limit,
    sample,
    maxRequests,
    schemas: chosenSchemas(options.schema ?? [], config, context),
    asksForLinks: links === true,
    failOn,
    signal,
    now,
    onStart: ({ ledgers }) => {
      if (quiet !== true) hideProgress = showHarvestProgress(ledgers, stderr, now);
    },
    onPhase: (text) => {
      endProgress();
      if (quiet !== true) stderr.write(`${text}\n`);
    },
  }).finally(endProgress);
}

/** The settings of requests and limits: those of the configuration, if any, and the options. */
async function checkConfig(
  { config: file, contact, allowPrivateAddresses }: CheckOptionsOfRequests,
  context: CommandContext,
): Promise<Config> {
  const named = file === undefined ? {} : { config: file };
  const config = (await optionalConfig(named, context)) ?? defaultSettings();
  if (contact !== undefined && !configSchema.shape.http.safeParse({ contact }).success) {
    throw new UsageFault(`--contact ${escapeControls(contact)} is no mailto: or http(s): URL.`);
  }
  const { http } = config;
  return {
    ...config,
    http: {
      ...http,
      contact: contact ?? http.contact,
      allowPrivateAddresses: http.allowPrivateAddresses || allowPrivateAddresses === true,
    },
  };
}

type CheckOptionsOfRequests = Pick<CheckOptions, 'allowPrivateAddresses' | 'config' | 'contact'>;

/** @throws {UsageFault} for an unknown profile */
function chosenProfiles(names: readonly string[]) {
  const unknown = names.find((each) => !allProfiles.includes(each));
  if (unknown !== undefined) {
    const nearest = nearestKey(unknown, allProfiles);
    const hint =
      nearest === undefined ? `there are ${allProfiles.join(', ')}` : `perhaps ${nearest}`;
    throw new UsageFault(`There is no profile ${escapeControls(unknown)}; ${hint}.`);
  }
  return {
    profiles: names.filter((each) => each !== signpostingProfile),
    requiresSignposting: names.includes(signpostingProfile),
  };
}

/**
 * The schemas of the configuration and of the command line, which come first.
 * @throws {UsageFault} for an option that is no `NAMESPACE=FILE`
 */
function chosenSchemas(
  options: readonly string[],
  { schemas = {} }: Config,
  { cwd }: CommandContext,
): readonly MappedSchema[] {
  const files = new Map(Object.entries(schemas));
  for (const option of options) {
    // A namespace may contain the character, too.
    const at = option.lastIndexOf('=');
    const file = option.slice(at + 1);
    if (at === -1 || file === '') {
      throw new UsageFault(
        `--schema ${escapeControls(option)} is no NAMESPACE=FILE, such as urn:a:1=a.xsd.`,
      );
    }
    files.set(option.slice(0, at), resolve(cwd, file));
  }
  return Array.from(files, ([namespace, file]) => ({ namespace, file }));
}
