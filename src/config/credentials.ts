import { targetUrl } from '../model/target-url.ts';
import { urlOfDomainName } from './domain-name.ts';
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

/**
 * The origins that a source starts from: of a site that is given by its domain name that of https alone, so that what it
 * is shown never goes in the clear when https cannot be reached.
 * @param source perhaps not checked yet
 */
export function startOrigins(source: Readonly<Record<string, unknown>>): readonly string[] {
  const { site, sitemap, list, catalog, urls } = source;
  const starts: readonly unknown[] = [site, sitemap, list, catalog].concat(
    Array.isArray(urls) ? urls : [],
  );
  const origins = starts.flatMap((text) => {
    if (typeof text !== 'string') return [];
    const url = urlOfDomainName(text) ?? targetUrl(text);
    return url === undefined ? [] : [new URL(url).origin];
  });
  return [...new Set(origins)];
}
