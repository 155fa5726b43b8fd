import type { CatalogueState } from './open-catalogue.ts';
import type { Site } from './site.ts';

/** The input of a page: only the request and the catalogue state. */
export interface PageRequest {
  readonly site: Site;
  readonly state: CatalogueState;
  /** The parts of the path that the route names. */
  readonly parts: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Accepted languages, as tags in lower case, the preferred one first. */
  readonly languages: readonly string[];
  /** The negotiated media type, one of those of the route. */
  readonly mediaType: string;
}

/** A request whose answer does not depend on the catalogue. */
export type StatelessRequest = Omit<PageRequest, 'state'>;

/** A response before compression. */
export interface PageAnswer {
  /** Default: 200. */
  readonly status?: 200 | 303 | 400 | 404 | 405 | 406 | 410 | 500 | 503;
  /** Includes the character set for text. */
  readonly contentType: string;
  /** Parts are streamed; the state is held until the last one. */
  readonly body: string | Iterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response whose body is one text. */
export interface TextAnswer extends PageAnswer {
  readonly body: string;
}

/** The route of one path. */
export interface PageRoute {
  /**
   * Whether the page reads surveys and is therefore answered from `ServedCatalogue.settledState`.
   */
  readonly isSurvey?: true;
  /**
   * Whether the route is for programs: scripts of other sites may read it (CORS), and errors are
   * reported as problem details.
   */
  readonly isInterface?: true;
  /** Writes the errors of an interface. Default: `problemAnswer`. */
  readonly problem?: typeof problemAnswer;
  /**
   * Answers while there is no catalogue state, where the answer does not depend on it. Default: an
   * error with status 503.
   */
  readonly withoutState?: (request: StatelessRequest) => TextAnswer;
  /** The media types offered in content negotiation, the default first. Default: `text/html`. */
  readonly mediaTypes?: readonly [string, ...string[]];
  /**
   * Answers a request. Reads the state before it returns, or while its body is iterated. An answer
   * that returns a promise must not read the index after its first turn of the event loop, because
   * the index may have followed a later change by then.
   */
  readonly answer: (request: PageRequest) => PageAnswer | Promise<PageAnswer>;
}

/** A response with a complete HTML page. */
export function htmlAnswer(
  page: unknown,
  answer: Omit<PageAnswer, 'body' | 'contentType'> = {},
): PageAnswer {
  return {
    ...answer,
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html>${String(page)}`,
  };
}

/** An error for programs: problem details in JSON (RFC 9457), which name no type of their own. */
export function problemAnswer(
  status: NonNullable<PageAnswer['status']>,
  title: string,
  detail?: string,
): TextAnswer {
  return {
    status,
    contentType: problemMediaType,
    body: `${JSON.stringify({ title, status, detail })}\n`,
  };
}

/** The media type of problem details. */
export const problemMediaType = 'application/problem+json';
