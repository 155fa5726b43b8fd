import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import type { Limits } from '../config/schema.ts';
import { identifyFile, isStillAtPath, readingFlags } from '../files/same-file.ts';
import {
  type Body,
  type FetchRequest,
  type HttpReader,
  ResourceError,
  type Response,
} from '../model/http.ts';
import { decodePathSegment, type Target } from '../model/target.ts';
import { mediaTypeOfFile } from '../model/media-type.ts';
import { fileUnreadableProblem } from '../model/problem.ts';
import { maxBytesInMemory } from './spool-file.ts';

type FileTarget = Target & { readonly file: string };

/**
 * Reads the file of a target; a file larger than `maxBytesInMemory` or `limits.pieceBytes` is passed on
 * by its path. The file extension gives its media type.
 * @throws {ResourceError} `file-unreadable`, with `EFTYPE` where it is not a regular file and
 * `ESTALE` where it changes meanwhile or a folder on its path has become a link; `body-too-large`
 * beyond `limits.listBytes`, since a folder may hold whole lists
 */
export async function readTargetFile(
  target: FileTarget,
  limits: FetchLimits,
  now: () => Date,
): Promise<Response> {
  const { url, file } = target;
  const retrieval = { finalUrl: url, redirects: [], at: now().toISOString() };
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, readingFlags);
    const body = await readBody(handle, target, limits);
    // The name comes from the URL, since a link may lead to a file of any name.
    return { target, retrieval, contentType: mediaTypeOfFile(url) ?? '', linkFields: [], body };
  } catch (error) {
    if (error instanceof ResourceError) throw error;
    throw new ResourceError(fileUnreadableProblem(url, error), { cause: error });
  } finally {
    await handle?.close();
  }
}

async function readBody(
  handle: FileHandle,
  { url, file: path }: FileTarget,
  { listBytes: maxBytes, pieceBytes }: FetchLimits,
): Promise<Body> {
  const stats = await handle.stat({ bigint: true });
  if (!stats.isFile()) throw new ResourceError({ kind: 'file-unreadable', url, code: 'EFTYPE' });
  const changed = new ResourceError({ kind: 'file-unreadable', url, code: 'ESTALE' });
  if (!(await isStillAtPath(handle, path))) throw changed;
  const bytes = Number(stats.size);
  if (bytes > maxBytes) throw new ResourceError({ kind: 'body-too-large', url, maxBytes });
  if (bytes > Math.min(pieceBytes, maxBytesInMemory)) {
    return { path, bytes, identity: identifyFile(stats), temporary: false };
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

/** A folder and the base URL that it is mapped to: see `Source`. */
export interface MappedFolder {
  readonly folder: string;
  readonly base: string;
}

/**
 * The file for a URL below the base of a folder, the same one for which listing the folder gives
 * this URL, so that the order of link and listing does not matter.
 * @returns an absolute path, or undefined where listing would give no such file
 * @throws {ResourceError} `file-unreadable` where there is no such file, and the base is of a
 * domain that does not exist
 */
export async function fileOfMappedUrl(
  url: string,
  folders: readonly MappedFolder[],
): Promise<string | undefined> {
  const mapped = folders.filter(({ base }) => url.startsWith(base));
  for (const { folder, base } of mapped) {
    const segments = listableSegments(url.slice(base.length));
    const path = segments && (await pathInside(folder, segments));
    if (path !== undefined) return path;
  }
  if (mapped.length > 0 && new URL(url).hostname.endsWith('.invalid')) {
    throw new ResourceError({ kind: 'file-unreadable', url, code: 'ENOENT' });
  }
  return undefined;
}

/** The decoded segments of a path; undefined where listing a folder never gives such a path. */
function listableSegments(path: string): readonly string[] | undefined {
  const all = path.split('/').map((segment) => decodePathSegment(segment));
  const segments = all.filter((name) => name !== undefined).filter((name) => !name.startsWith('.'));
  const isListable = segments.length === all.length && mediaTypeOfFile(path) !== undefined;
  return isListable ? segments : undefined;
}

/** The real path of a file, if it is in the folder and no link to another folder leads there. */
async function pathInside(folder: string, names: readonly string[]): Promise<string | undefined> {
  try {
    const root = await realpath(folder);
    const path = join(root, ...names);
    if ((await realpath(dirname(path))) !== dirname(path) || basename(path) !== names.at(-1)) {
      return undefined;
    }
    const real = await realpath(path);
    return real.startsWith(root.endsWith(sep) ? root : root + sep) ? real : undefined;
  } catch {
    // Any error means that the file cannot be read.
    return undefined;
  }
}

/** Dependencies of the fetch stage. */
export interface FetchOptions {
  readonly http: HttpReader;
  readonly limits: FetchLimits;
  /** Folders whose files replace requests for URLs below their bases. */
  readonly folders?: readonly MappedFolder[];
  /** By default every URL is permitted. */
  readonly permit?: FetchPermission | undefined;
  /** The folder for large response bodies; by default that of the system. */
  readonly temporaryFolder?: string;
}

/**
 * Checks whether a URL may be requested on the way to a target: the target itself or a redirect.
 * @throws {ResourceError} where it may not
 */
export type FetchPermission = (
  request: FetchRequest,
  url: string,
  signal: AbortSignal,
) => Promise<void>;

/** The limits of the fetch stage. */
export type FetchLimits = Pick<Limits, 'listBytes' | 'pieceBytes'>;
