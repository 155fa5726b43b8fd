import { z } from 'zod';
import { axisOrders, boxOrders, westGreaterThanEast } from '../model/search-facts.ts';
import { fallbacks } from '../model/typed-link.ts';
import { missingContexts } from '../model/target.ts';
import { profileNames, validationModes } from '../model/validation.ts';
import { credentialMistakes, credentialShape } from './credentials-schema.ts';
import { doiUrl } from './doi-selection.ts';
import { folderBase, httpUrl, isMapping, mapping, siteUrl } from './schema-parts.ts';
import { isUrlTemplate } from './source-options.ts';

const recheckForm = 'always, adaptive, or a number of hours from 0 to 8760';

/** The revisit policy for known URLs. */
const recheck = z
  .union([z.enum(['always', 'adaptive']), z.number().min(0).max(8760)], { error: recheckForm })
  .default('always')
  .describe(
    'Revisit policy for URLs that gave a result: always (in each run), adaptive (by the ' +
      'observed rate of changes, a month at most), or a number of hours, less 5 % for a nightly ' +
      'run that begins early. `--full` fetches everything.',
  );

/** Whether an unchanged `lastmod` means that the URL has not changed. */
const lastmod = z
  .enum(['never', 'trust', 'verify'], 'never, trust or verify')
  .default('verify')
  .describe(
    'Effect of an unchanged `lastmod` in a sitemap: never (the URL is requested all the same), ' +
      'trust (it is not), or verify (it is not for a week, if the latest runs saw at least ten ' +
      'changes of this source and `lastmod` announced all of them).',
  );

/** The largest share of records that a run may remove, from 0 to 1. */
const maxRemovedShare = z
  .number('a share from 0 to 1')
  .min(0, 'a share from 0 to 1')
  .max(1, 'a share from 0 to 1')
  .default(0.2)
  .describe(
    'The largest share of the records of the source that one run may remove. If more would be ' +
      'removed, nothing is, since broken listings are more frequent than the withdrawal of a ' +
      'fifth of the records; `--allow-removals` confirms.',
  );

const doiForm = 'a DOI, such as 10.5061/dryad.1 or https://doi.org/10.5061/dryad.1';
const doisForm = 'a list of DOIs, a file such as ./dois.txt, or a mapping with prefix or client';
const doiPrefixForm = 'a prefix of DOIs, such as 10.5061';
const clientForm = 'a repository account of DataCite, such as dryad.dryad';
const resourceTypeForm = 'a general type of DataCite, such as dataset or software';

/** The kinds of source: a source has exactly one of these keys. */
const sourceLocations = {
  site: siteUrl.describe(
    'A web site. Its robots.txt names the sitemaps. A domain name alone, such as example.org, ' +
      'means https, or http if https is unreachable.',
  ),
  sitemap: httpUrl.describe(
    'A sitemap or sitemap index, plain or gzipped. It is read also where robots.txt disallows it.',
  ),
  list: httpUrl.describe(
    'A list or catalogue of metadata records or of links to them: an ItemList, DataCatalog or ' +
      'DataFeed, an array of records, or a file with one record a line. Plain or gzipped.',
  ),
  catalog: httpUrl.describe(
    'A catalogue of datasets, in one document or in pages: a schema.org DataCatalog, a DCAT-US ' +
      'data.json, OGC API Records, or a file of many records as RDF or with one record a line. ' +
      'Plain or gzipped.',
  ),
  oai: httpUrl.describe(
    'The base URL of a repository with OAI-PMH 2.0. Its records are mapped to schema.org; after ' +
      'the first harvest only changes are listed. See docs/oai.md.',
  ),
  urls: z
    .array(httpUrl, { error: 'a list of URLs' })
    .min(1, 'a list of at least one URL')
    .describe('URLs of landing pages or JSON-LD documents.'),
  folder: z
    .string('a folder, such as ./records')
    .min(1, 'a folder, such as ./records')
    .describe(
      'A folder with metadata files (JSON-LD, HTML, RDF: *.jsonld, *.json, *.html, *.xhtml, ' +
        '*.ttl, *.trig, *.nt, *.nq, *.rdf; one record a line: *.ndjson, *.jsonl; each of them ' +
        'also gzipped, *.gz) and subfolders. Relative to this file.',
    ),
  dois: z
    .union(
      [
        z.array(z.string(doiForm)).min(1, doisForm),
        z.string().min(1),
        mapping({
          prefix: z
            .string(doiPrefixForm)
            .regex(/^10\.\d{4,9}(?:\.\d+)*$/u, doiPrefixForm)
            .optional()
            .describe('The prefix of the DOIs.'),
          client: z
            .string(clientForm)
            .regex(/^[\w-]+\.[\w-]+$/u, clientForm)
            .optional()
            .describe('The repository account of DataCite.'),
          resourceType: z
            .string(resourceTypeForm)
            .regex(/^[a-z][a-z-]*$/u, resourceTypeForm)
            .optional()
            .describe('Only DOIs for resources of this general type.'),
          api: httpUrl
            .default('https://api.datacite.org')
            .describe('The address of the REST API, for a mirror or a test.'),
        }).refine(({ prefix, client }) => prefix !== undefined || client !== undefined, {
          error: 'a mapping with prefix or client: a query for all DOIs has millions of results',
        }),
      ],
      { error: doisForm },
    )
    .superRefine((dois, context) => {
      for (const [index, doi] of Array.isArray(dois) ? dois.entries() : []) {
        if (doiUrl(doi) !== undefined) continue;
        const params = { remedy: `give ${doiForm}` };
        context.addIssue({ code: 'custom', path: [index], message: 'is not a DOI', params });
      }
    })
    .describe(
      'DOIs: a list, a text file with one DOI a line (relative to this file), or a query to the ' +
        'REST API of DataCite. Each DOI is resolved with content negotiation for JSON-LD, else ' +
        'the metadata of DataCite or Crossref is mapped; a query gives the metadata itself.',
    ),
} as const;

