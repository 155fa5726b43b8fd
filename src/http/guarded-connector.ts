import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { TlsMaterial } from '../config/credentials.ts';

/** Gives all addresses of a name: `dns.lookup` with `all`, or a test's own. */
export type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectorOptions {
  readonly connectMs: number;
  /** Decides on an address without brackets, as a resolver gives it. */
  readonly isAllowed: (address: string) => boolean;
  readonly resolve?: Resolve | undefined;
  /** What is special about TLS. */
  readonly tls?: TlsMaterial;
}

/** A name or literal that leads to no public address. Caught where the URL is known. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError' as const;
  readonly address: string;

  constructor(address: string) {
    super(`not a public address: ${address}`);
    this.address = address;
  }
}

/**
 * Makes the one function that opens connections. It decides on the very addresses that are connected to: the
 * lookup is the socket's own, so that a name cannot answer differently the second time, and literals, which no
 * socket looks up, are decided on before. Of several addresses those that are allowed are used.
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
