import { Agent, type buildConnector } from 'undici';
import type { CredentialsBySource, SourceCredentials, TlsMaterial } from '../config/credentials.ts';
import { createConnector, type ConnectorOptions } from './guarded-connector.ts';

interface AgentsOptions {
  readonly connector: Omit<ConnectorOptions, 'tls'>;
  /** Connections to one host at once. */
  readonly connections: number;
  readonly maxHeaderSize: number;
  readonly credentials: CredentialsBySource;
}

/** The connections that a request may share with others. */
export interface Connections {
  readonly agent: Agent;
  /** Opens a connection that is not shared. */
  readonly connect: buildConnector.connector;
  /** Origins that send interim answers (1xx) which undici cannot parse. */
  readonly interim: Set<string>;
}

/**
 * Connection pools: one for each source with its own TLS certificates, one for all other sources,
 * so no other source can use a connection opened with a client certificate. Proxies named in the
 * environment are not used.
 */
export class Agents {
  readonly #all: Connections;
  readonly #apart: ReadonlyMap<SourceCredentials, Connections>;

  constructor({ connector, credentials, ...options }: AgentsOptions) {
    const interim = new Set<string>();
    const connectionsWith = (tls: TlsMaterial = {}): Connections => {
      const connect = createConnector({ ...connector, tls });
      return { agent: new Agent({ ...options, connect }), connect, interim };
    };
    this.#all = connectionsWith();
    const apart = [...credentials.values()].filter(({ tls }) => tls !== undefined);
    this.#apart = new Map(apart.map((each) => [each, connectionsWith(each.tls)]));
  }

  /** The pool for a request. @param credentials the credentials sent with the request */
  of(credentials: SourceCredentials | undefined): Connections {
    return (credentials && this.#apart.get(credentials)) ?? this.#all;
  }

  /** Closes all connections, also those in use. */
  async destroy(): Promise<void> {
    await Promise.all([this.#all, ...this.#apart.values()].map(({ agent }) => agent.destroy()));
  }
}
