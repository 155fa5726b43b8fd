import { memoize } from '../../text/collections.ts';
import type { JsonObject } from '../../text/json.ts';
import { parseUrl } from '../../text/parsed-url.ts';
import { completeSchemaOrgContext } from '../schema-org/context.ts';
import { dcatUs3Context, dcatUsContext } from './dcat-us-contexts.ts';
import { cdifBlocksContext, createCdifContext, geoJsonContext } from './geojson-and-cdif.ts';
import {
  type CodeMetaVersion,
  createBioschemasContext,
  createCodeMetaContext,
  createRoCrateContext,
  type RoCrateVersion,
} from './schema-org-extensions.ts';

/** A context that comes with the program. */
export interface BundledContext {
  /** What it is the context of: `RO-Crate 1.1`. */
  readonly name: string;
  /** URLs by which documents refer to it; the first is the usual one. */
  readonly urls: readonly string[];
  /**
   * The host without `www.` and the path of its URLs, without scheme and final slash; absent where
   * it is not published.
   */
  readonly published?: RegExp;
  /** The same for URLs at which there is no such context, although documents use them. */
  readonly wrong?: RegExp;
  readonly context: JsonObject;
  /** Whether some of its definitions have contexts of their own. */
  readonly isScoped?: boolean;
  /** Whether some of its terms have lists as values. */
  readonly hasListTerms?: boolean;
}

/** A context whose content is made when it is first used. */
function lazy(bundled: Omit<BundledContext, 'context'>, create: () => JsonObject): BundledContext {
  let context: JsonObject | undefined;
  return {
    ...bundled,
    get context() {
      return (context ??= create());
    },
  };
}

function roCrate(version: RoCrateVersion, path = version.replace('.', '\\.')): BundledContext {
  const host =
    '(?:w3id\\.org/ro/crate|researchobject\\.(?:org|github\\.io)/ro-crate(?:/specification)?)';
  return lazy(
    {
      name: `RO-Crate ${version}`,
      urls: [
        `https://w3id.org/ro/crate/${version}/context`,
        `https://www.researchobject.org/ro-crate/${version}/context.jsonld`,
      ],
      published: new RegExp(`^${host}/(?:${path})/context(?:\\.jsonld)?$`, 'u'),
      wrong: new RegExp(`^w3id\\.org/ro/crate/(?:${path})$`, 'u'),
    },
    () => createRoCrateContext(version),
  );
}

interface CodeMetaUrls {
  readonly urls: readonly string[];
  /** The tags and branches of its repository. */
  readonly tags: string;
  /** Further URLs. */
  readonly also: string;
}

function codeMeta(version: CodeMetaVersion, { urls, tags, also }: CodeMetaUrls): BundledContext {
  const raw = `raw\\.githubusercontent\\.com/codemeta/codemeta/(?:refs/(?:heads|tags)/)?(?:${tags})`;
  const published = new RegExp(`^(?:${raw}/codemeta\\.jsonld|${also})$`, 'iu');
  const name = version === 'latest' ? 'CodeMeta, latest' : `CodeMeta ${version}`;
  return lazy({ name, urls, published }, () => createCodeMetaContext(version));
}

