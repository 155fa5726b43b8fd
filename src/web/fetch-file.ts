import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import type { HttpConfig, Limits } from '../config/schema.ts';
import {
  FileChanged,
  identifyFile,
  isStillAtPath,
  readingFlags,
  readPieces,
} from '../files/same-file.ts';
import { Fault } from '../model/fault.ts';
import {
  type FetchRequest,
  type Body,
  type HttpReader,
  ResourceError,
  type Response,
} from '../model/http.ts';
import { decodePathSegment, type Target } from '../model/target.ts';
import { mediaTypeOfFile } from '../model/media-type.ts';
import { fileUnreadableProblem, type Problem } from '../model/problem.ts';
import { uncompressed } from './body.ts';

type FileTarget = Target & { readonly file: string };

/**
 * Reads the file of a target; a large file is passed on by its path. The file extension gives its
 * media type. A gzip file is decompressed, if it is large into a temporary file.
 * @throws {ResourceError} `file-unreadable`, with `EFTYPE` where it is not a regular file and
 * `ESTALE` where it changes meanwhile or a folder on its path has become a link; `body-too-large`
 * beyond `limits.listBytes`, since a folder may hold whole lists
 */
export async function readTargetFile(
  target: FileTarget,
  limits: Omit<FetchLimits, 'maxRatio'>,
  now: () => Date,
  unpacking: UnpackOptions = {},
): Promise<Response> {
  const { url, file } = target;
  const retrieval = { finalUrl: url, redirects: [], at: now().toISOString() };
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, readingFlags);
    const packed = await readBody(handle, target, limits);
    const body = isGzipName(url) ? await unpack(packed, { url, limits, ...unpacking }) : packed;
    // The name comes from the URL, since a link may lead to a file of any name.
    return { target, retrieval, contentType: mediaTypeOfFile(url) ?? '', linkFields: [], body };
  } catch (error) {
    if (error instanceof ResourceError || error instanceof Fault) throw error;
    const problem =
      error instanceof FileChanged
        ? ({ kind: 'file-unreadable', url, code: 'ESTALE' } as const)
        : fileUnreadableProblem(url, error);
    throw new ResourceError(problem, { cause: error });
  } finally {
    await handle?.close();
  }
}

interface UnpackOptions extends Pick<FetchOptions, 'temporaryFolder'> {
  /** Told of what loses nothing of the file. */
  readonly onProblem?: (problem: Problem) => void;
}

function isGzipName(url: string): boolean {
  return /\.gz$/iu.test(new URL(url).pathname);
}

/** Decompresses a file that is gzip by its content. It is the operator's, so it has no ratio. */
async function unpack(
  body: Body,
  {
    url,
    limits: { listBytes: maxBytes, pieceBytes },
    onProblem,
    temporaryFolder,
  }: UnpackOptions & { readonly url: string; readonly limits: Omit<FetchLimits, 'maxRatio'> },
): Promise<Body> {
  const limits = { maxBytes, maxRatio: Number.POSITIVE_INFINITY, url, onProblem };
  const unpacked = uncompressed(readPieces(body), limits);
  return storeBody(unpacked, Math.min(pieceBytes, maxBytesInMemory), temporaryFolder);
}

/** Removes the temporary file of a body; where that fails, the system clears its folder. */
export async function removeTemporary({ body }: Pick<Response, 'body'>): Promise<void> {
  if (body === undefined || body instanceof Uint8Array || !body.temporary) return;
  await rm(body.path, { force: true }).catch(() => undefined);
}

async function readBody(
  handle: FileHandle,
  { url, file: path }: FileTarget,
  { listBytes: maxBytes, pieceBytes }: Omit<FetchLimits, 'maxRatio'>,
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
 * The file for a URL below the base of a folder: the file that has this URL when the folder is
 * listed, so that the order of link and listing does not matter.
 * @returns an absolute path, or undefined where the listing has no such file
 * @throws {ResourceError} `file-unreadable` where there is no such file below a made-up domain
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

/** Whether a target needs no request: it has content or a file, or its URL maps to a file. */
export async function isAtHand(
  { url, file, content }: Target,
  folders: readonly MappedFolder[],
): Promise<boolean> {
  if (file !== undefined || content !== undefined) return true;
  try {
    return (await fileOfMappedUrl(url, folders)) !== undefined;
  } catch (error) {
    if (error instanceof ResourceError) return true;
    throw error;
  }
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
export type FetchLimits = Pick<Limits, 'listBytes' | 'pieceBytes'> & Pick<HttpConfig, 'maxRatio'>;

/** Larger bodies, in bytes, are kept in a file, so that many large ones do not fill the memory. */
export const maxBytesInMemory = 4_194_304;

/**
 * Reads a whole body into a buffer of its own, or into a temporary file beyond `maxInMemory` bytes.
 * Leaves nothing behind on failure.
 * @param folder where the file is created; by default the temporary folder of the system
 * @throws {SpoolFault} when the file cannot be written; whatever the body throws
 */
export async function storeBody(
  body: AsyncIterable<Uint8Array>,
  maxInMemory: number,
  folder = tmpdir(),
): Promise<Body> {
  const path = join(folder, `cdif-graph-${randomUUID()}`);
  const orFault = async <Result>(result: Promise<Result>): Promise<Result> =>
    result.catch((error: unknown) => {
      throw new SpoolFault(folder, error);
    });
  let inMemory: Uint8Array[] = [];
  let bytes = 0;
  let file: FileHandle | undefined;
  try {
    for await (const piece of body) {
      bytes += piece.length;
      inMemory.push(piece);
      if (bytes <= maxInMemory) continue;
      // `wx` does not follow a link that somebody else has put there; only the owner may read.
      file ??= await orFault(open(path, 'wx', 0o600));
      for (const each of inMemory) await orFault(file.writeFile(each));
      inMemory = [];
    }
    // The copy has a buffer of its own, which can be transferred to a thread.
    if (file === undefined) return new Uint8Array(Buffer.concat(inMemory));
    const identity = identifyFile(await orFault(file.stat({ bigint: true })));
    await orFault(file.close());
    return { path, bytes, identity, temporary: true };
  } catch (error) {
    await file?.close().catch(() => undefined);
    if (file !== undefined) await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** A large response body could not be written to a file, mostly because the disk is full. */
export class SpoolFault extends Fault {
  override readonly name = 'SpoolFault' as const;

  /** @param cause the error of the system */
  constructor(folder: string, cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    super(
      `cannot write a large response to the temporary folder ${folder} (${code}); ` +
        'free space there, or set TMPDIR to another folder',
      { cause },
    );
  }
}
