import { bindQuery, exampleValues } from '../../../query/bind-query.ts';
import {
  type BundledQuery,
  bundledQueries,
  type GivenParameter,
  ParameterFault,
} from '../../../query/bundled.ts';
import { UsageFault } from '../../../model/fault.ts';
import { nearestKey } from '../../../text/nearest-key.ts';

/** What the address of the query page says. */
export interface QueryPageState {
  /** The text in the editor. */
  readonly text: string;
  /** The bundled query that is shown as a form. */
  readonly chosen?: ChosenQuery;
  /** The name of a bundled query that does not exist. */
  readonly unknown?: string;
  /** Why a parameter of the address cannot be used; not of a bundled query. */
  readonly fault?: string;
}

/** A bundled query with values of its parameters. */
export interface ChosenQuery {
  readonly query: BundledQuery;
  /** As given; at first, the examples of the required parameters. */
  readonly values: ReadonlyMap<string, string>;
  /** Why values cannot be used; the editor then has the example values. Empty if they can. */
  readonly faults: readonly ValueFault[];
}

/** The fault of one or two values, or of a parameter that does not exist. */
interface ValueFault {
  readonly parameters: readonly string[];
  readonly reason: string;
}

/** Parameters of the page; the last two are those of the form without scripts. */
const pageParameters = ['query', 'name', 'timeout', 'format'];

/** Reads `query`, or `name` with a parameter of the address for each of the query. */
export function readQueryPageState(parameters: URLSearchParams): QueryPageState {
  const given = parameters.get('query');
  const name = parameters.get('name') ?? '';
  const query = allBundledQueries().find((each) => each.name === name);
  if (query !== undefined) {
    const { text, ...chosen } = bindGiven(query, parameters);
    return { text: given ?? text, chosen };
  }
  const fault = faultOfPage(parameters);
  return {
    text: given ?? firstQuery,
    ...(name !== '' && { unknown: name }),
    // The parameters of an unknown query are unknown too.
    ...(name === '' && fault !== undefined && { fault }),
  };
}

function faultOfPage(parameters: URLSearchParams): string | undefined {
  const wrong = [...parameters.keys()].find((name) => !pageParameters.includes(name));
  if (wrong !== undefined) {
    const nearest = nearestKey(wrong, pageParameters);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    return `this page has no parameter ${wrong}${hint}`;
  }
  return parameters.getAll('query').length > 1 ? 'query is given more than once' : undefined;
}

function bindGiven(
  query: BundledQuery,
  parameters: URLSearchParams,
): ChosenQuery & { readonly text: string } {
  const given = [...parameters].filter(
    ([name, value]) => name !== 'name' && name !== 'query' && value.trim() !== '',
  );
  const values = given.length === 0 ? requiredExamples(query) : new Map(given);
  const repeated = [...values.keys()].filter((name) => parameters.getAll(name).length > 1);
  const faults = [
    ...repeated.map((name) => ({ parameters: [name], reason: `${name} is given more than once` })),
    ...faultsOfValues(query, values),
  ];
  const text = faults.length > 0 ? query.text : bindQuery(query, values);
  return { query, values, faults, text: withoutHeader(text) };
}

/** Each fault, found by putting the example in the place of a wrong value and reading on. */
function faultsOfValues(
  query: BundledQuery,
  values: ReadonlyMap<string, string>,
): readonly ValueFault[] {
  const examples = exampleValues(query);
  const tried = new Map(values);
  const faults: ValueFault[] = [];
  for (let fault = faultOfValues(query, tried); fault; fault = faultOfValues(query, tried)) {
    const known = new Set(faults.flatMap(({ parameters }) => parameters));
    // A value may conflict with an example only.
    if (fault.parameters.some((name) => known.has(name))) break;
    faults.push(fault);
    if (fault.parameters.length !== 1) break;
    for (const name of fault.parameters) {
      const example = examples.get(name);
      if (example === undefined) tried.delete(name);
      else tried.set(name, example);
    }
  }
  return faults;
}

function faultOfValues(
  query: BundledQuery,
  values: ReadonlyMap<string, string>,
): ValueFault | undefined {
  try {
    bindQuery(query, values);
    return undefined;
  } catch (error) {
    if (error instanceof ParameterFault)
      return { parameters: error.parameters, reason: error.reason };
    if (error instanceof UsageFault) return { parameters: [], reason: error.message };
    throw error;
  }
}

/** The page shows what the header of a bundled query says. */
function withoutHeader(text: string): string {
  return text.replace(/^(?:#[^\n]*\n)+\s*/u, '');
}

function requiredExamples(query: BundledQuery): ReadonlyMap<string, string> {
  const examples = exampleValues(query);
  const isRequired = ({ name, required }: GivenParameter): boolean =>
    required && examples.has(name);
  return new Map(
    query.parameters.given.filter(isRequired).map(({ name }) => [name, examples.get(name) ?? '']),
  );
}

let bundled: readonly BundledQuery[] | undefined;

/** All bundled queries, read once: they are files of the program. */
export function allBundledQueries(): readonly BundledQuery[] {
  return (bundled ??= bundledQueries());
}

/** The query in the editor at first. */
const firstQuery = `# Datasets with their names
SELECT ?dataset ?name WHERE {
  ?dataset a schema:Dataset ; schema:name ?name
}
LIMIT 100
`;

/** The beginnings of names of bundled queries, by the group that the page lists them in. */
const groups = [
  ['Search', /^search-/u],
  ['Datasets and files', /^(?:datasets|distributions|related-)/u],
  ['Numbers', /^(?:facets-|conformance)/u],
  ['Quality', /^(?:problems|duplicates|dead-|without-)/u],
  ['Copies of records', /^(?:changed-|provenance|records-)/u],
  ['Kernel records and typed links', /^(?:kernel-|signposting-)/u],
] as const;

/** The bundled queries in groups; those of no group are in a last one. */
export function groupedQueries(): readonly (readonly [
  group: string,
  queries: readonly BundledQuery[],
])[] {
  const rest = new Set(allBundledQueries());
  const grouped = groups.map(([group, names]) => {
    const queries = [...rest].filter(({ name }) => names.test(name));
    for (const query of queries) rest.delete(query);
    return [group, queries] as const;
  });
  return rest.size === 0 ? grouped : [...grouped, ['Others', [...rest]]];
}