/** A kind of source. */
export type SourceKind = keyof typeof sourceLocations;

/** All kinds of source, in the order of the schema. */
export const sourceKinds = Object.keys(sourceLocations) as readonly SourceKind[];
// its own names

/** The form of a source name. */
export const sourceName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/u;
/** The form of a source name in words, for messages. */
export const sourceNameForm =
  'a name of up to 100 letters, digits, ".", "_" and "-" that begins with a letter or digit';

const globForm = 'a glob that begins with / or **, such as /dataset/**';
/** Paths begin with a slash, which a letter, a question mark or a single star does not match. */
const globStart = /^(?:\/|\*\*|\*[/(]|[[{(\\]|[@+]\(|!(?!\())/u;
const glob = z
  .string(globForm)
  .regex(globStart, globForm)
  .max(1000, 'a glob of up to 1000 characters');
const globs = z.array(glob, { error: 'a list of globs, such as ["/dataset/**"]' }).default([]);

// JSON Schema has no flags, so patterns state both cases.
const typeForm = 'a type, such as Dataset, dcat:Dataset or https://schema.org/Dataset';
const type = z.string(typeForm).regex(/^[A-Za-z][\w.-]*(?::[^\s<>"{}|\\^`]+)?$/u, typeForm);

/** Kinds that list landing pages; the others list metadata. */
const kindsWithTemplate: ReadonlySet<SourceKind> = new Set<SourceKind>(['site', 'sitemap', 'urls']);

const sourceSchema = z
  .strictObject(
    {
      name: z
        .string('a name, such as example-repository')
        .regex(sourceName, sourceNameForm)
        .describe('Name of the source in reports, in provenance and in --source.'),
      ...z.object(sourceLocations).partial().shape,
      base: httpUrl
        .refine((text) => !/[?#]/u.test(text), {
          error: 'a URL without query and fragment, since the path of each file is added to it',
        })
        .meta({ pattern: '^https?://' })
        .optional()
        .describe(
          'The URL that represents the folder, so that no path of this machine is in the ' +
            'catalogue. Default: http://NAME.invalid/.',
        ),
      include: globs.describe(
        'Globs matched against path and query of a listed URL; if given, only matching URLs are ' +
          'harvested. The file of a `list` and the pages of a `catalog` are always read.',
      ),
      exclude: globs.describe('Globs of URLs to leave out; takes precedence over `include`.'),
      fallbacks: z
        .array(z.enum(fallbacks, `one of ${fallbacks.join(', ')}`), {
          error: `a list of ${fallbacks.join(', ')}`,
        })
        .default([])
        .describe(
          'Fallbacks for a page without metadata, tried before `negotiate`: microdata, rdfa, ' +
            'metaTags (Dublin Core, Highwire Press). They contain little, and often describe ' +
            'only the page.',
        ),
      negotiate: z
        .boolean('true or false')
        .default(true)
        .describe(
          'Whether a URL without metadata, or a page whose metadata cannot be read, is requested ' +
            'again with an Accept field for JSON-LD or other RDF only. Costs a second request ' +
            'for each.',
        ),
      robots: z
        .enum(['obey', 'ignore'], 'obey or ignore')
        .default('obey')
        .describe(
          'Whether to obey robots.txt for this source. Ignore it only on your own servers, or ' +
            'with the consent of the publisher.',
        ),
      sitemaps: z
        .enum(['all', 'cdif'], 'all or cdif')
        .default('all')
        .describe(
          'For a `site`: whether to read all sitemaps of robots.txt, or only those for CDIF ' +
            '(under `User-agent: CDIF1.0`).',
        ),
      metadataPrefix: z
        .string('a metadata prefix, such as oai_datacite')
        .regex(/^[\w.!~*'()-]{1,200}$/u, 'a metadata prefix, such as oai_datacite')
        .optional()
        .describe(
          'For `oai`: the metadata format. Default: DataCite if the repository offers it, else ' +
            'the next best that is mapped, down to oai_dc.',
        ),
      sets: z
        .array(
          z
            .string('the spec of a set, such as datasets')
            .min(1, 'the spec of a set, such as datasets')
            .max(1000, 'a text of up to 1000 characters'),
          { error: 'a list of set specs, such as ["datasets"]' },
        )
        .optional()
        .describe(
          'For `oai`: the specs of the sets to harvest, as the verb ListSets of the repository ' +
            'names them. Default: everything.',
        ),
      missingContext: z
        .enum(missingContexts, 'schema.org')
        .optional()
        .describe(
          'The context for JSON-LD of this source that has none, or an empty one. Without this ' +
            'option such JSON-LD is lost: its terms have no meaning.',
        ),
      axisOrder: z
        .enum(
          [...axisOrders, ...boxOrders],
          'lat-lon, lon-lat, or the edges of a box in their order, such as south-north-west-east',
        )
        .optional()
        .describe(
          'The order of the numbers in texts of this source that allow several orders. lat-lon ' +
            'and lon-lat say which number comes first in points, lines, polygons, and both ' +
            'corners of boxes. An order of four edges, such as south-north-west-east, is that of ' +
            'the four numbers of a box, and says nothing about other shapes. Default: decided by ' +
            'the form of the text, else latitude first in boxes of schema.org.',
        ),
      westGreaterThanEast: z
        .enum(westGreaterThanEast, 'split or swap')
        .optional()
        .describe(
          'The meaning of a box whose west is greater than its east: it crosses the ' +
            'antimeridian (split, the default), or the two were exchanged by mistake (swap).',
        ),
      recheck,
      lastmod,
      maxRemovedShare,
      template: z
        .string('a URL with {id}, {path}, {url} or {+url} in it')
        .refine(isUrlTemplate, { error: 'a URL with {id}, {path}, {url} or {+url} in it' })
        .optional()
        .describe(
          'URL template for the metadata of a listed URL, such as ' +
            'https://a.example.org/export?id={id}&format=CDIF1.0: {id} is the last part of its ' +
            'path, {path} the path, {url} the whole URL, percent-encoded; {+url} the URL ' +
            'unchanged.',
        ),
      types: z
        .array(type, { error: 'a list of types, such as ["Dataset"]' })
        .min(1, 'a list of at least one type')
        .optional()
        .describe(
          'Types by their schema.org names, with a prefix or as IRIs; if given, only records ' +
            'that describe something of these types are kept.',
        ),
      validate: z
        .enum(validationModes, 'off, report or require')
        .default('off')
        .describe(
          'Whether records are checked against profiles: off (the default), report (what they ' +
            'lack is a problem of the record), or require (a record that does not conform is not ' +
            'stored either; an older copy stays if it was validated and conforms).',
        ),
      profiles: z
        .array(z.enum(profileNames, `one of ${profileNames.join(', ')}`), {
          error: `a list of ${profileNames.join(', ')}`,
        })
        .default([])
        .describe(
          'The profiles for `validate`; a name without version means the latest. Default: those ' +
            'that a record claims, else CDIF discovery.',
        ),
      ...credentialShape,
    },
    { error: `a mapping with name and one of ${sourceKinds.join(', ')}` },
  )
  .superRefine(
    (source, context) => {
      const mistakes: readonly SourceMistake[] = combinationMistakes(source).concat(
        credentialMistakes(source),
      );
      for (const { key, message, ...params } of mistakes) {
        const path = key === undefined ? [] : [key];
        context.addIssue({ code: 'custom', path, message, params });
      }
    },
    { when: ({ value }) => isMapping(value) },
  );

/** All sources, with distinct names, and distinct bases for folders. */
export const sourcesSchema = z
  .array(sourceSchema, { error: 'a list of sources' })
  .min(1, 'a list of at least one source')
  .superRefine(
    (sources, context) => {
      for (const [index, first] of repetitions(sources, nameOf)) {
        const message = `names two sources: sources[${first}] has the same name`;
        const params = { remedy: 'give each source a name of its own' };
        context.addIssue({ code: 'custom', path: [index, 'name'], message, params });
      }
      for (const [index, first] of repetitions(sources, baseOf)) {
        // Files of both folders would have the same URLs and replace each other.
        const message = `is used twice: sources[${first}] has the same base`;
        const params = { remedy: 'give each folder a base of its own' };
        context.addIssue({ code: 'custom', path: [index, 'base'], message, params });
      }
    },
    { when: ({ value }) => Array.isArray(value) },
  )
  .describe('The sources of metadata.');

interface SourceMistake {
  /** Absent if the source as a whole is wrong. */
  readonly key?: string;
  readonly message: string;
  readonly remedy: string;
  readonly wanted?: readonly string[];
}

/** An option that only a repository with OAI-PMH has, if the source has one. */
function optionOfOai({
  sets,
  metadataPrefix,
}: Pick<z.infer<typeof sourceSchema>, 'sets' | 'metadataPrefix'>): string | undefined {
  if (metadataPrefix !== undefined) return 'metadataPrefix';
  return sets === undefined ? undefined : 'sets';
}

/** The mistakes in the combination of a source's keys. */
function combinationMistakes(source: z.infer<typeof sourceSchema>): readonly SourceMistake[] {
  const given = sourceKinds.filter((kind) => source[kind] !== undefined);
  const [first, ...more] = given;
  if (first === undefined) {
    const remedy = `add one of ${sourceKinds.join(', ')}`;
    return [{ message: 'has no location', remedy, wanted: sourceKinds }];
  }
  if (more.length > 0) {
    const remedy = `keep ${first} here and make another source of ${more.join(' and of ')}`;
    return [{ message: `has ${given.length} locations, ${given.join(' and ')}`, remedy }];
  }
  if (source.template !== undefined && !kindsWithTemplate.has(first)) {
    const remedy = `remove it beside ${first}`;
    return [{ key: 'template', message: 'is for site, sitemap and urls', remedy }];
  }
  const misplaced = first === 'oai' ? undefined : optionOfOai(source);
  if (misplaced !== undefined) {
    return [{ key: misplaced, message: 'is only for oai', remedy: `remove it beside ${first}` }];
  }
  if (first !== 'folder') {
    return source.base === undefined
      ? []
      : [{ key: 'base', message: 'is only for a folder', remedy: `remove it beside ${first}` }];
  }
  const hasName = nameOf(source) !== undefined;
  return source.base === undefined && hasName && baseOf(source) === undefined
    ? [{ key: 'name', message: 'gives no host for the base', remedy: 'add base' }]
    : [];
}

function nameOf(source: unknown): string | undefined {
  return isMapping(source) && typeof source['name'] === 'string' ? source['name'] : undefined;
}

/** The base of a folder; undefined for other sources. */
function baseOf(source: unknown): string | undefined {
  const name = nameOf(source);
  if (!isMapping(source) || source['folder'] === undefined || name === undefined) return undefined;
  const { base } = source;
  return base === undefined || typeof base === 'string' ? folderBase(base, name) : undefined;
}

/** Sources with the property of an earlier one: the index of each, and of the first with it. */
function repetitions(
  sources: readonly unknown[],
  propertyOf: (source: unknown) => string | undefined,
): readonly (readonly [number, number])[] {
  const all = sources.map(propertyOf);
  return all
    .map((property, index) => [index, all.indexOf(property)] as const)
    .filter(([index, first]) => first !== index && all[index] !== undefined);
}
