// Writes shapes/, the profiles as SHACL. Needs a build.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

/** @typedef {typeof import('../src/conformance/shape-files.ts')} ShapeFilesModule */
/** @typedef {typeof import('../src/conformance/profiles/profile-catalogue.ts')} ProfilesModule */

const built = new URL('../dist/conformance/', import.meta.url);
const { shapeFile } = /** @type {ShapeFilesModule} */ (
  await import(new URL('shape-files.js', built).href)
);
const { profileCatalogue } = /** @type {ProfilesModule} */ (
  await import(new URL('profiles/profile-catalogue.js', built).href)
);

const folder = new URL('../shapes/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const { name, text } of profileCatalogue.map(shapeFile)) {
  writeFileSync(new URL(name, folder), text);
}
