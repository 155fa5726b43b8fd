import { parseLinkField } from '../links/link-field.ts';
import { linkFieldProblems } from '../links/link-problems.ts';
import { linkIri } from '../links/link-iri.ts';
import { placedLinks } from '../links/placed-links.ts';
import { typedLinks, type LinkAttributes } from '../links/typed-links.ts';
import type { Problem } from '../model/problem.ts';
import type { Response } from '../model/response.ts';
import type { PlacedLink } from '../model/typed-link.ts';

/** The typed links of an answer's `Link` fields, and what is wrong with them. */
export interface FieldLinks {
  readonly links: readonly PlacedLink[];
  readonly problems: readonly Problem[];
}

const none: FieldLinks = { links: [], problems: [] };

/** Reads the `Link` fields of an answer. What is relative is relative to the URL that answered (RFC 8288 §3.1). */
export function linksOfFields({ link, target, retrieval }: Response): FieldLinks {
  if (link === '') return none;
  const reading = parseLinkField(link, retrieval.finalUrl);
  return {
    links: placedLinks(reading.links, 'header'),
    problems: linkFieldProblems(target.url, link, reading),
  };
}

/** The typed links of a page: of the document that answered (WHATWG HTML §4.6.7), one for each relation. */
export function linksOfPage(
  links: readonly LinkAttributes[],
  { finalUrl, baseIri }: { readonly finalUrl: string; readonly baseIri: string },
): readonly PlacedLink[] {
  const origin = { base: baseIri, context: linkIri('', finalUrl) ?? finalUrl };
  return placedLinks(
    links.flatMap((link) => typedLinks(link, origin).links),
    'html',
  );
}
