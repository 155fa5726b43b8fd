import { isWebAddress } from '../../export/schema-org.ts';
import { asciiUri } from '../../views/signposting/link-sets.ts';
import {
  type PageAnswer,
  type PageRequest,
  type PageRoute,
  problemMediaType,
  type StatelessRequest,
  type TextAnswer,
} from '../page.ts';
import { urlOnSite, type Site } from '../site.ts';

/** The media types of OGC API – Records (OGC 20-004r1, clause 9) and its service description. */
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
export function ogcAnswer(document: unknown, contentType: string): TextAnswer {
  return { contentType, body: `${JSON.stringify(document)}\n` };
}

/** An error that a client can mend. */
export class OgcRequestFault extends Error {
  override readonly name = 'OgcRequestFault';
  readonly status: 400 | 404;

  constructor(status: 400 | 404, description: string) {
    super(description);
    this.status = status;
  }
}

const titles = { 400: 'Invalid request', 404: 'Not found' } as const;

/** The codes of exceptions by status; OGC 17-069r4 leaves them to the server. */
const codes: Readonly<Record<number, string>> = {
  400: 'InvalidParameterValue',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  500: 'ServerError',
  503: 'ServiceUnavailable',
};

/**
 * An error as exception of OGC API – Features (`code`, `description`; exception.yaml) and as
 * problem details (RFC 9457) in one.
 */
export function ogcProblem(
  status: NonNullable<PageAnswer['status']>,
  title: string,
  detail?: string,
): TextAnswer {
  const exception = { code: codes[status] ?? 'ServerError', description: detail ?? title };
  const body = `${JSON.stringify({ title, status, detail, ...exception })}\n`;
  return { status, contentType: problemMediaType, body };
}

interface OgcRouteOptions<Request extends StatelessRequest, Answer extends PageAnswer> {
  readonly mediaTypes: readonly [string, ...string[]];
  /** The names of the known parameters. Default: none. */
  readonly parameters?: readonly string[];
  readonly answer: (request: Request) => Answer;
}

/**
 * A route that reports an `OgcRequestFault` as response, and refuses parameters that the API
 * definition does not name (OGC 17-069r4, /req/core/query-param-unknown) or that are given twice.
 */
export function ogcRoute(options: OgcRouteOptions<PageRequest, PageAnswer>): PageRoute {
  const { mediaTypes } = options;
  return { isInterface: true, mediaTypes, problem: ogcProblem, answer: checkedAnswer(options) };
}

/** An `ogcRoute` that does not depend on the catalogue. */
export function statelessOgcRoute(
  options: OgcRouteOptions<StatelessRequest, TextAnswer>,
): PageRoute {
  return { ...ogcRoute(options), withoutState: checkedAnswer(options) };
}

function checkedAnswer<Request extends StatelessRequest, Answer extends PageAnswer>({
  parameters = [],
  answer,
}: OgcRouteOptions<Request, Answer>): (request: Request) => Answer | TextAnswer {
  return (request) => {
    try {
      assertParameters(request.query, parameters);
      return answer(request);
    } catch (error) {
      if (!(error instanceof OgcRequestFault)) throw error;
      return ogcProblem(error.status, titles[error.status], error.message);
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
