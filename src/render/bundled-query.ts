import {
  type BundledQuery,
  describeParameterType,
  type GivenParameter,
  shellQuotedPair,
} from '../query/bundled.ts';

/** A line a query: its name, its title and its parameters, the required ones with an asterisk. */
export function listQueries(queries: readonly BundledQuery[]): string {
  const names = widest(queries.map(({ name }) => name));
  const titles = widest(queries.map(({ title }) => title));
  return queries
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
export function commandLine({ name, parameters }: BundledQuery): string {
  const pairs = parameters.given.flatMap(({ name: parameter, example }) =>
    example === undefined ? [] : [`--param ${shellQuotedPair(parameter, example)}`],
  );
  return ['cdif-graph query', name, ...pairs].join(' ');
}

/** A query without its text, as JSON. */
export function queryJson(query: BundledQuery) {
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
