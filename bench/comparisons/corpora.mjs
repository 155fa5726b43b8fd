// Published corpora in the folder that CDIF_CORPORA names. They are not part of the project.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * @param {string} corpus such as `suite-link-headers`
 * @param {readonly string[]} within where in it
 * @returns {Promise<string>} the path of a folder or a file that is there
 * @throws {TypeError} that names what is missing, without a path of this machine
 */
export async function inCorpus(corpus, ...within) {
  const root = process.env['CDIF_CORPORA'] ?? '';
  if (root === '') throw new TypeError('CDIF_CORPORA does not name the folder of the corpora');
  const place = path.join(root, corpus, ...within);
  const found = await stat(place).catch(() => undefined);
  if (found !== undefined) return place;
  throw new TypeError(`CDIF_CORPORA has no ${path.posix.join(corpus, ...within)}`);
}

/**
 * All files below a folder, sorted, as paths relative to it with slashes.
 * @param {string} folder
 * @returns {Promise<readonly string[]>}
 */
export async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .toSorted();
}
