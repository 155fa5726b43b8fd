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

/** A response before compression. */
export interface PageAnswer {
  /** 200 by default. */
  readonly status?: 200 | 303 | 400 | 404 | 410;
  /** With the character set if it is a text. */
  readonly contentType: string;
  /** Parts are streamed; the state is held until the last one. */
  readonly body: string | Iterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The route of one path. */
export interface PageRoute {
  /** Whether it reads surveys, and so is answered from `ServedCatalogue.settledState`. */
  readonly isSurvey?: true;
  /** The media types among which `Accept` chooses, the usual one first; `text/html` by default. */
  readonly mediaTypes?: readonly [string, ...string[]];
  /**
   * Reads all that it needs of the state before it returns, or while its body is iterated. Where it
   * gives a promise it reads nothing of the index after its first turn, which may be of another
   * change by then.
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
