import { type ConfigMistake, keyText, type KeyPath } from './config-fault.ts';
import type { CredentialsBySource } from './credentials.ts';
import { startOrigins } from './credentials-schema.ts';
import { onlyCertificates, type PemTexts, readPems, tlsMaterial } from './pem-files.ts';
import type { SourceConfig } from './schema.ts';
import { type Environment, substitute, type YamlSource } from './yaml-source.ts';

/**
 * What workers need in order to authenticate requests for a source, without secrets: these are the
 * names of variables, which workers read from their own environment.
 */
export interface WorkerCredentials {
  readonly source: string;
  readonly origins: readonly string[];
  /** The values as written, with `${NAME}`. */
  readonly headers: Readonly<Record<string, string>>;
  /** As written, with `${NAME}`: the text or the file of the key. */
  readonly clientKey?: string;
  /** Certificates in PEM, which are not secret. */
  readonly clientCertificate?: string;
  readonly ca?: string;
}

/**
 * Takes the credentials of a source for workers.
 * @param path that of the source in the file
 * @returns undefined where it has none; mistakes for secrets that are written into the file
 */
export function workerCredentials(
  config: SourceConfig,
  path: KeyPath,
  source: YamlSource,
): { readonly credentials?: WorkerCredentials; readonly mistakes: readonly ConfigMistake[] } {
  const { name, headers = {}, clientCertificate, clientKey, ca } = config;
  const secrets = [
    ...Object.keys(headers).map((field) => path.concat('headers', field)),
    ...(clientKey === undefined ? [] : [path.concat('clientKey')]),
  ];
  if (secrets.length === 0 && ca === undefined) return { mistakes: [] };
  const written = secrets.filter((place) => source.variablesOf(place).length === 0);
  const textAt = (...keys: readonly string[]): string => source.textOf([...path, ...keys]) ?? '';
  const texts = Object.keys(headers).map((field) => [field, textAt('headers', field)]);
  return {
    credentials: {
      source: name,
      origins: startOrigins(config),
      headers: Object.fromEntries(texts) as Record<string, string>, // pairs of texts
      ...(clientKey === undefined ? {} : { clientKey: textAt('clientKey') }),
      // Their files may hold the key as well.
      ...(clientCertificate && { clientCertificate: onlyCertificates(clientCertificate) }),
      ...(ca && { ca: onlyCertificates(ca) }),
    },
    mistakes: written.map((place) => ({
      position: source.positionOf(place),
      key: keyText(place),
      what: 'is a secret that workers need, and may not go through Redis',
      remedy: 'write ${NAME}, and set NAME here and for each worker',
    })),
  };
}

/**
 * Reads the credentials that a worker needs from its environment.
 * @returns with `faults`, each a clause: variables that are not set, keys that cannot be used
 */
export function credentialsFromEnvironment(
  all: readonly WorkerCredentials[],
  env: Environment,
): { readonly credentials: CredentialsBySource; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const read = (text: string): string => {
    const { text: value, unset } = substitute(text, env);
    faults.push(...unset.map((name) => `${name} is not set`));
    return value;
  };
  const credentials = all.map(({ source, origins, headers, clientKey, ...pems }) => {
    const values = Object.entries(headers).map(([name, text]) => [name, read(text)]);
    const key = clientKey === undefined ? '' : read(clientKey);
    const texts: PemTexts = { ...pems, ...(key === '' ? {} : { clientKey: key }) };
    const { read: material, mistakes } = readPems(texts, process.cwd());
    faults.push(...mistakes.map(({ key: field, what }) => `${field} of ${source} ${what}`));
    const tls = tlsMaterial(material);
    const own = {
      headers: Object.fromEntries(values) as Record<string, string>, // pairs of texts
      origins: new Set(origins),
      ...(tls && { tls }),
    };
    return [source, own] as const;
  });
  return { credentials: new Map(credentials), faults: [...new Set(faults)] };
}
