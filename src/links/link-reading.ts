import type { TypedLink } from '../model/typed-link.ts';
import { linkIri } from './link-iri.ts';
import { typedLinks, type LinkAttributes, type LinkOrigin } from './typed-links.ts';

/**
 * The most links that are read from one field or linkset, unless told otherwise: a dataset of thousands of files fits, and
 * a few megabytes of links without end do not fill the memory.
 */
export const maxLinks = 10_000;

/** The most faults that are told of one field or linkset: the first ones show what is wrong with its author's program. */
const maxFaults = 20;

/** Why a link, or more of a text, was left out. */
export interface LinkFault {
  /** Where in the text; not known of members of JSON. */
  readonly offset?: number;
  /** In plain words, without values of the text. */
  readonly detail: string;
}

/** What a text with links came to. */
export interface LinkReading {
  readonly links: readonly TypedLink[];
  /** The first twenty of them. */
  readonly faults: readonly LinkFault[];
  /** Whether there were more links than are read. */
  readonly isCut: boolean;
}

/** What a linkset turned out to be. */
export type LinksetReading =
  | ({ readonly kind: 'linkset' } & LinkReading)
  /** No linkset at all. */
  | { readonly kind: 'malformed'; readonly fault: LinkFault };

/** Collects the links of one text, up to a limit. */
export class LinkCollector {
  /** Whether there were more links than are read, so that it is of no use to go on. */
  isCut = false;

  readonly #links: TypedLink[] = [];
  readonly #faults: LinkFault[] = [];
  readonly #origin: LinkOrigin;
  readonly #max: number;

  /** @param base the absolute URL of the text, of which links without anchor speak */
  constructor(base: string, max: number) {
    // A context is a resource and no part of it, unless an anchor says so.
    this.#origin = { base, context: linkIri('', base) ?? base };
    this.#max = max;
  }

  /** @returns what is wrong with the link, where something is */
  add(attributes: LinkAttributes): string | undefined {
    const { links, fault } = typedLinks(attributes, this.#origin);
    for (const link of links) {
      if (this.#links.length < this.#max) this.#links.push(link);
      else this.isCut = true;
    }
    return fault;
  }

  refuse(fault: LinkFault): void {
    if (this.#faults.length < maxFaults) this.#faults.push(fault);
  }

  get reading(): LinkReading {
    return { links: this.#links, faults: this.#faults, isCut: this.isCut };
  }
}
