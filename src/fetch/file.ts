import { open, type FileHandle } from 'node:fs/promises';
import { identityOf, liesAt, readingFlags } from '../files/same-file.ts';
import { ResourceError } from '../model/http.ts';
import { mediaTypeOfFile } from '../model/metadata-file.ts';
import type { Body, Response } from '../model/response.ts';
import type { Target } from '../model/target.ts';
import { unreadableFile } from '../model/unreadable-file.ts';
import type { FetchLimits } from './fetch-options.ts';
import { mostInMemory } from './take-body.ts';

type FileTarget = Target & { readonly file: string };

/**
 * Reads the file of a target; a file larger than `mostInMemory` or `limits.pieceBytes` is passed on
 * by its path. The file extension gives its media type.
 * @throws {ResourceError} `file-unreadable`, with `EFTYPE` where it is not a regular file and
 * `ESTALE` where it changes meanwhile or a folder on its path has become a link; `body-too-large`
 * beyond `limits.listBytes`, since a folder may hold whole lists
 */
export async function readFile(
  target: FileTarget,
  limits: FetchLimits,
  now: () => Date,
): Promise<Response> {
  const { url, file } = target;
  const retrieval = { finalUrl: url, redirects: [], at: now().toISOString() };
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, readingFlags);
    const body = await bodyOf(handle, target, limits);
    // The name comes from the URL, since a link may lead to a file of any name.
    return { target, retrieval, contentType: mediaTypeOfFile(url) ?? '', linkFields: [], body };
  } catch (error) {
    if (error instanceof ResourceError) throw error;
    throw new ResourceError(unreadableFile(url, error), { cause: error });
  } finally {
    await handle?.close();
  }
}

async function bodyOf(
  handle: FileHandle,
  { url, file: path }: FileTarget,
  { listBytes: maxBytes, pieceBytes }: FetchLimits,
): Promise<Body> {
  const stats = await handle.stat({ bigint: true });
  if (!stats.isFile()) throw new ResourceError({ kind: 'file-unreadable', url, code: 'EFTYPE' });
  const changed = new ResourceError({ kind: 'file-unreadable', url, code: 'ESTALE' });
  if (!(await liesAt(handle, path))) throw changed;
  const bytes = Number(stats.size);
  if (bytes > maxBytes) throw new ResourceError({ kind: 'body-too-large', url, maxBytes });
  if (bytes > Math.min(pieceBytes, mostInMemory)) {
    return { path, bytes, identity: identityOf(stats), temporary: false };
  }
  const body = await readBytes(handle, bytes);
  const { size, mtimeNs } = await handle.stat({ bigint: true });
  if (size === stats.size && mtimeNs === stats.mtimeNs) return body;
  throw changed;
}

/**
 * Reads as many bytes as the file had when it was opened, into a buffer of its own. Later appends
 * are ignored.
 */
async function readBytes(handle: FileHandle, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled);
    if (bytesRead === 0) return bytes.slice(0, filled);
    filled += bytesRead;
  }
  return bytes;
}
