import { targetUrl } from '../model/target.ts';
import { resolvableUrl } from '../rdf/identifiers.ts';

/** The DOIs of a source: named one by one, in a file, or by a query to DataCite's REST API. */
export type DoiSelection =
  | { readonly by: 'list'; readonly list: readonly string[] }
  /** A text file with one DOI a line; an absolute path in a loaded configuration. */
  | { readonly by: 'file'; readonly file: string }
  | { readonly by: 'query'; readonly query: DoiQuery };

/** Which DOIs of DataCite are wanted; all conditions must hold. */
export interface DoiQuery {
  /** The prefix of the DOIs, such as `10.5061`. */
  readonly prefix?: string | undefined;
  /** The repository account, such as `dryad.dryad`. */
  readonly client?: string | undefined;
  /** The general type of the resource, such as `dataset`. */
  readonly resourceType?: string | undefined;
  /** The address of the API, without a slash at its end. */
  readonly api: string;
}

/** A DOI in the path of another resolver, such as a proxy of a library. */
const pathOfDoi = /^\/10\.\d{4,9}(?:\.\d+)*\/./u;

/**
 * The URL at which the metadata of a DOI is requested: at doi.org in lower case, since DOIs ignore
 * case, or at another resolver as written.
 * @returns undefined where the text is no DOI
 */
export function doiUrl(text: string): string | undefined {
  const resolved = resolvableUrl(text);
  if (resolved === undefined) return undefined;
  const url = targetUrl(resolved);
  return url !== undefined && pathOfDoi.test(new URL(url).pathname) ? url : undefined;
}

/** Records on a page: with many authors each, a page has some megabytes. */
const pageSize = 500;

/** The first page of a query to DataCite's REST API (`/dois`, with cursors). */
export function doiQueryUrl({ api, prefix, client, resourceType }: DoiQuery): string {
  const url = new URL(`${api}/dois`);
  const parameters = {
    prefix,
    'client-id': client,
    'resource-type-id': resourceType,
    // Identifiers of affiliations and publishers, which are names alone otherwise.
    affiliation: 'true',
    publisher: 'true',
    'disable-facets': 'true',
    'page[size]': String(pageSize),
    'page[cursor]': '1',
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
