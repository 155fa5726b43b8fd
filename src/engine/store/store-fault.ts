import { STATUS_CODES } from 'node:http';
import type { Response } from 'undici';
import { Fault } from '../../model/fault.ts';
import { transientCodes } from '../../web/transport-problem.ts';
import type { StoreCredentials } from './store-address.ts';

/** A store cannot be reached, refuses all that is asked, or is no store. */
export class StoreFault extends Fault {
  override readonly name = 'StoreFault' as const;
  /** The status of the response, if there was one. */
  readonly status: number | undefined;
  /** Whether the same request may succeed later. */
  readonly isTransient: boolean;

  constructor(
    message: string,
    options: ErrorOptions & { readonly status?: number; readonly isTransient?: boolean } = {},
  ) {
    super(message, options);
    this.status = options.status;
    this.isTransient = options.isTransient ?? false;
  }
}

/** An address for messages, without parameters, which may hold a key. */
export function shownAddress({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** A status for messages, such as `503 Service Unavailable`. */
export function statusText(status: number): string {
  return [status, STATUS_CODES[status]].filter(Boolean).join(' ');
}

/** Where the credentials of a store come from, for messages. */
export const credentialPlaces =
  'CDIF_GRAPH_USER and CDIF_GRAPH_PASSWORD, CDIF_GRAPH_TOKEN, or CDIF_GRAPH_AUTHORIZATION as the ' +
  'value of the Authorization field; or user and password, or token, in engine of the ' +
  'configuration';

/** Codes by which the HTTP library names failures that may be temporary. */
const transientLibraryCodes: ReadonlySet<string> = new Set([
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** The fault of a request without response. */
export function unreachableFault(url: URL, error: unknown): StoreFault {
  const code = codeOf(error);
  return new StoreFault(
    `${shownAddress(url)} cannot be reached${inBrackets(code)}${remedy(code)}`,
    {
      cause: error,
      isTransient: transientCodes.has(code) || transientLibraryCodes.has(code),
    },
  );
}

/** The fault of a response whose body ends too early. */
export function brokenFault(url: URL, error: unknown): StoreFault {
  const message = `the answer of ${shownAddress(url)} broke off${inBrackets(codeOf(error))}`;
  return new StoreFault(message, { cause: error, isTransient: true });
}

/** The code of a failed exchange, or else its message. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return '';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

function inBrackets(code: string): string {
  return code === '' ? '' : ` (${code})`;
}

/** Codes of OpenSSL for a certificate that no known authority signed. */
const untrusted =
  /^(?:UNABLE_TO_(?:GET_ISSUER|VERIFY)|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|CERT_UNTRUSTED)/u;

function remedy(code: string): string {
  if (untrusted.test(code)) {
    return '; give the authority that signed its certificate as CDIF_GRAPH_CA, or as ca in engine';
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return '; its certificate is for another name: use that name in the URL';
  }
  if (/^ERR_SSL_.*(?:CERT|HANDSHAKE_FAILURE|UNKNOWN_CA)/u.test(code)) {
    return (
      '; it may require a client certificate: set CDIF_GRAPH_CLIENT_CERTIFICATE and ' +
      'CDIF_GRAPH_CLIENT_KEY, or clientCertificate and clientKey in engine'
    );
  }
  return code.startsWith('ERR_SSL_') ? '; is it http instead of https?' : '';
}

/** Why a request was refused. */
interface Refused {
  readonly response: Response;
  readonly url: URL;
  /** What the URL should be, such as `graph store`. */
  readonly role: string;
  /** What the response says. */
  readonly detail: string;
  /** Added where there is no such service. */
  readonly hint: string;
  /** The credentials of the request: none there are, sent, or not for this origin. */
  readonly credentials: 'none' | 'sent' | 'withheld';
  /** As `StoreCredentials.setIn`. */
  readonly setIn: StoreCredentials['setIn'];
}

/** The fault of a response with a status that is no success. */
export function refusalFault(refused: Refused): StoreFault {
  const { response, url, role, detail, hint } = refused;
  const { status } = response;
  const because = detail === '' ? '' : `: ${detail}`;
  const words = isMissing(status)
    ? `is no ${role} (${statusText(status)})${hint}`
    : wordsFor(refused) + because;
  return new StoreFault(`${shownAddress(url)} ${words}`, { status, isTransient: isBusy(status) });
}

function isMissing(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** Whether a status says that the same request may succeed later (RFC 9110 §15, RFC 6585 §4). */
export function isBusy(status: number): boolean {
  return [408, 429, 502, 503, 504].includes(status);
}

function wordsFor(refused: Refused): string {
  const { response, role } = refused;
  const { status, headers } = response;
  const what = statusText(status);
  if (status === 401 || status === 403) {
    return accessWords(refused, what);
  }
  if (status === 413) return `does not take requests of this size (${what}); raise its limit`;
  if (status === 415) return `is no ${role} that takes this format (${what})`;
  const later = headers.get('retry-after');
  if (later === null) return `answered ${what}`;
  const when = /^\d+$/u.test(later) ? `in ${later} s` : `at ${later}`;
  return `answered ${what} and asks to try again ${when}`;
}

function accessWords({ credentials, setIn }: Refused, what: string): string {
  const isConfigured = setIn === 'configuration';
  if (credentials === 'none') {
    const places = isConfigured
      ? 'token, or user and password, in engine of the configuration'
      : credentialPlaces;
    return `requires authentication (${what}); set ${places}`;
  }
  if (credentials === 'sent') {
    return isConfigured
      ? `refuses the credentials of engine in the configuration (${what})`
      : `refuses the credentials (${what}); see ${credentialPlaces}`;
  }
  return (
    `requires authentication (${what}), but credentials are sent only to the origin of the URL ` +
    'that was given'
  );
}
