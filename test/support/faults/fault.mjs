// Defines faults, and responses that Node's own HTTP server would refuse to send.

/**
 * Options of faults; each fault has its own defaults.
 * @typedef {object} FaultOptions
 * @property {number} [times] how many asks are answered wrongly, or how many hops there are
 * @property {number} [ms] between two bytes, or before an answer
 * @property {number} [bytes] of a body, after decompression
 * @property {number} [seconds] of `Retry-After` or `Crawl-delay`
 * @property {string} [to] where a redirect leads
 */

/**
 * One request, and the state of the site.
 * @typedef {object} Ask
 * @property {import('node:http').IncomingMessage} request
 * @property {import('node:http').ServerResponse} response
 * @property {string} url
 * @property {URLSearchParams} query
 * @property {number} count how many requests for this path there were, this one included
 * @property {number} version of the site
 * @property {FaultOptions} options
 */

/**
 * The place of a fault: a page, robots.txt, the sitemap, a catalogue of pages, or the connection,
 * where no request arrives.
 * @typedef {'page' | 'robots' | 'sitemap' | 'catalogue' | 'refused' | 'without-tls'} FaultPlace
 */

/**
 * One kind of response.
 * @typedef {object} Fault
 * @property {FaultPlace} place
 * @property {(ask: Ask) => void} answer
 */

/**
 * A fault of a page.
 * @param {(ask: Ask) => void} answer
 * @returns {Fault}
 */
export const inPage = (answer) => ({ place: 'page', answer });

/**
 * Sends raw bytes instead of a well-formed response of Node.
 * @param {Ask} ask
 * @param {string | Uint8Array} bytes
 */
export function sendRaw({ request: { socket } }, bytes) {
  socket.write(bytes);
}

/**
 * The same, and then ends the connection regularly.
 * @param {Ask} ask
 * @param {string | Uint8Array} bytes
 */
export function sendRawAndEnd({ request: { socket } }, bytes) {
  socket.end(bytes);
}

/**
 * Resets the connection after these bytes are sent.
 * @param {Ask} ask
 * @param {string} bytes
 */
export function sendRawAndReset({ request: { socket } }, bytes) {
  socket.write(bytes, () => {
    // A reset can discard data that the client has not read yet, so the reset comes in a later
    // turn.
    setImmediate(() => socket.resetAndDestroy());
  });
}

/**
 * Sends pieces as fast as the client reads them, without end.
 * @param {import('node:stream').Writable} to
 * @param {(at: number) => string | Uint8Array} pieceAt
 */
export function pour(to, pieceAt) {
  let at = 0;
  const more = () => {
    while (!to.destroyed && to.writable) {
      at += 1;
      if (!to.write(pieceAt(at))) {
        to.once('drain', more);
        return;
      }
    }
  };
  more();
}

/**
 * Sends a text character by character, and repeats the last one until the client gives up.
 * @param {Ask} ask
 * @param {string} text
 */
export function drip({ request: { socket }, options: { ms = 1000 } }, text) {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(text[Math.min(at, text.length - 1)] ?? ' ');
    at += 1;
  }, ms);
  socket.once('close', () => clearInterval(timer));
}
