import type { CheckRequests } from '../../../src/model/site-check.ts';
import { ResourceError } from '../../../src/model/http.ts';
import { client, type Handler, type HttpChanges, serve } from '../../web/loopback.ts';

/** The record that links in tests. */
export const linking = { url: 'https://bog.example/7', record: 'https://bog.example/7#g' };

/** A server, the requests that it got as `GET /path`, and the requests of a check for it. */
export interface CheckedSite {
  readonly origin: string;
  readonly received: readonly string[];
  readonly accepted: readonly string[];
  readonly requests: CheckRequests;
  readonly abort: (reason: Error) => void;
}

/** Serves a site; robots.txt forbids all below `/private/`. */
export async function serveSite(handler: Handler, changes: HttpChanges = {}): Promise<CheckedSite> {
  const received: string[] = [];
  const accepted: string[] = [];
  const origin = await serve((request, response) => {
    received.push(`${request.method} ${request.url}`);
    accepted.push(request.headers.accept ?? '');
    handler(request, response);
  });
  const controller = new AbortController();
  const requests = { http: client(changes), permit, signal: controller.signal };
  return { origin, received, accepted, requests, abort: (reason) => controller.abort(reason) };
}

async function permit(url: string): Promise<void> {
  const robots = { agent: '*', rule: '/private/', line: 2 };
  if (!new URL(url).pathname.startsWith('/private/')) return;
  throw new ResourceError({ kind: 'robots-disallowed', url, ...robots });
}
