import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeFiles } from './export-changes.ts';

/**
 * Where the two files of `exportChanges` are: in a folder `added.nq` and `removed.nq`; else beside each other, `all.nq` or
 * `all` as `all.added.nq` and `all.removed.nq`; with `.gz` behind where they are gzipped.
 * @param path absolute, of a folder or of what the names begin with
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
