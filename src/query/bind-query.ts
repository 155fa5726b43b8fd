import { nearestKey } from '../config/nearest-key.ts';
import { UsageFault } from '../model/fault.ts';
import type { BundledQuery } from './bundled.ts';
import { derivedColumn } from './derived-values.ts';
import type { GivenParameter } from './parameters.ts';
import { faultOfParameter, faultOfTwo } from './parameter-fault.ts';
import { readSearchBoxes, readSearchYears } from './search-ranges.ts';
import type { SparqlTerm } from './sparql-term.ts';
import { simpleValue } from './simple-values.ts';
import { replaceValues } from './values-block.ts';

/**
 * The text of a bundled query with these values in place of those of its examples. Each value becomes a term that we write,
 * so that nothing in it can be read as SPARQL. Parameters that are not required and have no value are `UNDEF`; what is derived
 * from them has no rows. A box whose west is greater than its east lies across the antimeridian, and is two rows.
 * @throws {UsageFault} that names the parameter, and says what is wrong with its value and what would be right
 */
export function bindQuery(query: BundledQuery, values: ReadonlyMap<string, string>): string {
  refuseUnknown(query, values);
  const { given, derived } = query.parameters;
  for (const parameter of given) {
    if (parameter.required && !values.has(parameter.name)) {
      throw faultOfParameter(query.name, parameter, 'is required');
    }
  }
  const columns = new Map<string, readonly SparqlTerm[]>(
    given.map((parameter) => [parameter.name, columnOf(query, parameter, values)]),
  );
  refuseHalfAges(query, values);
  const ranges = [...readSearchBoxes(query, values), ...readSearchYears(query, values)];
  for (const [name, column] of ranges) columns.set(name, column);
  for (const parameter of derived) columns.set(parameter.name, derivedColumn(parameter, values));
  return replaceValues(query.text, columns);
}

/** An age range has both ends, the older first. */
function refuseHalfAges(query: BundledQuery, values: ReadonlyMap<string, string>): void {
  const [older, younger] = query.parameters.given.filter(({ type }) => type === 'age');
  if (older === undefined || younger === undefined) return;
  const [from, to] = [values.get(older.name), values.get(younger.name)];
  if (from === undefined && to === undefined) return;
  if (from === undefined || to === undefined) {
    const missing = from === undefined ? older : younger;
    throw faultOfParameter(query.name, missing, 'is needed with the other end');
  }
  if (Number(from) < Number(to)) {
    throw faultOfTwo(query.name, values, [older.name, younger.name], 'is less than');
  }
}

/** The example values of a query. */
export function exampleValues({ parameters }: BundledQuery): ReadonlyMap<string, string> {
  return new Map(
    parameters.given.flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, example] as const],
    ),
  );
}

/** Edges of boxes and ends of times are read together. */
function columnOf(
  query: BundledQuery,
  parameter: GivenParameter,
  values: ReadonlyMap<string, string>,
): readonly SparqlTerm[] {
  const value = values.get(parameter.name);
  return value === undefined ? [undefined] : simpleValue(query.name, parameter, value);
}

function refuseUnknown(
  { name: query, parameters }: BundledQuery,
  values: ReadonlyMap<string, string>,
): void {
  const known = parameters.given.map(({ name }) => name);
  for (const name of values.keys()) {
    if (known.includes(name)) continue;
    const derived = parameters.derived.find((each) => each.name === name);
    if (derived !== undefined) {
      const from = derived.from.join(', ');
      throw new UsageFault(
        `the parameter ${name} of ${query} cannot be set: it is derived from ${from}`,
      );
    }
    const nearest = nearestKey(name, known);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    const all = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
    throw new UsageFault(`${query} has no parameter ${name}${hint} (${all})`);
  }
}
