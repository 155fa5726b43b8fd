import { createHash } from 'node:crypto';

/** A request that the store received. */
export interface ReceivedRequest {
  readonly method: string;
  /** `graph-store`, `update`, `query`, or another path without its slash. */
  readonly service: string;
  /** The graph of a request to the Graph Store. */
  readonly graph: string | undefined;
  readonly target: string;
  readonly body: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  /** The status that was sent; 0 while there is none. */
  readonly status: number;
}

/** Who may use a store, and how they say who they are. */
export type Access =
  | { readonly scheme: 'bearer'; readonly token: string }
  | { readonly scheme: 'basic'; readonly user: string; readonly password: string }
  | {
      readonly scheme: 'digest';
      readonly user: string;
      readonly password: string;
      /** MD5 by default. */
      readonly algorithm?: string;
      /** False for digests of RFC 2069, without counting. */
      readonly qop?: boolean;
      /** After so many requests a nonce is stale. */
      readonly uses?: number;
      /** Whether a successful response names the next nonce. */
      readonly renews?: boolean;
    };

interface Demand {
  readonly status: 401;
  readonly fields: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, string>>;
type Digest = Extract<Access, { scheme: 'digest' }>;

const realm = String.raw`a "store", in \ quotes`;

/** Checks the `Authorization` fields of requests as RFC 6750, 7617 and 7616 say. */
export class AccessControl {
  readonly #access: Access | undefined;
  /** How often each nonce that is valid was used. */
  readonly #nonces = new Map<string, number>();
  #given = 0;

  constructor(access?: Access) {
    this.#access = access;
  }

  /** @returns undefined if the request may pass */
  check(request: ReceivedRequest): Demand | undefined {
    const access = this.#access;
    const field = request.authorization ?? '';
    switch (access?.scheme) {
      case undefined:
        return undefined;
      case 'bearer':
        return field === `Bearer ${access.token}` ? undefined : demand('Bearer realm="store"');
      case 'basic': {
        const login = Buffer.from(`${access.user}:${access.password}`).toString('base64');
        return field === `Basic ${login}`
          ? undefined
          : demand('Basic realm="a, b", charset="UTF-8"');
      }
      case 'digest':
        return this.#checkDigest(access, request);
    }
  }

  /** The fields of a successful response. */
  infoFor({ authorization }: ReceivedRequest): Fields {
    const access = this.#access;
    const renews = access?.scheme === 'digest' && access.renews === true;
    if (!renews || authorization === undefined) return {};
    return { 'authentication-info': `nextnonce="${this.#newNonce()}"` };
  }

  #newNonce(): string {
    this.#given += 1;
    const nonce = `nonce ${this.#given}`;
    this.#nonces.set(nonce, 0);
    return nonce;
  }

  #checkDigest(access: Digest, request: ReceivedRequest): Demand | undefined {
    const sent = fieldsOf(request.authorization ?? '');
    const isRight = sent.get('response') === responseFor(access, request, sent);
    const isStale = isRight && !this.#use(sent, access);
    return isRight && !isStale ? undefined : this.#demandDigest(access, isStale);
  }

  /** Counts a use of a nonce. @returns false for one that may not be used, or not with this count */
  #use(sent: ReadonlyMap<string, string>, { qop = true, uses = Infinity }: Digest): boolean {
    const nonce = sent.get('nonce') ?? '';
    const used = this.#nonces.get(nonce);
    if (used === undefined || used >= uses) return false;
    const isNext = !qop || Number.parseInt(sent.get('nc') ?? '', 16) === used + 1;
    if (isNext) this.#nonces.set(nonce, used + 1);
    return isNext;
  }

  #demandDigest(access: Digest, isStale: boolean): Demand {
    const algorithm = access.algorithm === undefined ? '' : `, algorithm=${access.algorithm}`;
    const qop = access.qop === false ? '' : ', qop="auth-int, auth"';
    return demand(
      `Negotiate, Basic realm="worse", Digest realm=${JSON.stringify(realm)}, ` +
        `nonce="${this.#newNonce()}", opaque="o,=p"${algorithm}${qop}, stale=${isStale}`,
    );
  }
}

function demand(challenge: string): Demand {
  return { status: 401, fields: { 'www-authenticate': challenge } };
}

function responseFor(
  { user, password, algorithm = 'MD5', qop = true }: Digest,
  { method, target }: ReceivedRequest,
  sent: ReadonlyMap<string, string>,
): string {
  const name = algorithm.replace('-sess', '').replace('-', '').toLowerCase();
  const digest = (text: string): string => createHash(name).update(text).digest('hex');
  const [nonce, cnonce] = [sent.get('nonce') ?? '', sent.get('cnonce') ?? ''];
  const login = digest(`${user}:${realm}:${password}`);
  const secret = algorithm.endsWith('-sess') ? digest(`${login}:${nonce}:${cnonce}`) : login;
  const counted = qop ? `${sent.get('nc')}:${cnonce}:auth:` : '';
  return digest(`${secret}:${nonce}:${counted}${digest(`${method}:${target}`)}`);
}

/** The members of a `Digest` field. */
function fieldsOf(field: string): ReadonlyMap<string, string> {
  const members = field.matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^",\s]+))/gu);
  return new Map(
    Array.from(members, ([, name = '', inQuotes, bare]) => [
      name,
      inQuotes?.replaceAll(/\\(.)/gu, '$1') ?? bare ?? '',
    ]),
  );
}
