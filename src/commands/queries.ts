import { nearestKey } from '../text/nearest-key.ts';
import { type ExitCode, exitCodes, UsageFault } from '../model/fault.ts';
import { bundledQueries, type BundledQuery } from '../query/bundled.ts';
import { describeQuery, listQueries, queryJson } from '../render/bundled-query.ts';
import { type CommandContext, type DefineCommand, printResult } from './command.ts';

interface QueriesOptions {
  readonly json?: true;
}

/** Defines `cdif-graph queries`. */
export const defineQueries: DefineCommand = (command, run) => {
  command
    .description(
      'Lists the bundled queries with their titles and parameters; an asterisk marks required parameters. With a name, shows the question that the query answers, its parameters, a command that runs it, and its text in SPARQL 1.1, which works on any store that holds an export.',
    )
    .argument('[name]', 'the name of a bundled query')
    .option('--json', 'print one JSON document')
    .action(run(queries));
};

async function queries(
  context: CommandContext,
  name: string | undefined,
  options: QueriesOptions,
): Promise<ExitCode> {
  const all = bundledQueries();
  if (name === undefined) {
    printResult(context, options, { value: all.map(queryJson), text: listQueries(all) });
    return exitCodes.done;
  }
  const query = queryNamed(name, all);
  printResult(context, options, {
    value: { ...queryJson(query), text: query.text },
    text: describeQuery(query),
  });
  return exitCodes.done;
}

function queryNamed(name: string, all: readonly BundledQuery[]): BundledQuery {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = all.map((each) => each.name);
  const nearest = nearestKey(name, names);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  throw new UsageFault(
    `there is no bundled query ${name}${hint}\nBundled queries: ${names.join(', ')}`,
  );
}
