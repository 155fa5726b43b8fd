import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { segmentOf } from '../model/file-url.ts';
import { mediaTypeOfFile } from '../model/metadata-file.ts';
import { targetUrl } from '../model/target-url.ts';
import { unreadableFile } from '../model/unreadable-file.ts';
import type { Listed, Reading, SourceOf } from './discoverer.ts';

const hidden = 0x2e;

/** Where the walk is: a folder, and the URL that stands for it, with a slash at its end. */
interface Place {
  readonly path: string;
  readonly url: string;
}

/**
 * Lists the metadata files of a folder and of all folders in it, by name (as bytes), so that the order is the same on
 * every machine. What is hidden is left out, as it is by a shell. A symbolic link is taken for the file it leads to as
 * long as that is in the folder; a link to a folder inside is passed over, since what is in that is listed where it is.
 *
 * What cannot be read is `file-unreadable`, with the code of the system; with `EXDEV` where a link leads out of the
 * folder (as openat2(2) has it), with `EILSEQ` where a name is no UTF-8.
 * @throws the signal's reason when it is aborted
 */
export async function* discoverFolder(
  { folder, base }: Pick<SourceOf<'folder'>, 'folder' | 'base'>,
  { signal }: Pick<Reading, 'signal'>,
): AsyncGenerator<Listed> {
  let root: string;
  try {
    root = await realpath(folder);
  } catch (error) {
    yield { kind: 'problem', problem: unreadableFile(base, error) };
    return;
  }
  yield* walk({ path: root, url: base }, { root, signal });
}

interface Walk {
  /** The folder of the source, without symbolic links. */
  readonly root: string;
  readonly signal: AbortSignal;
}

async function* walk(place: Place, walking: Walk): AsyncGenerator<Listed> {
  walking.signal.throwIfAborted();
  let entries: Dirent<Buffer>[];
  let isInPlace: boolean;
  try {
    entries = await readdir(place.path, { withFileTypes: true, encoding: 'buffer' });
    isInPlace = (await realpath(place.path)) === place.path;
  } catch (error) {
    yield { kind: 'problem', problem: unreadableFile(place.url, error) };
    return;
  }
  if (!isInPlace) {
    // It has become a link since it was listed.
    yield { kind: 'problem', problem: { kind: 'file-unreadable', url: place.url, code: 'EXDEV' } };
    return;
  }
  const shown = entries.filter(({ name }) => name[0] !== hidden);
  shown.sort((one, other) => Buffer.compare(one.name, other.name));
  for (const entry of shown) {
    walking.signal.throwIfAborted();
    yield* list(entry, place, walking);
  }
}

/** What one entry of a folder gives. What is neither folder nor file is left to who reads it. */
async function* list(
  entry: Dirent<Buffer>,
  { path, url }: Place,
  walking: Walk,
): AsyncGenerator<Listed> {
  const name = entry.name.toString();
  const child = { path: join(path, name), url: url + segmentOf(entry.name) };
  const isMetadata = mediaTypeOfFile(name) !== undefined;
  if (!isMetadata && !entry.isDirectory() && !entry.isSymbolicLink()) return;
  if (!isUtf8(entry.name)) {
    // Paths are texts here, and another name would be asked for.
    yield { kind: 'problem', problem: { kind: 'file-unreadable', url: child.url, code: 'EILSEQ' } };
  } else if (entry.isDirectory()) {
    yield* walk({ ...child, url: `${child.url}/` }, walking);
  } else if (entry.isSymbolicLink()) {
    yield* follow(child, isMetadata, walking.root);
  } else {
    yield listedFile(child);
  }
}

/** What a symbolic link gives. One that leads nowhere is of interest only where it is called as metadata files are. */
async function* follow(link: Place, isMetadata: boolean, root: string): AsyncGenerator<Listed> {
  let path: string;
  let isFolder: boolean;
  try {
    path = await realpath(link.path);
    isFolder = (await stat(path)).isDirectory();
  } catch (error) {
    const problem = unreadableFile(link.url, error);
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

function listedFile({ path, url }: Place): Listed {
  // A base is normalised, and no segment holds what would be changed, so this only checks.
  if (targetUrl(url) !== url) throw new TypeError(`not a URL of a file: ${url}`);
  return { kind: 'url', url, found: { by: 'folder' }, file: path };
}