/** All bundled contexts, schema.org's first; docs/bundled-contexts.md lists them. */
export const bundledContexts: readonly BundledContext[] = [
  {
    name: 'schema.org',
    urls: ['https://schema.org/', 'https://schema.org/docs/jsonldcontext.jsonld'],
    // For example /version/latest/schemaorg-current-https.jsonld.
    published: /^schema\.org(?:\/.*\.json(?:ld)?(?:\.txt)?)?$/iu,
    // Subdomains such as bib.schema.org, and the pages of terms.
    wrong: /^(?:[\w.-]{1,60}\.)?schema\.org(?:\/|$)/iu,
    context: completeSchemaOrgContext,
  },
  roCrate('1.0'),
  roCrate('1.1', '1\\.1(?:-DRAFT)?'),
  roCrate('1.2', '1\\.2(?:-DRAFT)?'),
  roCrate('1.3', '1\\.3|1\\.4-DRAFT'),
  codeMeta('2.0', {
    urls: [
      'https://doi.org/10.5063/schema/codemeta-2.0',
      'https://raw.githubusercontent.com/codemeta/codemeta/2.0/codemeta.jsonld',
    ],
    tags: '2\\.[01]',
    also: '(?:dx\\.)?doi\\.org/(?:doi:)?10\\.5063/schema/codemeta-2\\.0|purl\\.org/codemeta/2\\.0|w3id\\.org/codemeta/v?2\\.0',
  }),
  codeMeta('3.0', {
    urls: ['https://w3id.org/codemeta/3.0', 'https://w3id.org/codemeta/3.1'],
    tags: '3\\.[01]',
    also: 'w3id\\.org/codemeta(?:/v?3\\.[01])?|(?:dx\\.)?doi\\.org/10\\.5063/schema/codemeta-3\\.[01]',
  }),
  codeMeta('latest', {
    urls: ['https://raw.githubusercontent.com/codemeta/codemeta/master/codemeta.jsonld'],
    tags: 'master|main',
    also: 'w3id\\.org/codemeta/ma(?:ster|in)',
  }),
  lazy(
    {
      name: 'Bioschemas',
      urls: ['https://bioschemas.org/'],
      wrong: /^bioschemas\.org(?:\/|$)/iu,
    },
    createBioschemasContext,
  ),
  {
    name: 'GeoJSON-LD',
    urls: ['https://geojson.org/geojson-ld/geojson-context.jsonld'],
    published: /^geojson\.org\/geojson-ld\/geojson-context\.jsonld$/iu,
    wrong: /^geojson\.org(?:\/geojson-ld)?$/iu,
    context: geoJsonContext,
    hasListTerms: true,
  },
  {
    name: 'CDIF building blocks',
    urls: [
      'https://cross-domain-interoperability-framework.github.io/metadataBuildingBlocks/build/annotated/bbr/metadata/profiles/cdifProfile/cdifCore/context.jsonld',
    ],
    published:
      /^cross-domain-interoperability-framework\.github\.io\/metadataBuildingBlocks\/.*context\.jsonld$/iu,
    context: cdifBlocksContext,
  },
  lazy(
    {
      name: 'CDIF 2026',
      urls: [
        'https://raw.githubusercontent.com/Cross-Domain-Interoperability-Framework/validation/main/CDIF-context-2026.jsonld',
      ],
      // Everyone is asked to publish a copy.
      published: /\/CDIF-context-2026\.jsonld$/u,
    },
    createCdifContext,
  ),
  {
    name: 'DCAT-US 1.1',
    urls: ['https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld'],
    published: /^(?:project-open-data\.cio|resources\.data)\.gov\/(?:.*\/)?v1\.1(?:\/|$)/iu,
    context: dcatUsContext,
  },
  {
    name: 'DCAT-US 3.0',
    urls: [
      'https://resources.data.gov/dcat-us/3.0.0',
      'https://raw.githubusercontent.com/DOI-DO/dcat-us/main/context/dcat-us-3.0.jsonld',
    ],
    // The name of the standard, for documents without a context: there is no published one.
    published: /^resources\.data\.gov\/dcat-us\/3\.0(?:\.\d)?$/u,
    // A context that was withdrawn.
    wrong: /\/dcat-us-3\.0\.jsonld$/iu,
    context: dcatUs3Context,
    isScoped: true,
  },
];

/** A bundled context that a reference in a document means. */
export interface RecognisedContext {
  readonly bundled: BundledContext;
  /** Whether the reference, as it is written, leads to that context for every reader. */
  readonly isPublished: boolean;
}

/**
 * The bundled context that a reference means: a URL in any usual spelling, also one with blanks
 * around it, without a scheme, or of a page where there is no context.
 */
export const recogniseContext = memoize(recognise, 1000);

const withScheme = /^[a-z][a-z\d+.-]*:/iu;

function recognise(reference: string): RecognisedContext | undefined {
  const text = reference.trim();
  const hasScheme = withScheme.test(text);
  const url = parseUrl(hasScheme ? text : `https://${text.replace(/^\/+/u, '')}`);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const path = url.pathname.replace(/(?<!\/)\/+$/u, '');
  const name = url.hostname.replace(/^www\./u, '') + path;
  const published = bundledContexts.find((each) => each.published?.test(name));
  if (published !== undefined) {
    const leadsThere = hasScheme || text.startsWith('//');
    return { bundled: published, isPublished: leadsThere && text === reference };
  }
  const wrong = bundledContexts.find((each) => each.wrong?.test(name));
  return wrong === undefined ? undefined : { bundled: wrong, isPublished: false };
}

/**
 * The content of the bundled context that a reference means.
 * @param schemaOrg the content of schema.org's, which has forms of different length
 */
export function findBundledContext(
  reference: string,
  schemaOrg: JsonObject,
): JsonObject | undefined {
  const bundled = recogniseContext(reference)?.bundled;
  return bundled === bundledContexts[0] ? schemaOrg : bundled?.context;
}

/** Whether a reference means the context of schema.org. */
export function isSchemaOrgReference(reference: string): boolean {
  return recogniseContext(reference)?.bundled === bundledContexts[0];
}
