import ipaddr from 'ipaddr.js';
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { CredentialsBySource, SourceCredentials } from '../config/credentials.ts';
import type { TlsMaterial } from '../config/pem-files.ts';

/** The connections that a request may share with others. */
export interface Connections {
  readonly agent: Agent;
  /** Opens a connection that is not shared. */
  readonly connect: buildConnector.connector;
  /** Origins that send interim answers (1xx) which undici cannot parse. */
  readonly interim: Set<string>;
}

/** Settings that all connections share. */
interface ConnectionOptions {
  readonly connectMs: number;
  /** Whether an address, written without brackets, may be connected to. */
  readonly isAllowed: (address: string) => boolean;
  readonly resolve?: Resolve | undefined;
  /** Called with `URL.host` when a connection is open, over which a request is sent now. */
  readonly onOpen?: ((host: string) => void) | undefined;
  /** Connections to one host at once. */
  readonly connections: number;
}

/**
 * Connection pools: one for each source with its own TLS certificates, one for all other sources,
 * so no other source can use a connection opened with a client certificate. Proxies named in the
 * environment are not used.
 */
export class ConnectionPools {
  readonly #all: Connections;
  readonly #apart: ReadonlyMap<SourceCredentials, Connections>;

  constructor(options: ConnectionOptions, credentials: CredentialsBySource) {
    const interim = new Set<string>();
    const { connections } = options;
    const connectionsWith = (tls: TlsMaterial = {}): Connections => {
      const connect = createConnector(options, tls);
      const agent = new Agent({ connections, maxHeaderSize: maxHeaderBytes, connect });
      return { agent, connect, interim };
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
function createConnector(
  { connectMs, isAllowed, resolve = systemLookup, onOpen }: ConnectionOptions,
  tls: TlsMaterial,
): buildConnector.connector {
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
    connect(target, (...opened) => {
      if (opened[0] === null) onOpen?.(target.host ?? '');
      done(...opened);
    });
  };
}

function createLookup(resolve: Resolve, isAllowed: ConnectionOptions['isAllowed']): LookupFunction {
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

/**
 * The size limit of the headers of one response, in bytes. Signposting puts long lists of links
 * into headers, for which Node's 16 KiB are too small.
 */
export const maxHeaderBytes = 131_072;

/** Maps IPv4 for networks without it: the last 32 bits are an IPv4 address (RFC 6052 §2.1). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** All that is allocated as global unicast so far (RFC 4291 §2.4, IANA's registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Ranges that are registered as public, but lead to internal services within a cloud. All other
 * documented metadata services of clouds are in special-purpose ranges.
 */
const servicesOfClouds = [
  // Azure's platform: the wire server, with certificates and settings of the virtual machine, DNS
  // (learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).
  '168.63.129.16/32',
  // Private endpoints of IBM Cloud: infrastructure, and platform services
  // (cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc).
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/**
 * Whether an address is public: in no special-purpose range of IANA's registries (private,
 * loopback, link-local, reserved …), and no cloud service. IPv6 that carries IPv4 is judged by the
 * IPv4 address (mapped, NAT64), or refused where it is out of use (6to4, Teredo, compatible).
 * @param address without brackets; a zone is tolerated. An invalid address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address); // turns mapped addresses into IPv4
  if (parsed instanceof ipaddr.IPv4) return isPublicIpv4(parsed);
  if (parsed.match(nat64)) return isPublicIpv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.match(globalUnicast) && parsed.range() === 'unicast';
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return (
    address.range() === 'unicast' && !servicesOfClouds.some((services) => address.match(services))
  );
}
