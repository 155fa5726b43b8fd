import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import type { LoadedConfig } from '../config/load.ts';
import { type Source, startOf } from '../config/schema.ts';
import { parseUrl } from '../text/parsed-url.ts';

/** What to tell the operator of a configuration before a harvest. */
export interface ConfigWarnings {
  /** One for each folder or file of a source that cannot be read. The path is in no report. */
  readonly failures: readonly string[];
  /** What would make the harvest better. */
  readonly hints: readonly string[];
}

/** Finds folders and files that are missing, and whether publishers are told whom to ask. */
export function configWarnings(
  { http, file }: Pick<LoadedConfig, 'file' | 'http'>,
  sources: readonly Source[],
): ConfigWarnings {
  const failures = sources.flatMap((source) => {
    const place = placeOnDisk(source);
    if (place === undefined) return [];
    const reason = unreadableReason(place);
    if (reason === undefined) return [];
    const { key, noun, path } = place;
    return `${source.name}: the ${noun} ${path} ${reason} ("${key}" is relative to ${file})`;
  });
  const isToldWhom = http.contact !== undefined || !sources.some(isElsewhere);
  const hint =
    'no http.contact is configured, so publishers do not know whom to ask about the requests; ' +
    `add "contact: mailto:you@example.org" under "http:" in ${file}`;
  return { failures, hints: isToldWhom ? [] : [hint] };
}

/** What a source reads from the disk of this machine. */
interface PlaceOnDisk {
  /** The key in the configuration. */
  readonly key: 'dois' | 'folder';
  readonly noun: 'file' | 'folder';
  readonly path: string;
}

function placeOnDisk(source: Source): PlaceOnDisk | undefined {
  if (source.kind === 'folder') return { key: 'folder', noun: 'folder', path: source.folder };
  if (source.kind !== 'dois' || source.dois.by !== 'file') return undefined;
  return { key: 'dois', noun: 'file', path: source.dois.file };
}

function unreadableReason({ noun, path }: PlaceOnDisk): string | undefined {
  try {
    if (noun === 'folder') readdirSync(path);
    else accessSync(path, constants.R_OK);
    return noun === 'file' && statSync(path).isDirectory() ? 'is a folder' : undefined;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException; // `node:fs` gives a code
    if (code === 'ENOENT') return 'does not exist';
    const isNoFolder = code === 'ENOTDIR' && noun === 'folder';
    return isNoFolder ? 'is not a folder' : `cannot be read (${code})`;
  }
}

/** Whether a source has URLs on other machines. */
function isElsewhere(source: Source): boolean {
  if (source.kind === 'folder') return false;
  const urls = source.kind === 'urls' ? source.urls : [startOf(source)];
  return urls.some((url) => !ownHost.test(parseUrl(url)?.hostname ?? ''));
}

/** The names and addresses of this machine, as a parsed URL has them. */
const ownHost = /^(?:(?:[^.]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/u;
