import type { TlsMaterial } from '../../config/pem-files.ts';
import type { DialectName } from '../../model/dialect-name.ts';

/** Where a SPARQL 1.1 store is: its interfaces, of which at least one is given. */
export interface StoreAddress {
  /** The URL of the SPARQL 1.1 Protocol for queries. */
  readonly query?: string | undefined;
  /** The URL of the SPARQL 1.1 Protocol for updates. */
  readonly update?: string | undefined;
  /** The URL of the SPARQL 1.1 Graph Store HTTP Protocol. */
  readonly graphStore?: string | undefined;
  /** By default recognised by the `Server` field of its responses. */
  readonly dialect?: DialectName | undefined;
  readonly credentials: StoreCredentials;
}

/** What authenticates requests to a store; sent to the origins of its address only. */
export interface StoreCredentials {
  /** The value of the `Authorization` field, such as `Bearer` and a token. */
  readonly authorization?: string | undefined;
  /** User name and password, for digest or basic authentication as the store demands. */
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Client certificate, its key, and the authorities that authenticate the store. */
  readonly tls?: TlsMaterial | undefined;
  /** Where the operator sets them, for messages; by default in environment variables. */
  readonly setIn?: 'configuration' | undefined;
}
