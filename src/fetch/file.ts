import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { ResourceError } from '../model/http.ts';
import { mediaTypeOfFile } from '../model/metadata-file.ts';
import type { Body, Response } from '../model/response.ts';
import type { Target } from '../model/target.ts';
import { unreadableFile } from '../model/unreadable-file.ts';
import type { FetchLimits } from './fetch-options.ts';
import { mostInMemory } from './take-body.ts';

type FileTarget = Target & { readonly file: string };

/** No link is followed, since it may lead elsewhere by now, and no pipe is waited for. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads the file of a target; one that is larger than `mostInMemory` or `limits.pieceBytes` is
 * passed on as it lies on the disk. What it is, is told by the ending of its name.
 * @throws {ResourceError} `file-unreadable`, with `EFTYPE` where it is no regular file and `ESTALE` where it changes
 * meanwhile; `body-too-large` beyond `limits.listBytes`, since a folder may hold whole lists
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
    handle = await open(file, flags);
    const body = await bodyOf(handle, target, limits);
    // The name is that in the URL, since a link may lead to a file of any name.
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
  const stats = await handle.stat();
  if (!stats.isFile()) throw new ResourceError({ kind: 'file-unreadable', url, code: 'EFTYPE' });
  const { size: bytes } = stats;
  if (bytes > maxBytes) throw new ResourceError({ kind: 'body-too-large', url, maxBytes });
  if (bytes > Math.min(pieceBytes, mostInMemory)) return { path, bytes, temporary: false };
  const body = await readBytes(handle, bytes);
  const { size, mtimeMs } = await handle.stat();
  if (size === bytes && mtimeMs === stats.mtimeMs) return body;
  throw new ResourceError({ kind: 'file-unreadable', url, code: 'ESTALE' });
}

/** As many bytes as there were, in memory of their own. What is written to the file meanwhile is not waited for. */
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
