/** Schemes that people write before an identifier, as identifiers have them. */
const schemes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ark: 'ark:',
    doi: 'doi:',
    handle: 'hdl:',
    hdl: 'hdl:',
    igsn: '',
    orcid: 'https://orcid.org/',
    ror: 'https://ror.org/',
  }),
);

const scheme = /^([a-z]+)(?:\s+(?::\s*)?|:\s*)(\S.*)$/isu;
/** A prefix of numbers and a slash, as Handles have it (RFC 3651 §3). */
const bareHandle = /^\d+(?:\.\w+)*\/\S+$/u;

/** An identifier as the IRI that is made of it, with something percent-encoded. */
const encoded = /^(?<scheme>ark|doi|hdl):.*%[\da-f]{2}/isu;

/**
 * What a text may stand for that people write for an identifier: itself; without angle brackets around it; with a colon behind its
 * scheme, or without a scheme that its publisher may leave out (`DOI 10.1234/5`, `IGSN:IE123`); as Handle where it looks like one;
 * and the identifier of which it is the key in search results, an IRI.
 * @returns each once, itself first
 */
export function spellingsOf(text: string): readonly string[] {
  const bare = text.trim().replace(/^<(.*)>$/su, '$1');
  const [, name = '', rest = ''] = scheme.exec(bare) ?? [];
  const prefix = schemes.get(name.toLowerCase());
  return [
    ...new Set([
      text,
      bare,
      ...(prefix === undefined ? [] : [prefix + rest]),
      ...(bareHandle.test(bare) ? [`hdl:${bare}`] : []),
      ...encodedBy(bare),
    ]),
  ];
}

/**
 * The identifier that an IRI was made of. `identifierName` decodes DOIs and Handles, so that one with a
 * percent sign has to be encoded to stay as it is, and leaves ARKs as they are.
 */
function encodedBy(text: string): readonly string[] {
  const { scheme: name } = encoded.exec(text)?.groups ?? {};
  if (name === undefined) return [];
  return [
    name.toLowerCase() === 'ark'
      ? text.replaceAll(encodedBytes, decodedBytes)
      : text.replaceAll('%', '%25'),
  ];
}

const encodedBytes = /(?:%[\da-f]{2})+/giu;

/** What is no UTF-8 stays as it is. */
function decodedBytes(bytes: string): string {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return bytes;
  }
}
