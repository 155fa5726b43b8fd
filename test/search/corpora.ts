import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Published } from './derived.ts';

const names = [
  'cdif-validation',
  'cdif-discovery',
  'cdif-book',
  'cdif-Discovery-2024-draft-examples',
  'esip-soso',
];

/** The folder that `CDIF_CORPORA` names, where it is there. */
export function corporaFolder(): string | undefined {
  const folder = process.env['CDIF_CORPORA'] ?? '';
  return folder !== '' && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    ? folder
    : undefined;
}

/** All that is JSON-LD in the corpora that others published, under URLs that are made up. */
export function publishedIn(folder: string): Published[] {
  return names
    .flatMap((name) => filesBelow(path.join(folder, name)))
    .flatMap((file) => {
      const json = readFileSync(file, 'utf8').replace(/^\uFEFF/u, '');
      const place = path.relative(folder, file).split(path.sep).map(encodeURIComponent).join('/');
      return isJsonLd(json) ? [{ url: `https://corpora.invalid/${place}`, json }] : [];
    });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.json(?:ld)?$/u.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .toSorted();
}

/** Contexts, frames and JSON Schemas are none. */
function isJsonLd(json: string): boolean {
  try {
    const root = JSON.parse(json) as unknown;
    return json.includes('"@context"') && (Array.isArray(root) || saysMore(root as object));
  } catch {
    return false;
  }
}

const saysMore = (root: object): boolean =>
  Object.keys(root).some((key) => key !== '@context') &&
  !('$schema' in root) &&
  !('@explicit' in root);
