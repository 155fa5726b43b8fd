import { inPage } from './fault.mjs';
import { answerUnlessKnown, datasetPage } from './good-page.mjs';

/**
 * A redirect.
 * @param {string | undefined} location
 * @param {number} [status]
 */
const redirect = (location, status = 302) =>
  inPage(({ response, options: { to = location } }) => {
    response.writeHead(status, to === undefined ? {} : { location: to }).end();
  });

/** Redirects to invalid or forbidden targets. Most take an option `to`. */
export const redirectFaults = /** @satisfies {Record<string, import('./fault.mjs').Fault>} */ ({
  /** To itself. */
  'redirect-loop': inPage(({ response, url }) => {
    response.writeHead(301, { location: url }).end();
  }),
  /** Over `times` hops to the page. */
  'redirect-chain': inPage((ask) => {
    const { query, options, response } = ask;
    const hop = Number(query.get('hop') ?? 0);
    if (hop >= (options.times ?? 3)) answerUnlessKnown(ask, datasetPage(ask.url, ask.version));
    else response.writeHead(307, { location: `?hop=${hop + 1}` }).end();
  }),
  /** To another URL each time. */
  'redirect-endless': inPage(({ query, response }) => {
    response.writeHead(308, { location: `?hop=${Number(query.get('hop') ?? 0) + 1}` }).end();
  }),
  // Into the network of the client. None of these addresses leaves this machine.
  'redirect-to-private': redirect('http://127.0.0.9:1/'),
  'redirect-to-link-local': redirect('http://[fe80::1]:1/'),
  /** Spelled so that only a URL parser recognises the address. */
  'redirect-to-private-in-hex': redirect('http://0x7f.9:1/'),
  'redirect-to-private-as-number': redirect(`http://${127 * 2 ** 24 + 9}:1/`),
  'redirect-to-private-mapped': redirect('http://[::ffff:127.0.0.9]:1/'),
  /** By a host name that DNS resolves to a private address. */
  'redirect-to-localhost': redirect('http://localhost:1/'),
  /** To a page of another host, which is an option. */
  'redirect-to-other-host': redirect(undefined),
  'redirect-to-file': redirect('file:///etc/passwd'),
  'redirect-to-script': redirect('javascript:alert(1)'),
  'redirect-with-password': redirect('http://fen:fen@127.0.0.1/'),
  'redirect-without-location': redirect(undefined),
  'redirect-malformed': redirect('http://[fen'),
});
