import type { Problem } from '../model/problem.ts';
import type { TypedLink } from '../model/typed-link.ts';
import { createPartFinder, excerptAt } from '../text/text-position.ts';
import { type LinkAttributes, linkIri, type LinkOrigin, typedLinks } from './typed-links.ts';

/**
 * The most links read from one header or linkset by default: enough for a dataset of thousands of
 * files, and a bound for megabytes of links.
 */
export const maxLinks = 10_000;

/** The most faults reported of one header or linkset; the first ones show what is wrong. */
const maxFaults = 20;

/** Why a link, or a longer part of the text, was skipped. */
export interface LinkFault {
  /** The offset in the text; unknown for JSON members. */
  readonly offset?: number;
  /** In plain words, without values of the text. */
  readonly detail: string;
}

/** The links parsed from a text. */
export interface ParsedLinks {
  readonly links: readonly TypedLink[];
  /** The first twenty faults. */
  readonly faults: readonly LinkFault[];
  /** Whether the limit of links was exceeded. */
  readonly isCut: boolean;
}

/** The result of parsing a linkset. */
export type ParsedLinkset =
  | ({ readonly kind: 'linkset' } & ParsedLinks)
  /** The document is not a linkset. */
  | { readonly kind: 'malformed'; readonly fault: LinkFault };

/** Collects the links of one text, up to a limit. */
export class LinkCollector {
  /** Whether the limit is exceeded, so that reading can stop. */
  isCut = false;

  readonly #links: TypedLink[] = [];
  readonly #faults: LinkFault[] = [];
  readonly #origin: LinkOrigin;
  readonly #max: number;

  /** @param base the absolute URL of the text, the context of links without anchor */
  constructor(base: string, max: number) {
    // A link context is a resource without fragment, unless an anchor has one.
    this.#origin = { base, context: linkIri('', base) ?? base };
    this.#max = max;
  }

  /** @returns the fault of the link, if any */
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

  get parsed(): ParsedLinks {
    return { links: this.#links, faults: this.#faults, isCut: this.isCut };
  }
}

/** A problem `link-field-malformed` for each fault of a `Link` field. @param url of the response */
export function linkFieldProblems(
  url: string,
  field: string,
  { faults }: ParsedLinks,
): readonly Problem[] {
  return faults.map(({ offset = 0, detail }) => {
    const excerpt = excerptAt(field, offset);
    return { kind: 'link-field-malformed', url, detail, excerpt };
  });
}

/** A problem `linkset-malformed` for each fault of a linkset, or for a document that is none. */
export function linksetProblems(
  url: string,
  text: string,
  parsed: ParsedLinkset,
): readonly Problem[] {
  const isLinkset = parsed.kind === 'linkset';
  const faults = isLinkset ? parsed.faults : [parsed.fault];
  const linksRead = isLinkset ? parsed.links.length : 0;
  const positionOf = createPartFinder(text);
  return faults.map(({ offset, detail }) =>
    Object.assign(
      { kind: 'linkset-malformed', url, detail, linksRead } as const,
      offset === undefined ? {} : positionOf(offset),
    ),
  );
}
