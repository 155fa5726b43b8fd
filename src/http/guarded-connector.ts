import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './address-policy.ts';

/** Gives all addresses of a name: `dns.lookup` with `all`, or a test's own. */
export type Resolve = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectorOptions {
  readonly connectMs: number;
  readonly allowPrivateAddresses: boolean;
  readonly resolve?: Resolve | undefined;
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
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const resolve: Resolve = options.resolve ?? systemLookup;
  const allowed = options.allowPrivateAddresses ? () => true : isPublicAddress;
  const connect = buildConnector({
    timeout: options.connectMs,
    lookup: createLookup(resolve, allowed),
    autoSelectFamily: true,
    // Node's 250 ms give up an address that is a satellite link away.
    autoSelectFamilyAttemptTimeout: 1000,
  });
  return (target, done) => {
    // `URL` has already written every spelling (decimal, octal, hex, mapped) in one way.
    if (isIP(target.hostname) !== 0 && !allowed(target.hostname)) {
      done(new AddressRefusedError(target.hostname), null);
      return;
    }
    connect(target, done);
  };
}

function createLookup(resolve: Resolve, allowed: (address: string) => boolean): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      const [refused] = addresses ?? [];
      const usable = (addresses ?? []).filter(({ address }) => allowed(address));
      const [first] = usable;
      if (error) done(error, '');
      else if (first) options.all ? done(null, usable) : done(null, first.address, first.family);
      else done(new AddressRefusedError(refused?.address ?? name), '');
    });
  };
}
