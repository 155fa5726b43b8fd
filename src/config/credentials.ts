import { startOrigins } from './credentials-schema.ts';
import { type TlsMaterial, tlsMaterial } from './pem-files.ts';
import type { SourceConfig } from './schema.ts';

/** What authenticates requests, and the authorities that authenticate the server. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /** Absent without certificates and authorities of its own. */
  readonly tls?: TlsMaterial;
}

/** The credentials of one source, and the origins (scheme, host and port) that they are for. */
export interface SourceCredentials extends Credentials {
  readonly origins: ReadonlySet<string>;
}

/** By the name of the source; sources without credentials are missing. */
export type CredentialsBySource = ReadonlyMap<string, SourceCredentials>;

/**
 * Collects the credentials of all sources. They are for the origins of the start URLs only, not for
 * links and redirects to others; https and http of one host are two origins.
 */
export function credentialsBySource(sources: readonly SourceConfig[]): CredentialsBySource {
  const all = new Map<string, SourceCredentials>();
  for (const source of sources) {
    const credentials = readCredentials(source);
    if (credentials === undefined) continue;
    all.set(source.name, { ...credentials, origins: new Set(startOrigins(source)) });
  }
  return all;
}

/** Whether a source sends credentials, so that its records may not be public. */
export function hasCredentials(sources: readonly SourceConfig[]): boolean {
  return sources.some(({ headers, clientKey }) => headers !== undefined || clientKey !== undefined);
}

/** The credentials for a request to an origin on behalf of a source, if any. */
export function credentialsFor(
  all: CredentialsBySource,
  source: string | undefined,
  origin: string,
): SourceCredentials | undefined {
  const own = source === undefined ? undefined : all.get(source);
  return own?.origins.has(origin) === true ? own : undefined;
}

function readCredentials(source: SourceConfig): Credentials | undefined {
  const { headers } = source;
  const tls = tlsMaterial(source);
  if (headers === undefined && tls === undefined) return undefined;
  return { headers: headers ?? {}, ...(tls && { tls }) };
}
