import { answerMediaTypes, type QueryAnswer, readAnswer } from './read-answer.ts';

/** A query for an endpoint (SPARQL 1.1 Protocol §2.1.2, in the body of a form). */
export interface EndpointQuery {
  readonly url: string;
  readonly query: string;
  /** In seconds. */
  readonly timeout: string;
}

/** Why there is no answer. */
export interface EndpointProblem {
  /** The HTTP status; 0 if the server did not answer. */
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  /** The place of a mistake in the query, both from 1. */
  readonly place?: { readonly line: number; readonly column: number };
  /** The time to wait, in seconds. */
  readonly retryAfter?: number;
}

/** An answer, or why there is none. */
export type EndpointOutcome =
  | { readonly kind: 'answer'; readonly answer: QueryAnswer }
  | { readonly kind: 'problem'; readonly problem: EndpointProblem };

/**
 * Sends a query. Aborting closes the connection, which stops the query on the server.
 * @throws the signal's reason when it is aborted
 */
export async function askEndpoint(
  { url, query, timeout }: EndpointQuery,
  signal: AbortSignal,
): Promise<EndpointOutcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { Accept: `${answerMediaTypes}, application/problem+json;q=0.9, */*;q=0.1` },
      body: new URLSearchParams({ query, timeout }),
      signal,
    });
    const body = await response.text();
    if (!response.ok) return { kind: 'problem', problem: readProblem(response, body) };
    const mediaType = response.headers.get('Content-Type') ?? '';
    return { kind: 'answer', answer: readAnswer(mediaType, body) };
  } catch (error) {
    signal.throwIfAborted();
    const problem =
      error instanceof SyntaxError
        ? { status: 0, title: 'The answer cannot be read', detail: error.message }
        : { status: 0, title: 'The server did not answer', detail: 'The connection ended.' };
    return { kind: 'problem', problem };
  }
}

interface ProblemDetails {
  readonly title?: unknown;
  readonly detail?: unknown;
  readonly line?: unknown;
  readonly column?: unknown;
}

/** Problem details (RFC 9457), or a plain text. */
function readProblem({ status, statusText, headers }: Response, body: string): EndpointProblem {
  const isProblem = headers.get('Content-Type')?.includes('json') === true;
  const { title, detail, line, column }: ProblemDetails = isProblem ? parseObject(body) : {};
  const seconds = Number(headers.get('Retry-After') ?? '');
  return {
    status,
    title: typeof title === 'string' ? title : `${status} ${statusText}`.trim(),
    detail: typeof detail === 'string' ? detail : isProblem ? '' : body.slice(0, 1000),
    ...(typeof line === 'number' && typeof column === 'number' && { place: { line, column } }),
    ...(seconds > 0 && { retryAfter: Math.ceil(seconds) }),
  };
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
