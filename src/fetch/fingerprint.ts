import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { openKnown } from '../files/same-file.ts';
import type { Response } from '../model/response.ts';

/**
 * Tells a response from others of the same URL: a SHA-256, in hexadecimal, of all that matters of it. That is which URL
 * answered, its type, its typed links and its content; not its date and the like, which are never the same.
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
    // It is closed at the end of the stream, or where that fails.
    const stream = createReadStream('', { fd: openKnown(body) });
    for await (const piece of stream) hash.update(piece as Uint8Array); // without an encoding
  }
  return hash.digest('hex');
}
