import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { encodePathSegment, targetUrl } from '../model/target.ts';
import { mediaTypeOfFile } from '../model/media-type.ts';
import { fileUnreadableProblem } from '../model/problem.ts';
import type { ListingItem, DiscoverContext, SourceOfKind } from './discoverer.ts';

const hidden = 0x2e;

/** A folder or file, and the URL that identifies it; that of a folder ends with a slash. */
interface Place {
  readonly path: string;
  readonly url: string;
}

/**
 * Lists the metadata files of a folder and its subfolders, sorted by the bytes of their names, so
 * that the order is the same on every machine. Hidden entries are left out. A symbolic link to a
 * file within the folder is listed as that file; a link to a folder within is skipped, since its
 * files are listed in place.
 *
 * Unreadable entries are `file-unreadable`, with the system's error code; `EXDEV` where a link
 * leads out of the folder (as in openat2(2)), `EILSEQ` where a name is not UTF-8.
 * @throws the signal's reason when it is aborted
 */
export async function* discoverFolder(
  { folder, base }: Pick<SourceOfKind<'folder'>, 'folder' | 'base'>,
  { signal }: Pick<DiscoverContext, 'signal'>,
): AsyncGenerator<ListingItem> {
  let root: string;
  try {
    root = await realpath(folder);
  } catch (error) {
    yield { kind: 'problem', problem: fileUnreadableProblem(base, error) };
    return;
  }
  yield* walkFolder({ path: root, url: base }, { root, signal });
}

interface Walk {
  /** The folder of the source, with symbolic links resolved. */
  readonly root: string;
  readonly signal: AbortSignal;
}

async function* walkFolder(place: Place, walk: Walk): AsyncGenerator<ListingItem> {
  walk.signal.throwIfAborted();
  let entries: Dirent<Buffer>[];
  let isInPlace: boolean;
  try {
    entries = await readdir(place.path, { withFileTypes: true, encoding: 'buffer' });
    isInPlace = (await realpath(place.path)) === place.path;
  } catch (error) {
    yield { kind: 'problem', problem: fileUnreadableProblem(place.url, error) };
    return;
  }
  if (!isInPlace) {
    // The folder was replaced by a link after its parent was read.
    yield { kind: 'problem', problem: { kind: 'file-unreadable', url: place.url, code: 'EXDEV' } };
    return;
  }
  const visible = entries.filter(({ name }) => name[0] !== hidden);
  visible.sort((one, other) => Buffer.compare(one.name, other.name));
  for (const entry of visible) {
    walk.signal.throwIfAborted();
    yield* listEntry(entry, place, walk);
  }
}

/** Lists one entry of a folder. Special files are left to the reader of the file. */
async function* listEntry(
  entry: Dirent<Buffer>,
  { path, url }: Place,
  walk: Walk,
): AsyncGenerator<ListingItem> {
  const name = entry.name.toString();
  const child = { path: join(path, name), url: url + encodePathSegment(entry.name) };
  const isMetadata = mediaTypeOfFile(name) !== undefined;
  if (!isMetadata && !entry.isDirectory() && !entry.isSymbolicLink()) return;
  if (!isUtf8(entry.name)) {
    // Paths are strings here, so the decoded name would address another file.
    yield { kind: 'problem', problem: { kind: 'file-unreadable', url: child.url, code: 'EILSEQ' } };
  } else if (entry.isDirectory()) {
    yield* walkFolder({ ...child, url: `${child.url}/` }, walk);
  } else if (entry.isSymbolicLink()) {
    yield* followLink(child, isMetadata, walk.root);
  } else {
    yield listedFile(child);
  }
}

/** Lists the target of a symbolic link. A broken link matters only if it is named like metadata. */
async function* followLink(
  link: Place,
  isMetadata: boolean,
  root: string,
): AsyncGenerator<ListingItem> {
  let path: string;
  let isFolder: boolean;
  try {
    path = await realpath(link.path);
    isFolder = (await stat(path)).isDirectory();
  } catch (error) {
    const problem = fileUnreadableProblem(link.url, error);
    if (isMetadata) yield { kind: 'problem', problem };
    return;
  }
  if (!isMetadata && !isFolder) return;
  if (path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep)) {
    yield { kind: 'problem', problem: { kind: 'file-unreadable', url: link.url, code: 'EXDEV' } };
  } else if (!isFolder) {
    yield listedFile({ path, url: link.url });
  }
}

function listedFile({ path, url }: Place): ListingItem {
  // The base is normalised and segments are escaped, so this is only a check.
  if (targetUrl(url) !== url) throw new TypeError(`not a URL of a file: ${url}`);
  return { kind: 'url', url, found: { by: 'folder' }, file: path };
}
