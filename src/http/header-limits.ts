/**
 * The size limit of the headers of one response, in bytes. Signposting puts long lists of links
 * into headers, for which Node's 16 KiB are too small.
 */
export const maxHeaderBytes = 131_072;

/**
 * The most interim answers (RFC 9110 §15.2) to one request. A server sends one or two; only the
 * total timeout covers them.
 */
export const maxInterimAnswers = 100;
