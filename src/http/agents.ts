import { Agent } from 'undici';
import type { CredentialsByOrigin, TlsMaterial } from '../config/credentials.ts';
import { createConnector, type ConnectorOptions } from './guarded-connector.ts';

interface AgentsOptions {
  readonly connector: Omit<ConnectorOptions, 'tls'>;
  /** Connections to one host at once. */
  readonly connections: number;
  readonly maxHeaderSize: number;
  readonly credentials: CredentialsByOrigin;
}

/**
 * The connections to servers: of each origin that has certificates of its own apart, of all others together, so that no
 * connection that was opened with a certificate can serve anybody else. Proxies that the environment names are not used.
 */
export class Agents {
  readonly #all: Agent;
  readonly #byOrigin: ReadonlyMap<string, Agent>;

  constructor({ connector, credentials, ...options }: AgentsOptions) {
    const agentWith = (tls: TlsMaterial = {}): Agent =>
      new Agent({ ...options, connect: createConnector({ ...connector, tls }) });
    this.#all = agentWith();
    this.#byOrigin = new Map(
      [...credentials].flatMap(([origin, { tls }]) => {
        return tls === undefined ? [] : [[origin, agentWith(tls)] as const];
      }),
    );
  }

  /** The one whose connections a request for a URL may use. */
  of({ origin }: URL): Agent {
    return this.#byOrigin.get(origin) ?? this.#all;
  }

  /** Ends all connections, also those in use. */
  async destroy(): Promise<void> {
    await Promise.all([this.#all, ...this.#byOrigin.values()].map((agent) => agent.destroy()));
  }
}
