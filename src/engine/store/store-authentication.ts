import { hash, randomBytes } from 'node:crypto';
import type { Response } from 'undici';
import { UsageFault } from '../../model/fault.ts';
import type { StoreCredentials } from './store-address.ts';

/** The request that is authenticated. */
interface Asked {
  readonly url: URL;
  readonly method: string;
}

/** A demand for authentication (RFC 9110 §11.3): a scheme in lower case, and its parameters. */
interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Makes the `Authorization` fields for one protection space. */
interface Scheme {
  readonly name: 'basic' | 'digest';
  readonly field: (asked: Asked) => string;
  /** Takes the nonce that a response gives for the next request (RFC 7616 §3.5). */
  readonly renew?: (nonce: string) => void;
}

/**
 * Authenticates the requests to a store: by the given `Authorization` field, or by user name and
 * password as the store demands (401 with `WWW-Authenticate`): digest (RFC 7616) rather than basic
 * (RFC 7617). The demand is kept for later requests to the same URL, whatever its parameters.
 */
export class StoreAuthentication {
  readonly #authorization: string | undefined;
  readonly #login: Login | undefined;
  readonly #schemes = new Map<string, Scheme>();
  /** Where a request has shown what is demanded, if anything. */
  readonly #known = new Set<string>();

  /** @throws {UsageFault} where a header field cannot hold the credentials; does not show them */
  constructor({ authorization, user, password }: StoreCredentials) {
    if (authorization !== undefined && !/^[\t -~]+$/u.test(authorization)) {
      throw new UsageFault(
        'the value of CDIF_GRAPH_AUTHORIZATION, of CDIF_GRAPH_TOKEN, or of `token` in `engine` ' +
          'of the configuration has characters that a header field cannot hold',
      );
    }
    this.#authorization = authorization;
    if (authorization !== undefined || user === undefined) return;
    if (!isUserName(user)) {
      throw new UsageFault(
        'CDIF_GRAPH_USER, or `user` in `engine` of the configuration, is no user name: it is ' +
          'empty, or has a colon or a control character',
      );
    }
    this.#login = { user, password: password ?? '' };
  }

  /** Whether there is anything to authenticate by. */
  get hasCredentials(): boolean {
    return this.#authorization !== undefined || this.#login !== undefined;
  }

  /** Whether the demand of the store matters, and is not known. */
  lacksDemand(url: URL): boolean {
    return this.#login !== undefined && !this.#known.has(spaceOf(url));
  }

  /** The `Authorization` field of a request, as far as it is known what the store demands. */
  field(asked: Asked): string | undefined {
    return this.#authorization ?? this.#schemes.get(spaceOf(asked.url))?.field(asked);
  }

  /**
   * Takes what a response demands.
   * @param sent the `Authorization` field of the request
   * @param attempt how often the request was sent before
   * @returns whether the request should be sent once more
   */
  learn(url: URL, response: Response, sent: string | undefined, attempt: number): boolean {
    const space = spaceOf(url);
    this.#known.add(space);
    if (response.status !== 401) {
      const info = response.headers.get('authentication-info') ?? '';
      const next = readParameters(info).get('nextnonce');
      if (next !== undefined) this.#schemes.get(space)?.renew?.(next);
      return false;
    }
    if (this.#login === undefined) return false;
    const challenges = readChallenges(response.headers.get('www-authenticate') ?? '');
    const { scheme, isStale } = chooseScheme(challenges, this.#login);
    if (scheme === undefined) return false;
    this.#schemes.set(space, scheme);
    // The first response may tell what is demanded, or that an old nonce is no longer valid.
    if (attempt === 0) return sent === undefined || !/^basic /iu.test(sent);
    return attempt === 1 && isStale;
  }

  /** Forgets a demand, so that the store is asked for it again. */
  forget(url: URL): void {
    this.#schemes.delete(spaceOf(url));
    this.#known.delete(spaceOf(url));
  }
}

interface Login {
  readonly user: string;
  readonly password: string;
}

function isUserName(user: string): boolean {
  return /^[^\p{Cc}:]+$/u.test(user);
}

function spaceOf({ origin, pathname }: URL): string {
  return origin + pathname;
}

function chooseScheme(
  challenges: readonly Challenge[],
  login: Login,
): { readonly scheme?: Scheme; readonly isStale: boolean } {
  for (const { scheme: name, parameters } of challenges) {
    const scheme = name === 'digest' ? digestScheme(parameters, login) : undefined;
    const isStale = parameters.get('stale')?.toLowerCase() === 'true';
    if (scheme !== undefined) return { scheme, isStale };
  }
  const isBasic = challenges.some(({ scheme }) => scheme === 'basic');
  return { ...(isBasic && { scheme: basicScheme(login) }), isStale: false };
}

function basicScheme({ user, password }: Login): Scheme {
  const field = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return { name: 'basic', field: () => field };
}

/** The functions of Node for the algorithms of RFC 7616 §6.1, without `-sess`. */
const hashNames: ReadonlyMap<string, string> = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
  ['sha-512-256', 'sha512-256'],
]);

