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

/** Credentials by the origin (scheme, host and port) they are for. An origin that is not there is shown nothing. */
export type CredentialsByOrigin = ReadonlyMap<string, Credentials>;

/**
 * The credentials of all sources. They are for the origins that their sources start from, whichever source a URL there is
 * asked for, and for nothing that those name or redirect to elsewhere: https and http of one host are two origins.
 */
export function credentialsOf(sources: readonly SourceConfig[]): CredentialsByOrigin {
  const all = new Map<string, Credentials>();
  for (const source of sources) {
    const credentials = ofSource(source);
    if (credentials === undefined) continue;
    for (const origin of startOrigins(source)) all.set(origin, credentials);
  }
  return all;
}

/** Whether a source shows servers who asks, so that what is harvested may be for this operator alone. */
export function hasCredentials(sources: readonly SourceConfig[]): boolean {
  return sources.some(({ headers, clientKey }) => headers !== undefined || clientKey !== undefined);
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
