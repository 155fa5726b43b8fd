import { isWebAddress } from '../../export/schema-org.ts';
import { asciiUri } from '../../views/signposting/link-sets.ts';
import { problemMediaType, type PageAnswer, type PageRequest } from '../page.ts';
import { urlOnSite, type Site } from '../site.ts';

/** The media types of OGC API – Records (OGC 20-004r1, clause 9) and of its service description. */
export const ogcMediaTypes = {
  json: 'application/json',
  catalog: 'application/ogc-catalog+json',
  geoJson: 'application/geo+json',
  /** Written without a blank, as OWSLib compares it. */
  openApi: 'application/vnd.oai.openapi+json;version=3.0',
  html: 'text/html',
} as const;

/** The profiles that responses name (OGC 20-004r1, /req/json and /req/record-core). */
export const ogcProfiles = {
  catalog: 'http://www.opengis.net/def/profile/OGC/0/ogc-catalog',
  record: 'http://www.opengis.net/def/profile/OGC/0/ogc-record',
} as const;

/** A link of an OGC API (OGC 20-004r1, link.yaml). */
export interface OgcApiLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string | undefined;
  readonly title?: string | undefined;
}

/** The absolute URL of a resource of the interface. @param path begins with a slash */
export function ogcUrl(site: Site, path: string): string {
  return urlOnSite(site, `/ogc${path}`);
}

/** The absolute URL of the collection of a source. @param rest of the path, after the name */
export function collectionUrl(site: Site, source: string, rest = ''): string {
  return ogcUrl(site, `/collections/${encodeURIComponent(source)}${rest}`);
}

/** A link to an address as a publisher wrote it; none unless it is a Web URL. */
export function linkToWeb(link: OgcApiLink): readonly OgcApiLink[] {
  return isWebAddress(link.href) ? [{ ...link, href: asciiUri(link.href) }] : [];
}

/** A JSON document as answer. */
export function ogcAnswer(document: unknown, contentType: string): PageAnswer {
  return { contentType, body: `${JSON.stringify(document)}\n` };
}

/** An error that a client can mend, in the two forms of `ogcProblem`. */
export class OgcRequestFault extends Error {
  override readonly name = 'OgcRequestFault';
  readonly status: 400 | 404;

  constructor(status: 400 | 404, description: string) {
    super(description);
    this.status = status;
  }
}

const codes = { 400: 'InvalidParameterValue', 404: 'NotFound' } as const;
const titles = { 400: 'Invalid request', 404: 'Not found' } as const;

/**
 * An error as exception of OGC API – Features (`code`, `description`; exception.yaml) and as
 * problem details (RFC 9457) in one.
 */
function ogcProblem({ status, message }: OgcRequestFault): PageAnswer {
  const problem = {
    title: titles[status],
    status,
    detail: message,
    code: codes[status],
    description: message,
  };
  return { status, contentType: problemMediaType, body: `${JSON.stringify(problem)}\n` };
}

/**
 * An answer that reports an `OgcRequestFault` as response, and refuses parameters that the API
 * definition does not name (OGC 17-069r4, /req/core/query-param-unknown) or that are given twice.
 * @param parameters the names of the known parameters
 */
export function ogcRoute(
  parameters: readonly string[],
  answer: (request: PageRequest) => PageAnswer,
): (request: PageRequest) => PageAnswer {
  return (request) => {
    try {
      assertParameters(request.query, parameters);
      return answer(request);
    } catch (error) {
      if (!(error instanceof OgcRequestFault)) throw error;
      return ogcProblem(error);
    }
  };
}

/** @throws {OgcRequestFault} for unknown and repeated parameters */
function assertParameters(query: URLSearchParams, known: readonly string[]): void {
  for (const name of new Set(query.keys())) {
    const quoted = JSON.stringify(name.slice(0, 100));
    if (!known.includes(name)) {
      const names = known.length === 0 ? 'none is known here' : `known are ${known.join(', ')}`;
      throw new OgcRequestFault(400, `There is no parameter ${quoted}; ${names}`);
    }
    if (query.getAll(name).length > 1) {
      throw new OgcRequestFault(400, `The parameter ${quoted} is given more than once`);
    }
  }
}
