import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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

/** What is wrong with one key of a source. Neither a path nor a part of a key is in it, since both may be secret. */
interface PemMistake {
  readonly key: 'ca' | 'clientCertificate' | 'clientKey';
  readonly what: string;
  readonly remedy: string;
}

const isPem = /-----BEGIN [A-Z0-9 ]+-----/u;
const certificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/gu;

/**
 * The source with its certificates and key as PEM texts, read from their files where they are in some, and checked.
 * @param directory what paths are relative to
 */
export function readPems(
  source: SourceConfig,
  directory: string,
): { readonly source: SourceConfig; readonly mistakes: readonly PemMistake[] } {
  const mistakes: PemMistake[] = [];
  const read = <Made>(key: PemMistake['key'], parse: (text: string) => Made): Made | undefined => {
    const value = source[key];
    if (value === undefined) return undefined;
    const text = isPem.test(value) ? value : readText(resolve(directory, value));
    if (typeof text === 'string') {
      texts[key] = text;
      try {
        return parse(text);
      } catch {
        mistakes.push({ key, ...unusable[key] });
      }
    } else {
      mistakes.push({ key, ...text });
    }
    return undefined;
  };
  const texts: Partial<Record<PemMistake['key'], string>> = {};
  read('ca', firstCertificate);
  const own = read('clientCertificate', firstCertificate);
  const key = read('clientKey', (text): KeyObject => createPrivateKey(text));
  if (own !== undefined && key !== undefined && !own.checkPrivateKey(key)) {
    const remedy = 'give the key that the certificate was made for';
    mistakes.push({ key: 'clientKey', what: 'does not belong to clientCertificate', remedy });
  }
  return { source: { ...source, ...texts }, mistakes };
}

const unusable = {
  ca: { what: 'holds no certificate', remedy: 'give certificates in PEM' },
  clientCertificate: { what: 'holds no certificate', remedy: 'give a certificate in PEM' },
  clientKey: {
    what: 'holds no private key that can be read',
    remedy: 'give one in PEM, without passphrase',
  },
} satisfies Record<PemMistake['key'], Omit<PemMistake, 'key'>>;

/** The first of a chain, which must be whole. @throws {Error} when there is none, or one that cannot be read */
function firstCertificate(text: string): X509Certificate {
  const [first] = (text.match(certificate) ?? []).map((each) => new X509Certificate(each));
  if (first === undefined) throw new Error('no certificate');
  return first;
}

function readText(path: string): string | Omit<PemMistake, 'key'> {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const remedy = 'name a file that can be read, relative to this one, or write the PEM text here';
    return { what: `names a file that cannot be read (${code})`, remedy };
  }
}
