import { nearestKey } from '../text/nearest-key.ts';
import { UsageFault } from '../model/fault.ts';
import {
  bundledQueries,
  type BundledQuery,
  describeParameterType,
  type GivenParameter,
  shellQuotedPair,
} from '../query/bundled.ts';
import { type CommandContext, type DefineCommand, printResult } from './command.ts';

interface QueriesOptions {
  readonly json?: true;
}

/** Defines `cdif-graph queries`. */
export const defineQueries: DefineCommand = (command, run) => {
  command
    .description(
      'Lists the bundled queries with their titles and parameters; an asterisk marks required ' +
        'parameters. With a name, shows the question that the query answers, its parameters, a ' +
        'command that runs it, and its text in SPARQL 1.1, which works on any store that holds ' +
        'an export.',
    )
    .argument('[name]', 'the name of a bundled query')
    .option('--json', 'print one JSON document')
    .action(run(queries));
};

async function queries(
  context: CommandContext,
  name: string | undefined,
  options: QueriesOptions,
): Promise<void> {
  const all = bundledQueries();
  if (name === undefined) {
    printResult(context, options, { value: all.map(queryJson), text: listQueries(all) });
    return;
  }
  const query = queryNamed(name, all);
  printResult(context, options, {
    value: { ...queryJson(query), text: query.text },
    text: describeQuery(query),
  });
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

/** A line a query: its name, its title and its parameters, the required ones with an asterisk. */
export function listQueries(all: readonly BundledQuery[]): string {
  const names = widest(all.map(({ name }) => name));
  const titles = widest(all.map(({ title }) => title));
  return all
    .map(({ name, title, parameters }) => {
      const given = parameters.given.map((each) => each.name + (each.required ? '*' : ''));
      const line = `${name.padEnd(names)}  ${title.padEnd(titles)}  ${given.join(' ')}`;
      return `${line.trimEnd()}\n`;
    })
    .join('');
}

/** Describes a query: its question, parameters, a command that runs it, and its text. */
export function describeQuery(query: BundledQuery): string {
  const { title, question, graphs, parameters, text } = query;
  const given = parameters.given.map((each) => `  ${parameterLine(each)}\n`);
  const derived = parameters.derived.map(
    ({ name, type, from }) => `  ${name} (${type}): derived from ${from.join(', ')}\n`,
  );
  return [
    `${title}\n\n${question}\nGraphs: ${graphs}\n\n`,
    given.length === 0 ? '' : `Parameters:\n${[...given, ...derived].join('')}\n`,
    `Run it:\n  ${commandLine(query)}\n\n`,
    text,
  ].join('');
}

/** A command line that runs a query with its example values. */
function commandLine({ name, parameters }: BundledQuery): string {
  const pairs = parameters.given.flatMap(({ name: parameter, example }) =>
    example === undefined ? [] : [`--param ${shellQuotedPair(parameter, example)}`],
  );
  return ['cdif-graph query', name, ...pairs].join(' ');
}

/** A query without its text, as JSON. */
function queryJson(query: BundledQuery) {
  const { name, title, question, graphs, parameters } = query;
  return { name, title, question, graphs, parameters, command: commandLine(query) };
}

function parameterLine({ name, type, required, example, meaning }: GivenParameter): string {
  const necessity = required ? 'required' : 'optional';
  const such = example === undefined ? '' : `; for example ${example}`;
  return `${name} (${necessity}${such}): ${meaning}; ${describeParameterType(type)}`;
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