/** Digest authentication (RFC 7616 §3.4), or undefined for a demand that is not understood. */
function digestScheme(parameters: ReadonlyMap<string, string>, login: Login): Scheme | undefined {
  const algorithm = parameters.get('algorithm') ?? 'MD5';
  const hashName = hashNames.get(algorithm.toLowerCase().replace(/-sess$/u, ''));
  const qop = parameters.get('qop');
  const hasQop = qop?.split(',').some((each) => each.trim().toLowerCase() === 'auth') ?? false;
  const isUsable =
    hashName !== undefined && parameters.has('nonce') && (hasQop || qop === undefined);
  if (!isUsable || !/^[\w-]+$/u.test(algorithm)) return undefined;
  return new DigestScheme(parameters, login, { algorithm, hashName, hasQop });
}

/** How a store wants its digests. */
interface DigestForm {
  readonly algorithm: string;
  /** The name in Node. */
  readonly hashName: string;
  /** Whether requests are counted (`qop=auth`), which RFC 2069 did not know. */
  readonly hasQop: boolean;
}

class DigestScheme implements Scheme {
  readonly name = 'digest' as const;
  readonly #form: DigestForm;
  readonly #isSession: boolean;
  readonly #fixed: readonly string[];
  readonly #cnonce = randomBytes(16).toString('hex');
  readonly #secret: string;
  #nonce: string;
  #count = 0;

  constructor(parameters: ReadonlyMap<string, string>, login: Login, form: DigestForm) {
    const realm = parameters.get('realm') ?? '';
    const opaque = parameters.get('opaque');
    this.#form = form;
    this.#isSession = /-sess$/iu.test(form.algorithm);
    this.#nonce = parameters.get('nonce') ?? '';
    const secret = this.#digest(login.user, realm, login.password);
    // The secret of a session stays that of the first nonce (§3.4.2).
    this.#secret = this.#isSession ? this.#digest(secret, this.#nonce, this.#cnonce) : secret;
    this.#fixed = [
      userParameter(login.user),
      `realm=${quoted(realm)}`,
      ...(parameters.has('algorithm') ? [`algorithm=${form.algorithm}`] : []),
      ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ];
  }

  field({ url, method }: Asked): string {
    const { hasQop } = this.#form;
    const uri = url.pathname + url.search;
    this.#count += 1;
    const nc = this.#count.toString(16).padStart(8, '0');
    const counted = hasQop ? [nc, this.#cnonce, 'auth'] : [];
    const request = this.#digest(method, uri);
    const members = [
      ...this.#fixed,
      `nonce=${quoted(this.#nonce)}`,
      `uri=${quoted(uri)}`,
      `response="${this.#digest(this.#secret, this.#nonce, ...counted, request)}"`,
      ...(hasQop ? ['qop=auth', `nc=${nc}`] : []),
      ...(hasQop || this.#isSession ? [`cnonce="${this.#cnonce}"`] : []),
    ];
    return `Digest ${members.join(', ')}`;
  }

  renew(nonce: string): void {
    [this.#nonce, this.#count] = [nonce, 0];
  }

  #digest(...parts: readonly string[]): string {
    return hash(this.#form.hashName, parts.join(':'));
  }
}

/** A field holds ASCII only; other names are encoded (RFC 7616 §3.4.4). */
function userParameter(user: string): string {
  return /^[ -~]*$/u.test(user)
    ? `username=${quoted(user)}`
    : `username*=UTF-8''${encodeURIComponent(user).replaceAll(/['()*]/gu, percentEncoded)}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/gu, String.raw`\$&`)}"`;
}

/** Reads the challenges of a `WWW-Authenticate` field, several of which are joined by commas. */
function readChallenges(field: string): readonly Challenge[] {
  const challenges: { scheme: string; members: string[] }[] = [];
  for (const part of splitAtCommas(field)) {
    const [, scheme, rest = ''] = /^([!#-'*+.\dA-Z^-z|~-]+)(?: +([^=\s].*))?$/su.exec(part) ?? [];
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), members: [rest] });
    else challenges.at(-1)?.members.push(part);
  }
  return challenges.map(({ scheme, members }) => ({
    scheme,
    parameters: readParameters(members.join(',')),
  }));
}

/** Reads `name=value` and `name="value"`, joined by commas; names in lower case. */
function readParameters(list: string): ReadonlyMap<string, string> {
  return new Map(
    splitAtCommas(list).map((part) => {
      const [name = '', ...rest] = part.split('=');
      const value = rest.join('=').trim();
      const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
      const text = isQuoted ? value.slice(1, -1).replaceAll(/\\(.)/gsu, '$1') : value;
      return [name.trim().toLowerCase(), text];
    }),
  );
}

/** The parts between commas outside quotation marks. */
function splitAtCommas(list: string): readonly string[] {
  const parts: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\\' && isQuoted) at += 1;
    else if (character === ',' && !isQuoted) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(list.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
