// Writes what is generated from the rules and profiles: docs/rules/*.md, and shapes/. Needs a
// build.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** @typedef {typeof import('../src/conformance/rule-pages.ts')} RulePagesModule */
/** @typedef {typeof import('../src/conformance/shape-files.ts')} ShapeFilesModule */
/** @typedef {typeof import('../src/conformance/profiles/profile-catalogue.ts')} ProfilesModule */

const built = new URL('../dist/conformance/', import.meta.url);
const { rulePages } = /** @type {RulePagesModule} */ (
  await import(new URL('rule-pages.js', built).href)
);
const { shapeFile } = /** @type {ShapeFilesModule} */ (
  await import(new URL('shape-files.js', built).href)
);
const { profileCatalogue } = /** @type {ProfilesModule} */ (
  await import(new URL('profiles/profile-catalogue.js', built).href)
);

const docs = new URL('../docs/rules/', import.meta.url);
const shapes = new URL('../shapes/', import.meta.url);
writeFiles(
  docs,
  rulePages((record) => readFileSync(new URL(`records/${record}.json`, docs), 'utf8')),
);
writeFiles(shapes, profileCatalogue.map(shapeFile));

/**
 * Writes the files of a folder, and removes others with their endings.
 * @param {URL} folder
 * @param {readonly { readonly name: string, readonly text: string }[]} files
 */
function writeFiles(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (/\.(?:md|ttl)$/u.test(name)) rmSync(new URL(name, folder));
  }
  for (const { name, text } of files) writeFileSync(new URL(name, folder), text);
}
