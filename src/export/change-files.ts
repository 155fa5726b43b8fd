import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeFiles } from './export-changes.ts';

/**
 * Paths of the two files that `exportChanges` writes. In a folder: `added.nq` and `removed.nq`;
 * otherwise `all.nq` or `all` becomes `all.added.nq` and `all.removed.nq`. Gzipped files end in
 * `.gz`.
 * @param path absolute path of a folder, or the beginning of the file names
 */
export function changeFiles(
  path: string,
  { isFolder, gzip }: { readonly isFolder: boolean; readonly gzip: boolean },
): ChangeFiles {
  const ending = gzip ? '.nq.gz' : '.nq';
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const stem = path.replace(/\.gz$/iu, '').replace(/\.nq$/iu, '');
  const beginning = isFolder || isThere ? join(path, '/') : `${stem}.`;
  return { added: `${beginning}added${ending}`, removed: `${beginning}removed${ending}` };
}
