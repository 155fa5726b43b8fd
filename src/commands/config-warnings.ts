import { readdirSync } from 'node:fs';
import type { LoadedConfig } from '../config/load.ts';
import { type Source, startOf } from '../config/schema.ts';
import { parseUrl } from '../text/parsed-url.ts';

/** What to tell the operator of a configuration before a harvest. */
export interface ConfigWarnings {
  /** One for each folder of a source that cannot be listed. The path is in no report. */
  readonly failures: readonly string[];
  /** What would make the harvest better. */
  readonly hints: readonly string[];
}

/** Finds folders that are missing, and whether publishers are told whom to ask. */
export function configWarnings(
  { http, file }: Pick<LoadedConfig, 'file' | 'http'>,
  sources: readonly Source[],
): ConfigWarnings {
  const failures = sources.flatMap((source) => {
    if (source.kind !== 'folder') return [];
    const reason = unreadableReason(source.folder);
    if (reason === undefined) return [];
    return `${source.name}: the folder ${source.folder} ${reason} ("folder" is relative to ${file})`;
  });
  const isToldWhom = http.contact !== undefined || !sources.some(isElsewhere);
  const hint =
    'no http.contact is configured, so publishers do not know whom to ask about the requests; ' +
    `add "contact: mailto:you@example.org" under "http:" in ${file}`;
  return { failures, hints: isToldWhom ? [] : [hint] };
}

function unreadableReason(folder: string): string | undefined {
  try {
    readdirSync(folder);
    return undefined;
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException; // `node:fs` gives a code
    if (code === 'ENOENT') return 'does not exist';
    return code === 'ENOTDIR' ? 'is not a folder' : `cannot be read (${code})`;
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
