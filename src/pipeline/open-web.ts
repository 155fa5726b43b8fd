import { credentialsBySource, type CredentialsBySource } from '../config/credentials.ts';
import { sourceOf, type Config } from '../config/schema.ts';
import type { Permit } from '../fetch/fetch-options.ts';
import type { FolderPlace } from '../fetch/folder-file.ts';
import { Hosts } from '../http/hosts.ts';
import { HttpClient } from '../http/http-client.ts';
import type { HostFacts } from '../model/host-facts.ts';
import type { RequestWatcher } from '../model/run-costs.ts';
import type { RobotsMemory } from '../model/robots-memory.ts';
import type { RobotsLeave } from '../model/run.ts';
import { RobotsBook } from '../robots/robots-book.ts';
import { version } from '../version.ts';

/** What asks the Web, and what knows the hosts there and their robots.txt. */
export interface Web {
  readonly hosts: Hosts;
  readonly http: HttpClient;
  readonly robots: RobotsBook;
  readonly credentials: CredentialsBySource;
}

export interface WebOptions {
  readonly memory: RobotsMemory | undefined;
  readonly now: () => Date;
  /** Hears of every request. */
  readonly watcher?: RequestWatcher;
  /** Hears of each host that begins to rest, or is not asked any more. */
  readonly onQuiet?: (facts: HostFacts) => void;
}

export function openWeb(
  { http: httpConfig, limits: { runMs }, sources }: Config,
  { memory, now, watcher, onQuiet }: WebOptions,
): Web {
  const hosts = new Hosts(httpConfig, { runMs, onQuiet });
  const credentials = credentialsBySource(sources);
  const http = new HttpClient(httpConfig, version, { hosts, credentials, watcher });
  return {
    hosts,
    http,
    credentials,
    robots: new RobotsBook(http, { hosts, credentials, memory, now }),
  };
}

/** Applies robots.txt, but to what a source names that is to be harvested whatever that says. */
export function permitFor({ sources }: Config, robots: RobotsBook): Permit {
  const ignoring = new Set(
    sources.filter((source) => source.robots === 'ignore').map(({ name }) => name),
  );
  return async ({ target, credentialsOf, onAllowed }, url, signal) => {
    const leave: RobotsLeave = ignoring.has(target.source)
      ? { by: 'ignored' }
      : await robots.permit(url, signal, credentialsOf);
    // What it says of a redirect matters only where that is forbidden.
    if (url === target.url) onAllowed?.(leave);
  };
}

/** All folders of the configuration, since links from one lead to another whichever sources this run is for. */
export function foldersOf({ sources }: Config): readonly FolderPlace[] {
  const folders = sources.filter(({ folder }) => folder !== undefined);
  return folders.map(sourceOf).filter((source) => source.kind === 'folder');
}
