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

/** What requests are made with that may share connections. */
export interface Connections {
  readonly agent: Agent;
  /** Opens a connection that is not shared. */
  readonly connect: buildConnector.connector;
  /** The origins that send interim answers which undici cannot take. */
  readonly interim: Set<string>;
}

/**
 * The connections to servers: of each source that has certificates of its own apart, of all others
 * together, so that no connection that was opened with a certificate can serve anybody else.
 * Proxies that the environment names are not used.
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

  /** Those that a request may use. @param credentials what is shown with it */
  of(credentials: SourceCredentials | undefined): Connections {
    return (credentials && this.#apart.get(credentials)) ?? this.#all;
  }

  /** Ends all connections, also those in use. */
  async destroy(): Promise<void> {
    await Promise.all([this.#all, ...this.#apart.values()].map(({ agent }) => agent.destroy()));
  }
}
