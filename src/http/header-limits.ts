/** Signposting puts long lists of links into fields; Node's 16 KiB are too few for them. In bytes, of one answer. */
export const maxHeaderBytes = 131_072;

/** Interim answers (RFC 9110 §15.2) to one request. A server sends one or two; they count for no limit of time but the total. */
export const maxInterimAnswers = 100;
