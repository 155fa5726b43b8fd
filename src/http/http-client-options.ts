import type { CredentialsBySource } from '../config/credentials.ts';
import type { RequestWatcher } from '../model/run-costs.ts';
import type { Resolve } from './guarded-connector.ts';
import type { Hosts } from './hosts.ts';

/** What a test may want otherwise. */
interface HttpSeams {
  /** Instead of the system's resolver. */
  readonly resolve?: Resolve;
  /** Instead of what `allowPrivateAddresses` means: decides on an address without brackets. */
  readonly isAllowed?: (address: string) => boolean;
  readonly now?: () => Date;
}

/** What of a client is no matter of its configuration. */
export interface HttpClientOptions extends HttpSeams {
  /** Of sources, for requests that name one (`OpenOptions.credentialsOf`). */
  readonly credentials?: CredentialsBySource;
  /** What is known of hosts, where others share it. The client closes it. */
  readonly hosts?: Hosts;
  /** Hears of every request. */
  readonly watcher?: RequestWatcher | undefined;
}
