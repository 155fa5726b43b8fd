import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { TlsMaterial } from '../config/credentials.ts';

/** Resolves all addresses of a name: `dns.lookup` with `all`, or a test's own function. */
export type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectorOptions {
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
export function createConnector({
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
