import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SourceConfig } from './schema.ts';

/** What is wrong with one key of a source. Neither a path nor a part of a key is in it, since both may be secret. */
export interface PemMistake {
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
