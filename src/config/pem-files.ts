import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Certificates and keys, as PEM texts. */
export interface TlsMaterial {
  readonly cert?: string;
  readonly key?: string;
  /** Certificate authorities, instead of those that Node knows. */
  readonly ca?: string;
}

/** Certificates and keys as configured: files, or PEM texts, which `readPems` makes of files. */
export interface PemTexts {
  readonly clientCertificate?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly ca?: string | undefined;
}

/** Certificates and keys for connections; undefined where there are none. */
export function tlsMaterial(pems: PemTexts): TlsMaterial | undefined {
  const { clientCertificate: cert, clientKey: key, ca } = pems;
  const tls = { ...(cert && { cert }), ...(key && { key }), ...(ca && { ca }) };
  return Object.keys(tls).length > 0 ? tls : undefined;
}

/** A mistake in certificates and keys. Shows neither paths nor keys, since both may be secret. */
interface PemMistake {
  readonly key: keyof PemTexts;
  readonly what: string;
  readonly remedy: string;
}

const isPem = /-----BEGIN [A-Z0-9 ]+-----/u;
const certificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/gu;

/**
 * Reads certificates and key from their files, if they are in files, and checks them. Returns the
 * mapping that has them with PEM texts.
 * @param directory the base of relative paths
 * @param nameOf the name of a key in messages
 */
export function readPems<Mapping extends PemTexts>(
  mapping: Mapping,
  directory: string,
  nameOf: (key: keyof PemTexts) => string = (key) => key,
): { readonly read: Mapping; readonly mistakes: readonly PemMistake[] } {
  const mistakes: PemMistake[] = [];
  const parsed = <Made>(key: keyof PemTexts, parse: (text: string) => Made): Made | undefined => {
    const value = mapping[key];
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
  const texts: Partial<Record<keyof PemTexts, string>> = {};
  parsed('ca', firstCertificate);
  const own = parsed('clientCertificate', firstCertificate);
  const key = parsed('clientKey', (text): KeyObject => createPrivateKey(text));
  if (own !== undefined && key !== undefined && !own.checkPrivateKey(key)) {
    const remedy = 'give the key that the certificate was made for';
    const what = `does not belong to ${nameOf('clientCertificate')}`;
    mistakes.push({ key: 'clientKey', what, remedy });
  }
  return { read: { ...mapping, ...texts }, mistakes };
}

const unusable = {
  ca: { what: 'holds no certificate', remedy: 'give certificates in PEM' },
  clientCertificate: { what: 'holds no certificate', remedy: 'give a certificate in PEM' },
  clientKey: {
    what: 'holds no private key that can be read',
    remedy: 'give one in PEM, without passphrase',
  },
} satisfies Record<keyof PemTexts, Omit<PemMistake, 'key'>>;

/** The first certificate of a chain. @throws {Error} if there is none, or one is unreadable */
function firstCertificate(text: string): X509Certificate {
  const [first] = (text.match(certificate) ?? []).map((each) => new X509Certificate(each));
  if (first === undefined) throw new Error('no certificate');
  return first;
}

/** The certificates of a PEM text, without keys that it may hold too. */
export function onlyCertificates(pem: string): string {
  return (pem.match(certificate) ?? []).join('\n');
}

function readText(path: string): string | Omit<PemMistake, 'key'> {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    const remedy = 'name a file that can be read, or give the PEM text itself';
    return { what: `names a file that cannot be read (${code})`, remedy };
  }
}
