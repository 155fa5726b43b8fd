import { text } from 'node:stream/consumers';
import { parseLinkField } from '../links/link-field.ts';
import { type HttpReader, type OpenedResponse, ResourceError } from '../model/http.ts';
import { isJsonLdType, parseMediaType } from '../model/media-type.ts';
import type { Problem } from '../model/problem.ts';
import {
  contextFault,
  type LoadedContext,
  maxContextBytes,
  type UnavailableContext,
} from '../model/remote-context.ts';
import type { RobotsCache } from './robots/robots-cache.ts';
import type { FetchContext } from './remote-contexts.ts';

interface ContextRequests {
  readonly http: HttpReader;
  readonly robots: Pick<RobotsCache, 'permit'>;
  readonly signal: AbortSignal;
}

const accept = 'application/ld+json, application/json;q=0.9, */*;q=0.1';

/** A redirect leads to a host that is not allowed. */
class HostNotAllowed extends Error {
  override readonly name = 'HostNotAllowed' as const;
  readonly host: string;

  constructor(host: string) {
    super(host);
    this.host = host;
  }
}

/**
 * Makes the function that requests contexts, with the politeness and limits of all requests. Where
 * a page answers that links to the context (`Link` with `rel="alternate"`, JSON-LD 1.1 API §9.4.1),
 * that is requested instead.
 */
export function createContextFetch({ http, robots, signal }: ContextRequests): FetchContext {
  return async (url, isAllowed) => {
    const permit = async (hop: string): Promise<void> => {
      const next = new URL(hop);
      if (!isAllowed(next)) throw new HostNotAllowed(next.hostname);
      await robots.permit(hop, signal);
    };
    const read = async (from: string): Promise<OpenedResponse<string>> =>
      http.read(from, { signal, accept, maxBytes: maxContextBytes, permit }, async (body) =>
        text(body),
      );
    try {
      const first = await read(url);
      const alternate = contextFault(first.body) === 'no-json' ? linkedContext(first) : undefined;
      return contextOf(url, alternate === undefined ? first : await read(alternate));
    } catch (error) {
      if (error instanceof HostNotAllowed) {
        return { url, failure: 'redirected', host: error.host };
      }
      if (error instanceof ResourceError) return { url, ...failureOf(error.problem) };
      throw error;
    }
  };
}

function contextOf(
  url: string,
  { body: json, retrieval }: OpenedResponse<string>,
): LoadedContext | UnavailableContext {
  const failure = contextFault(json);
  if (failure !== undefined) return { url, failure };
  return { url, documentUrl: retrieval.finalUrl, json };
}

function linkedContext({ headers, retrieval }: OpenedResponse<string>): string | undefined {
  const { finalUrl } = retrieval;
  const { links } = parseLinkField(headers['link'] ?? '', finalUrl);
  const link = links.find(
    ({ rel, context, target, type }) =>
      rel === 'alternate' &&
      context === finalUrl &&
      /^https?:/u.test(target) &&
      type !== undefined &&
      isJsonLdType(parseMediaType(type).essence),
  );
  return link?.target;
}

function failureOf(problem: Problem): Omit<UnavailableContext, 'url'> {
  return {
    failure: problem.kind,
    ...('status' in problem && problem.status !== undefined ? { status: problem.status } : {}),
    ...(problem.kind === 'connection-failed' ? { code: problem.code } : {}),
  };
}
