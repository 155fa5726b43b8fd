import { InvalidArgumentError, Option } from 'commander';
import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import { queryFormats, type QueryFormat } from '../query/query-format.ts';
import { addCatalogueOption, withEngine, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import { wholeNumber } from './numbers.ts';

interface QueryOptions extends CatalogueOption {
  readonly format?: QueryFormat;
  readonly timeout: number;
  readonly param?: ReadonlyMap<string, string>;
}

/** A day: who waits longer wants a triple store. */
export const maxTimeoutSeconds = 86_400;

export const defineQuery: DefineCommand = (command, run) => {
  command
    .description(
      'Answers a SPARQL query: a bundled one by its name, one from a file, or one from stdin (-). A query that names no graph sees the union of all record graphs.',
    )
    .argument('<query>', 'the name of a bundled query, a file, or - for stdin')
    .addOption(
      new Option(
        '--format <format>',
        'how to write the answer (default: table for SELECT and ASK, ttl for CONSTRUCT and DESCRIBE)',
      ).choices(queryFormats),
    )
    .option(
      '--param <name=value>',
      'the value of a parameter of a bundled query (repeatable); see cdif-graph queries',
      takeParameter,
    )
    .option(
      '--timeout <seconds>',
      'the longest the query may compute',
      wholeNumber(1, maxTimeoutSeconds),
      60,
    );
  addCatalogueOption(command).action(run(query));
};

/** Everything behind the first equals sign is the value, whatever it is. */
function takeParameter(
  pair: string,
  taken: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const equals = pair.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('It must be NAME=VALUE, such as west=5.');
  const name = pair.slice(0, equals);
  if (taken.has(name)) throw new InvalidArgumentError(`${name} is given twice.`);
  return new Map([...taken, [name, pair.slice(equals + 1)]]);
}

async function query(
  context: CommandContext,
  name: string,
  options: QueryOptions,
): Promise<ExitCode> {
  const { isTTY, columns } = context.stdout;
  await withEngine(options, context, {
    prepare: async (onDataset) => {
      const { findQuery } = await import('../query/find-query.ts');
      const found = await findQuery(name, { ...context, values: options.param });
      const { scanQuery } = await import('../query/query-form.ts');
      const { dataset = scanQuery(found.text).dataset } = found;
      onDataset(dataset);
      return { ...found, dataset };
    },
    ask: async (engine, found) => {
      const { runQuery } = await import('../query/run-query.ts');
      const answer = await runQuery(engine, {
        ...found,
        format: options.format,
        width: isTTY === true ? columns : undefined,
        timeoutMs: options.timeout * 1000,
        signal: context.signal,
      });
      // Before anything is done that the next query gains by.
      context.stdout.write(answer);
    },
  });
  return exitCodes.done;
}
