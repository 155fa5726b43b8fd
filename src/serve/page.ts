import type { CatalogueState } from './open-catalogue.ts';
import type { Site } from './site.ts';

/** What a page is made of: nothing but the request and the state of the catalogue. */
export interface PageRequest {
  readonly site: Site;
  readonly state: CatalogueState;
  /** The parts of the path that the route names. */
  readonly parts: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Languages that the reader understands, as tags in lower case, the preferred one first. */
  readonly languages: readonly string[];
  /** Which of the media types of the route is wanted. */
  readonly mediaType: string;
}

/** An answer, before it is compressed. */
export interface PageAnswer {
  /** 200 by default. */
  readonly status?: 200 | 303 | 400 | 404 | 410;
  /** With the character set, where it is a text. */
  readonly contentType: string;
  /** Of parts, each is sent when it is made; the state is held until the last. */
  readonly body: string | Iterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is answered under one path. */
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

/** An answer that is a whole HTML page. */
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
