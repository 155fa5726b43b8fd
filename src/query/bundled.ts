import { readdirSync, readFileSync } from 'node:fs';
import { parseParameters, type QueryParameters } from './parameters.ts';

/** A bundled query with the data of its header. */
export interface BundledQuery {
  /** The file's name without `.rq`. */
  readonly name: string;
  readonly title: string;
  /** The question that it answers. */
  readonly question: string;
  /** The graphs that it reads. */
  readonly graphs: string;
  /** The parameters; the text of the query has their example values. */
  readonly parameters: QueryParameters;
  /** The text of the file, a valid query. */
  readonly text: string;
}

/** `queries/` is beside `src/` and beside `dist/`. */
const shipped = new URL('../../queries/', import.meta.url);
const extension = '.rq';

/** All shipped queries, by name. */
export function bundledQueries(directory: URL = shipped): readonly BundledQuery[] {
  return bundledQueryNames(directory).map((name) => bundledQuery(name, directory));
}

/** The names of all shipped queries, sorted. */
export function bundledQueryNames(directory: URL = shipped): readonly string[] {
  return readdirSync(directory)
    .filter((file) => file.endsWith(extension))
    .map((file) => file.slice(0, -extension.length))
    .toSorted();
}

/** The shipped query of that name. @throws what `node:fs` throws where there is none */
export function bundledQuery(name: string, directory: URL = shipped): BundledQuery {
  return parseBundledQuery(name, readFileSync(new URL(name + extension, directory), 'utf8'));
}

/**
 * Parses the header of a query: the comment at the start of the file, with a line for each of
 * `Title`, `Question` and `Graphs` in any order, and for each parameter (`parseParameters`). An
 * indented line continues the one before:
 *
 *     # Title: Keywords
 *     # Question: Which keywords are there, and how many records
 *     #   have each of them?
 *     # Graphs: every record graph
 *
 * @throws {TypeError} when one of them is missing or a parameter cannot be read
 */
export function parseBundledQuery(name: string, text: string): BundledQuery {
  const header = text.slice(0, /^(?!#)/mu.exec(text)?.index).replaceAll(/\n# {2,}/gu, ' ');
  const field = (key: string): string => {
    const value = new RegExp(`^# ${key}: *([^ ].*)$`, 'mu').exec(header)?.[1];
    if (value === undefined) throw new TypeError(`${name}${extension} has no ${key}`);
    return value.trim();
  };
  return {
    name,
    title: field('Title'),
    question: field('Question'),
    graphs: field('Graphs'),
    parameters: parseParameters(name, header),
    text,
  };
}
