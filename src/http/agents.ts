import { Agent, type buildConnector } from 'undici';
import type { CredentialsByOrigin, TlsMaterial } from '../config/credentials.ts';
import { createConnector, type ConnectorOptions } from './guarded-connector.ts';

interface AgentsOptions {
  readonly connector: Omit<ConnectorOptions, 'tls'>;
  /** Connections to one host at once. */
  readonly connections: number;
  readonly maxHeaderSize: number;
  readonly credentials: CredentialsByOrigin;
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
 * The connections to servers: of each origin that has certificates of its own apart, of all others together, so that no
 * connection that was opened with a certificate can serve anybody else. Proxies that the environment names are not used.
 */
export class Agents {
  readonly #all: Connections;
  readonly #byOrigin: ReadonlyMap<string, Connections>;

  constructor({ connector, credentials, ...options }: AgentsOptions) {
    const interim = new Set<string>();
    const connectionsWith = (tls: TlsMaterial = {}): Connections => {
      const connect = createConnector({ ...connector, tls });
      return { agent: new Agent({ ...options, connect }), connect, interim };
    };
    this.#all = connectionsWith();
    this.#byOrigin = new Map(
      [...credentials].flatMap(([origin, { tls }]) => {
        return tls === undefined ? [] : [[origin, connectionsWith(tls)] as const];
      }),
    );
  }

  /** The one whose connections a request for a URL may use. */
  of({ origin }: URL): Connections {
    return this.#byOrigin.get(origin) ?? this.#all;
  }

  /** Ends all connections, also those in use. */
  async destroy(): Promise<void> {
    await Promise.all([this.#all, ...this.#byOrigin.values()].map(({ agent }) => agent.destroy()));
  }
}
