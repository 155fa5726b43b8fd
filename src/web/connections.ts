import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { CredentialsBySource, SourceCredentials, TlsMaterial } from '../config/credentials.ts';

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
export class ConnectionPools {
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

/** Resolves all addresses of a name: `dns.lookup` with `all`, or a test's own function. */
export type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface ConnectorOptions {
  readonly connectMs: number;
  /** Whether an address, written without brackets, may be connected to. */
  readonly isAllowed: (address: string) => boolean;
  readonly resolve?: Resolve | undefined;
  /** TLS material of the source. */
  readonly tls?: TlsMaterial;
}

/** A host name or literal address that leads to no public address. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError' as const;
  readonly address: string;

  constructor(address: string) {
    super(`not a public address: ${address}`);
    this.address = address;
  }
}

/**
 * Creates the function that opens connections. Addresses are checked in the socket's own lookup, so
 * a name cannot resolve differently between check and use; literal addresses, which no socket looks
 * up, are checked before. Of several addresses only the permitted ones are used.
 */
function createConnector({
  connectMs,
  isAllowed,
  resolve = systemLookup,
  tls = {},
}: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    ...tls,
    timeout: connectMs,
    lookup: createLookup(resolve, isAllowed),
    autoSelectFamily: true,
    // Node's 250 ms give up an address that is a satellite link away.
    autoSelectFamilyAttemptTimeout: 1000,
  });
  return (target, done) => {
    // `URL` has already written every spelling (decimal, octal, hex, mapped) in one way.
    if (isIP(target.hostname) !== 0 && !isAllowed(target.hostname)) {
      done(new AddressRefusedError(target.hostname), null);
      return;
    }
    connect(target, done);
  };
}

function createLookup(resolve: Resolve, isAllowed: ConnectorOptions['isAllowed']): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) {
        done(error, '');
        return;
      }
      const usable = addresses.filter(({ address }) => isAllowed(address));
      const [first] = usable;
      if (first === undefined) {
        done(new AddressRefusedError(addresses[0]?.address ?? name), '');
      } else if (options.all === true) {
        done(null, usable);
      } else {
        done(null, first.address, first.family);
      }
    });
  };
}
