import type { Validators } from './http.ts';

/** What servers said of robots.txt in runs before this one. */
export interface RobotsMemory {
  /**
   * @param server scheme, host and port, as `URL.origin`; where the robots.txt is shown to a source
   * for its credentials, the name of the source behind a blank, too
   */
  get(server: string): Promise<KeptRobots | undefined>;
  /** Keeps what a server says now, in place of what was kept. @throws {Fault} when it cannot be written */
  put(server: string, kept: KeptRobots): Promise<void>;
}

/** What a server said last, and when it said so: that there is a file, or that there is none. */
export type KeptRobots = {
  readonly at: Date;
} & (
  | {
      readonly kind: 'file';
      /** As much of it as counts, after content decoding. */
      readonly body: Uint8Array;
      /** The URL that answered, after redirects. */
      readonly finalUrl: string;
      readonly validators: Validators;
    }
  | { readonly kind: 'none' }
);
