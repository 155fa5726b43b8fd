import { realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { ResourceError } from '../model/http.ts';
import { nameOfSegment } from '../model/file-url.ts';
import { mediaTypeOfFile } from '../model/metadata-file.ts';

/** A folder and the base URL that it is mapped to: see `Source`. */
export interface FolderPlace {
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
export async function folderFile(
  url: string,
  folders: readonly FolderPlace[],
): Promise<string | undefined> {
  const places = folders.filter(({ base }) => url.startsWith(base));
  for (const { folder, base } of places) {
    const names = namesIn(url.slice(base.length));
    const path = names && (await pathInside(folder, names));
    if (path !== undefined) return path;
  }
  if (places.length > 0 && new URL(url).hostname.endsWith('.invalid')) {
    throw new ResourceError({ kind: 'file-unreadable', url, code: 'ENOENT' });
  }
  return undefined;
}

/** The segments of a path, where listing could give it. */
function namesIn(path: string): readonly string[] | undefined {
  const names = path.split('/').map((segment) => nameOfSegment(segment));
  const known = names.filter((name) => name !== undefined && !name.startsWith('.'));
  return known.length === names.length && mediaTypeOfFile(path) !== undefined
    ? (known as readonly string[]) // those that were undefined were left out
    : undefined;
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
