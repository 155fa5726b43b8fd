// The simplest client with digest authentication: for filling a store, and as a measure.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text as readAll } from 'node:stream/consumers';

/**
 * @typedef {object} Credentials
 * @property {string} user
 * @property {string} password
 *
 * @typedef {object} Message
 * @property {string | Uint8Array} [body] a text is sent as UTF-8
 * @property {string} [type] the media type of the body
 * @property {string} [accept]
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} text
 *
 * @typedef {object} DigestClient
 * @property {(method: string, url: string, message?: Message) => Promise<Answer>} send one request
 *   at a time, all over one connection
 * @property {() => void} close
 */

/**
 * A client for a server that demands digest authentication (RFC 7616 with MD5 and `auth`). The
 * nonce of the first challenge serves until the server sends another one.
 * @param {Credentials} credentials
 * @returns {DigestClient}
 */
export function createDigestClient(credentials) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** @type {Challenge | undefined} */
  let challenge;
  let count = 0;
  /** @type {DigestClient['send']} */
  const send = async (method, url, message = {}) => {
    const target = new URL(url);
    // Virtuoso breaks a connection over which it has not read the body that it refuses.
    const { challenged } = challenge ? {} : await exchange(agent, { method: 'GET', target }, {});
    challenge ??= challenged;
    for (let attempt = 0; ; attempt += 1) {
      count += 1;
      const authorization =
        challenge && digestField({ method, target, challenge, count }, credentials);
      const answer = await exchange(agent, { method, target, authorization }, message);
      if (answer.challenged === undefined || attempt > 0) return answer;
      challenge = answer.challenged;
      count = 0;
    }
  };
  return { send, close: () => agent.destroy() };
}

/**
 * @typedef {{ readonly realm: string, readonly nonce: string, readonly opaque: string }} Challenge
 */

/**
 * @param {Agent} agent
 * @param {{ method: string, target: URL, authorization?: string | undefined }} what
 * @param {Message} message
 * @returns {Promise<Answer & { challenged?: Challenge | undefined }>} a challenge with status 401
 */
async function exchange(agent, { method, target, authorization }, { body, type, accept }) {
  const bytes = typeof body === 'object' ? body : Buffer.from(body ?? '');
  const sent = request(target, {
    agent,
    method,
    headers: {
      ...(body !== undefined && { 'content-length': bytes.length }),
      ...(type !== undefined && { 'content-type': type }),
      ...(accept !== undefined && { accept }),
      ...(authorization !== undefined && { authorization }),
    },
  });
  sent.end(bytes);
  // The event has one argument, the response.
  const [response] = /** @type {[import('node:http').IncomingMessage]} */ (
    await once(sent, 'response')
  );
  const text = await readAll(response);
  const { statusCode: status = 0, headers } = response;
  if (status !== 401) return { status, text };
  return { status, text, challenged: parseChallenge(headers['www-authenticate']) };
}

/**
 * @param {string | undefined} field
 * @returns {Challenge | undefined}
 */
function parseChallenge(field) {
  if (field === undefined || !/^digest /iu.test(field)) return undefined;
  const [realm = '', nonce = '', opaque = ''] = ['realm', 'nonce', 'opaque'].map(
    (name) => new RegExp(`\\b${name}="([^"]*)"`, 'iu').exec(field)?.[1],
  );
  return { realm, nonce, opaque };
}

/**
 * The value of `Authorization` (RFC 7616, 3.4).
 * @param {{ method: string, target: URL, challenge: Challenge, count: number }} request
 * @param {Credentials} credentials
 */
function digestField({ method, target, challenge, count }, { user, password }) {
  const { realm, nonce, opaque } = challenge;
  const uri = target.pathname + target.search;
  const cnonce = randomBytes(8).toString('hex');
  const nc = count.toString(16).padStart(8, '0');
  const secret = md5(`${user}:${realm}:${password}`);
  const response = md5(`${secret}:${nonce}:${nc}:${cnonce}:auth:${md5(`${method}:${uri}`)}`);
  return (
    `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", qop=auth, ` +
    `nc=${nc}, cnonce="${cnonce}", response="${response}", opaque="${opaque}", algorithm=MD5`
  );
}

/** @param {string} text */
function md5(text) {
  return createHash('md5').update(text).digest('hex');
}
