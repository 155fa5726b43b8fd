import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compress, type ContentEncoding } from './answer-page.ts';

/** The files that pages refer to, which the build puts into `dist/serve/assets`. */
const contentTypes = {
  'site.css': 'text/css; charset=utf-8',
  'site.js': 'text/javascript; charset=utf-8',
  'query.js': 'text/javascript; charset=utf-8',
  'land-0.svg': 'image/svg+xml',
  'land-180.svg': 'image/svg+xml',
  'icon.svg': 'image/svg+xml',
} as const;

/** The file name of an asset, without the hash of its content. */
export type AssetName = keyof typeof contentTypes;

interface Asset {
  readonly content: Buffer;
  /** The file name with a hash of the content, so that browsers may keep the file for ever. */
  readonly hashed: string;
  readonly contentType: string;
  readonly encoded: Map<ContentEncoding | undefined, Promise<Buffer>>;
}

const assets = new Map<string, Asset>();

/**
 * The path of an asset below the path of the site, without a leading slash.
 * @throws {Error} when the package was not built
 */
export function assetPath(name: AssetName): string {
  return `assets/${assetNamed(name).hashed}`;
}

/** The asset with this file name, or undefined. */
export async function readAsset(
  hashed: string,
  encoding: ContentEncoding | undefined,
): Promise<{ readonly body: Buffer; readonly contentType: string } | undefined> {
  const name = hashed.replace(/-[\da-f]{10}(?=\.)/u, '');
  if (!isAssetName(name)) return undefined;
  const { content, contentType, encoded, ...asset } = assetNamed(name);
  if (asset.hashed !== hashed) return undefined;
  const body = encoded.get(encoding) ?? compress(content, encoding, 'asset');
  encoded.set(encoding, body);
  return { body: await body, contentType };
}

function isAssetName(name: string): name is AssetName {
  return Object.hasOwn(contentTypes, name);
}

function assetNamed(name: AssetName): Asset {
  const known = assets.get(name);
  if (known !== undefined) return known;
  const content = readFileSync(fileOf(name));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const hashed = name.replace('.', `-${hash}.`);
  const asset = { content, hashed, contentType: contentTypes[name], encoded: new Map() };
  assets.set(name, asset);
  return asset;
}

/** Tests run the sources; the built assets are in `dist`. */
function fileOf(name: string): URL {
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/serve/assets/' : 'assets/';
  return new URL(folder + name, import.meta.url);
}
