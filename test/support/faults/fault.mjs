// What a fault is, and the ways to answer that Node's own HTTP server would not take.

/**
 * What some faults can be told. Each has a value of its own where it is told nothing.
 * @typedef {object} FaultOptions
 * @property {number} [times] how many asks are answered wrongly, or how many hops there are
 * @property {number} [ms] between two bytes, or before an answer
 * @property {number} [bytes] of a body, after decompression
 * @property {number} [seconds] of `Retry-After` or `Crawl-delay`
 * @property {string} [to] where a redirect leads
 */

/**
 * One request, and what the site knows of it.
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
 * Where a fault stands: in a page, in robots.txt, in the sitemap, in a catalogue of pages, or already in how the server
 * is reached, where no request arrives.
 * @typedef {'page' | 'robots' | 'sitemap' | 'catalogue' | 'refused' | 'without-tls'} FaultPlace
 */

/**
 * One way to answer.
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
 * Sends bytes as they are, in place of an answer that Node would make well-formed.
 * @param {Ask} ask
 * @param {string | Uint8Array} bytes
 */
export function sendRaw({ request: { socket } }, bytes) {
  socket.write(bytes);
}

/**
 * The same, and ends the connection in order behind them.
 * @param {Ask} ask
 * @param {string | Uint8Array} bytes
 */
export function sendRawAndEnd({ request: { socket } }, bytes) {
  socket.end(bytes);
}

/**
 * Resets the connection once these bytes are on their way.
 * @param {Ask} ask
 * @param {string} bytes
 */
export function sendRawAndReset({ request: { socket } }, bytes) {
  socket.write(bytes, () => {
    // What is received after the reset may throw away what was sent before it, so it comes in a turn of its own.
    setImmediate(() => socket.resetAndDestroy());
  });
}

/**
 * Sends pieces as fast as they are taken, without end.
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
 * Sends a text character by character, the last one again and again, until the client gives up.
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
