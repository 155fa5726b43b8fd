import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { openKnown } from '../files/same-file.ts';
import type { Response } from '../model/response.ts';

/**
 * SHA-256, in hexadecimal, of what matters in a response: the final URL, its type, its typed links
 * and its content, but not its date and the like, which always differ.
 */
export async function fingerprintOf({
  retrieval,
  contentType,
  linkFields,
  body,
}: Response): Promise<string> {
  const { finalUrl, status } = retrieval;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([finalUrl, status ?? null, contentType, linkFields]));
  if (body instanceof Uint8Array) hash.update(body);
  else if (body !== undefined) {
    // The file is closed at the end of the stream, or on failure.
    const stream = createReadStream('', { fd: openKnown(body) });
    for await (const piece of stream) hash.update(piece as Uint8Array); // without an encoding
  }
  return hash.digest('hex');
}
