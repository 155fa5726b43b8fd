import { bindQuery, exampleValues } from '../../../query/bind-query.ts';
import {
  type BundledQuery,
  bundledQueries,
  type GivenParameter,
  ParameterFault,
} from '../../../query/bundled.ts';
import { UsageFault } from '../../../model/fault.ts';

/** What the address of the query page says. */
export interface QueryPageState {
  /** The text in the editor. */
  readonly text: string;
  /** The bundled query that is shown as a form. */
  readonly chosen?: ChosenQuery;
  /** The name of a bundled query that does not exist. */
  readonly unknown?: string;
}

/** A bundled query with values of its parameters. */
export interface ChosenQuery {
  readonly query: BundledQuery;
  /** As given; at first, the examples of the required parameters. */
  readonly values: ReadonlyMap<string, string>;
  /** Why the values cannot be used; the editor then has the example values. */
  readonly fault?: ValueFault;
}

/** The fault of one or two values, or of a parameter that does not exist. */
interface ValueFault {
  readonly parameters: readonly string[];
  readonly reason: string;
}

/** Reads `query`, or `name` with a parameter of the address for each of the query. */
export function readQueryPageState(parameters: URLSearchParams): QueryPageState {
  const given = parameters.get('query');
  const name = parameters.get('name') ?? '';
  if (name === '') return { text: given ?? firstQuery };
  const query = allBundledQueries().find((each) => each.name === name);
  if (query === undefined) return { text: given ?? firstQuery, unknown: name };
  const { text, ...chosen } = bindGiven(query, givenValues(parameters));
  return { text: given ?? text, chosen };
}

function givenValues(parameters: URLSearchParams): ReadonlyMap<string, string> {
  const values = [...parameters].filter(
    ([name, value]) => name !== 'name' && name !== 'query' && value.trim() !== '',
  );
  return new Map(values);
}

function bindGiven(
  query: BundledQuery,
  given: ReadonlyMap<string, string>,
): ChosenQuery & { readonly text: string } {
  const values = given.size === 0 ? requiredExamples(query) : given;
  try {
    return { query, values, text: withoutHeader(bindQuery(query, values)) };
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error;
    const fault =
      error instanceof ParameterFault
        ? { parameters: error.parameters, reason: error.reason }
        : { parameters: [], reason: error.message };
    return { query, values, fault, text: withoutHeader(query.text) };
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
