// Compiles the changed files of src/ into dist/, makes the assets of the web pages, and makes the
// command executable.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildAssets } from './build-assets.mjs';

const root = new URL('..', import.meta.url);
const src = new URL('src/', root);
const dist = new URL('dist/', root);
const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));

// The compiler does not notice a deleted output file; without its build info it writes all files.
const isWhole = namesIn(src).every((name) => existsSync(new URL(`${name}.js`, dist)));
if (!isWhole) rmSync(new URL('.tsbuildinfo', dist), { force: true });
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {
  cwd: fileURLToPath(root),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
if (status === 0) {
  removeOrphans();
  await buildAssets(src, dist);
  chmodSync(new URL('cli.js', dist), 0o755);
}

/** Removes compiled files whose source is gone, which the compiler leaves. */
function removeOrphans() {
  const sources = new Set(namesIn(src));
  for (const name of namesIn(dist)) {
    if (sources.has(name)) continue;
    for (const ending of ['.js', '.d.ts']) rmSync(new URL(name + ending, dist), { force: true });
  }
}

/**
 * The modules in a folder and the folders in it, by their paths without ending.
 * @param {URL} folder
 */
function namesIn(folder) {
  return readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => /\.(?:[jt]s|tsx)$/u.test(file) && !/^serve.(?:assets|browser)\b/u.test(file))
    .map((file) => file.replace(/(?:\.d)?\.(?:[jt]s|tsx)$/u, ''));
}
