import type { Validators } from './http.ts';

/** robots.txt files from earlier runs. */
export interface RobotsMemory {
  /**
   * @param server scheme, host and port, as `URL.origin`; where the request carries credentials of
   * a source, followed by a blank and the name of the source
   */
  get(server: string): Promise<KeptRobots | undefined>;
  /** Replaces the stored robots.txt of a server. @throws {Fault} when it cannot be written */
  put(server: string, kept: KeptRobots): Promise<void>;
}

/** The latest robots.txt of a server, or that it has none, and when that was fetched. */
export type KeptRobots = {
  readonly at: Date;
} & (
  | {
      readonly kind: 'file';
      /** The part of it that counts, after content decoding. */
      readonly body: Uint8Array;
      /** The URL that answered, after redirects. */
      readonly finalUrl: string;
      readonly validators: Validators;
    }
  | { readonly kind: 'none' }
);
