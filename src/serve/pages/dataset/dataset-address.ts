import type { FoundDataset } from './find-dataset.ts';

/** The media types of the formats of a page besides HTML, by the ending of its URL. */
export const datasetMediaTypes = {
  jsonld: 'application/ld+json',
  ttl: 'text/turtle',
  nq: 'application/n-quads',
  'linkset.json': 'application/linkset+json',
  linkset: 'application/linkset',
  bib: 'application/x-bibtex',
  ris: 'application/x-research-info-systems',
  'kernel.json': 'application/json',
  'kernel.jsonld': 'application/ld+json',
  raw: 'application/ld+json',
} as const;

/** A format of a dataset page besides HTML, as its URL names it. */
export type DatasetFormat = keyof typeof datasetMediaTypes;

/** The formats whose name is a file extension in the URL; the name of others follows a slash. */
const endings: ReadonlySet<DatasetFormat> = new Set(['jsonld', 'ttl', 'nq', 'bib', 'ris']);

/** The path of a page, or of one of its formats, below the path of the site. */
export function datasetPath(
  { kind, key }: Pick<FoundDataset, 'key' | 'kind'>,
  form?: DatasetFormat,
): string {
  const page = `/${kind}/${key}`;
  if (form === undefined) return page;
  return `${page}${endings.has(form) ? '.' : '/'}${form}`;
}

/** The requested page and format. */
export interface RequestedFormat {
  readonly key: string;
  /** Absent for the page itself. */
  readonly form?: DatasetFormat | undefined;
}

/**
 * Reads the last parts of a path: `KEY`, `KEY.ttl`, or `KEY` and `raw`.
 * @param mediaType the negotiated one, for paths without a format
 * @returns undefined for an unknown format
 */
export function readRequestedFormat(
  { key = '', form }: Readonly<Record<string, string>>,
  mediaType: string,
): RequestedFormat | undefined {
  const [name = '', ending] = splitOnce(key);
  if (!/^[\da-f]{20}$/u.test(name)) return undefined;
  const wanted = form ?? ending;
  if (wanted === undefined) return { key: name, form: negotiated(mediaType) };
  const known = names.find((each) => each === wanted);
  const isWhole = known !== undefined && endings.has(known) === (form === undefined);
  return isWhole ? { key: name, form: known } : undefined;
}

const names = Object.keys(datasetMediaTypes) as readonly DatasetFormat[];

// its own names

function splitOnce(text: string): readonly string[] {
  const dot = text.indexOf('.');
  return dot === -1 ? [text] : [text.slice(0, dot), text.slice(dot + 1)];
}

/** The media types offered in content negotiation. */
export const linkedMediaTypes = [
  'text/html',
  ...['jsonld', 'ttl', 'nq', 'linkset.json', 'linkset', 'bib', 'ris'].map(
    (name) => datasetMediaTypes[name as DatasetFormat], // names of forms
  ),
] as const satisfies readonly [string, ...string[]];

function negotiated(mediaType: string): DatasetFormat | undefined {
  return names.find((name) => datasetMediaTypes[name] === mediaType);
}
