import { z } from 'zod';
import { targetUrl } from '../model/target.ts';
import { urlOfDomainName } from './schema-parts.ts';

/** A field name (RFC 9110 §5.1). */
const fieldName = /^[\w!#$%&'*+.^`|~-]+$/u;
/** Visible ASCII, with blanks in between: other characters depend on the server (RFC 9110 §5.5). */
const fieldValue = /^[!-~](?:[\t -~]*[!-~])?$/u;

/** Fields of one connection or message (RFC 9110 §7.6.1): a wrong value breaks the exchange. */
const connectionFields: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Fields that the program sets, or whose response it would misread. */
const ownFields: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'range',
  'user-agent',
]);

const scope =
  'Sent for URLs that this source lists or links, to the servers (scheme, host and port) of its ' +
  'start URLs; to no other server, and for no other source.';
const pemForm = 'a file, such as ./client.pem, or the PEM text itself';
/** Certificates or a key: a file, or the PEM text itself. */
export const pemFile = z.string(pemForm).min(1, pemForm);

/** A text that may be secret. @param error a noun phrase for a valid value */
export function secretText(form: RegExp, error: string) {
  // As a pattern of JSON Schema, it would depend on the flags of the editor.
  return z.string(error).refine((text) => form.test(text), { error });
}

/** The keys of a source that authenticate its requests. */
export const credentialShape = {
  headers: z
    .record(z.string(), z.string('a text, in quotes where it looks like a number'), {
      error: 'a mapping of header fields, such as { Authorization: "Bearer ${TOKEN}" }',
    })
    .superRefine((headers, context) => {
      const seen = new Set<string>();
      for (const [name, value] of Object.entries(headers)) {
        const mistake = headerMistake(name, value, seen);
        seen.add(name.toLowerCase());
        if (mistake === undefined) continue;
        const { message, ...params } = mistake;
        context.addIssue({ code: 'custom', path: [name], message, params });
      }
    })
    .optional()
    .describe(`Header fields for requests, such as Authorization. ${scope}`),
  clientCertificate: pemFile
    .optional()
    .describe(`A client certificate in PEM: a file relative to this one, or its text. ${scope}`),
  clientKey: pemFile
    .optional()
    .describe('The key of the certificate, in PEM and without passphrase: a file, or its text.'),
  ca: pemFile
    .optional()
    .describe(
      'The certificate authorities for the servers of the start URLs, for requests of this ' +
        'source, instead of those that Node knows. In PEM: a file, or its text.',
    ),
} as const;

interface Mistake {
  readonly message: string;
  readonly remedy: string;
}

/** The mistake in a header field, if any. Never shows its value, which may be secret. */
function headerMistake(
  name: string,
  value: string,
  seen: ReadonlySet<string>,
): Mistake | undefined {
  const lower = name.toLowerCase();
  if (!fieldName.test(name)) {
    return { message: 'is no valid name of a header field', remedy: 'correct the name' };
  }
  if (connectionFields.has(lower)) {
    return { message: 'belongs to the connection', remedy: 'remove it' };
  }
  if (ownFields.has(lower)) {
    const remedy = lower === 'user-agent' ? 'set http.contact instead' : 'remove it';
    return { message: 'is set by the program', remedy };
  }
  if (seen.has(lower)) {
    return { message: 'is given twice, in different case', remedy: 'keep one of them' };
  }
  return fieldValue.test(value)
    ? undefined
    : {
        message: 'has a value that a header field cannot hold',
        remedy: 'use visible characters of ASCII, and no line end',
      };
}

type Given = Readonly<Record<string, unknown>>;
const credentialKeys = ['headers', 'clientCertificate', 'clientKey', 'ca'] as const;
const tlsKeys = ['clientCertificate', 'clientKey', 'ca'] as const;

/** A mistake in a key that authenticates requests. */
export interface CredentialMistake extends Mistake {
  readonly key: string;
}

/** The mistakes in the combination of credentials with the rest of a source. */
export function credentialMistakes(source: Given): readonly CredentialMistake[] {
  const given = credentialKeys.filter((key) => source[key] !== undefined);
  if (source['folder'] !== undefined) {
    const message = 'is for requests, which a folder does not make';
    return given.map((key) => ({ key, message, remedy: 'remove it beside folder' }));
  }
  return certificateMistakes(source, startOrigins(source), 'source');
}

/**
 * The mistakes in the combination of certificates, keys and URLs.
 * @param urls of the servers; those that are no texts do not count
 * @param owner what the mapping is, for messages
 */
export function certificateMistakes(
  mapping: Given,
  urls: readonly unknown[],
  owner: string,
): readonly CredentialMistake[] {
  const first = tlsKeys.find((key) => mapping[key] !== undefined);
  const given = urls.filter((url) => typeof url === 'string');
  if (first !== undefined && given.length > 0 && given.every((url) => /^http:/iu.test(url))) {
    const message = `is for https, but the ${owner} has only http URLs`;
    return [{ key: first, message, remedy: 'remove it, or use an https URL' }];
  }
  const { clientCertificate, clientKey } = mapping;
  if ((clientCertificate === undefined) === (clientKey === undefined)) return [];
  const [key, other] =
    clientKey === undefined
      ? ['clientCertificate', 'clientKey']
      : ['clientKey', 'clientCertificate'];
  return [{ key, message: `needs ${other}`, remedy: `add ${other}` }];
}

/**
 * The origins of the start URLs of a source. A site given by its domain name has the https origin
 * only, so that credentials are not sent in the clear if https is unreachable.
 * @param source may be unchecked
 */
export function startOrigins(source: Given): readonly string[] {
  const { site, sitemap, list, catalog, oai, urls } = source;
  const starts: readonly unknown[] = [site, sitemap, list, catalog, oai, urls].flat();
  const origins = starts.flatMap((text) => {
    if (typeof text !== 'string') return [];
    const url = urlOfDomainName(text) ?? targetUrl(text);
    return url === undefined ? [] : [new URL(url).origin];
  });
  return [...new Set(origins)];
}
