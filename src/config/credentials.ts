import { startOrigins } from './credentials-schema.ts';
import type { SourceConfig } from './schema.ts';

/** What a server is shown so that it knows who asks, and by what the server is known. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where nothing is special. */
  readonly tls?: TlsMaterial;
}

/** Certificates and keys, as PEM texts. */
export interface TlsMaterial {
  readonly cert?: string;
  readonly key?: string;
  /** In place of the authorities that Node knows. */
  readonly ca?: string;
}

/** The credentials of one source, and the origins (scheme, host and port) that they are for. */
export interface SourceCredentials extends Credentials {
  readonly origins: ReadonlySet<string>;
}

/** By the name of the source; those that have none are not there. */
export type CredentialsBySource = ReadonlyMap<string, SourceCredentials>;

/**
 * The credentials of all sources that have some. They are for the origins that their source starts
 * from, and for nothing that is named or redirected to elsewhere: https and http of one host are
 * two origins.
 */
export function credentialsBySource(sources: readonly SourceConfig[]): CredentialsBySource {
  const all = new Map<string, SourceCredentials>();
  for (const source of sources) {
    const credentials = ofSource(source);
    if (credentials === undefined) continue;
    all.set(source.name, { ...credentials, origins: new Set(startOrigins(source)) });
  }
  return all;
}

/**
 * Whether a source sends credentials, so that what is harvested may be for this operator
 * alone.
 */
export function hasCredentials(sources: readonly SourceConfig[]): boolean {
  return sources.some(({ headers, clientKey }) => headers !== undefined || clientKey !== undefined);
}

/** What is shown to an origin for a source, if anything is. */
export function credentialsFor(
  all: CredentialsBySource,
  source: string | undefined,
  origin: string,
): SourceCredentials | undefined {
  const own = source === undefined ? undefined : all.get(source);
  return own?.origins.has(origin) === true ? own : undefined;
}

function ofSource(source: SourceConfig): Credentials | undefined {
  const { headers, clientCertificate: cert, clientKey: key, ca } = source;
  const tls = {
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(ca === undefined ? {} : { ca }),
  };
  const hasTls = Object.keys(tls).length > 0;
  if (headers === undefined && !hasTls) return undefined;
  return { headers: headers ?? {}, ...(hasTls ? { tls } : {}) };
}
