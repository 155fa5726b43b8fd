import { parseLinkField } from '../links/link-field.ts';
import { linkFieldProblems } from '../links/link-problems.ts';
import { linkIri } from '../links/link-iri.ts';
import { placedLinks } from '../links/placed-links.ts';
import { typedLinks, type LinkAttributes } from '../links/typed-links.ts';
import type { Problem } from '../model/problem.ts';
import type { Response } from '../model/response.ts';
import type { PlacedLink } from '../model/typed-link.ts';

/** The typed links of `Link` fields, and their problems. */
export interface FieldLinks {
  readonly links: readonly PlacedLink[];
  readonly problems: readonly Problem[];
}

const none: FieldLinks = { links: [], problems: [] };

/** Reads the `Link` fields of a response; the base is the URL that sent them (RFC 8288 §3.1). */
export function linksOfFields({ linkFields, target }: Response): FieldLinks {
  if (linkFields.length === 0) return none;
  const readings = linkFields.map(({ url, text }) => {
    const reading = parseLinkField(text, url);
    return { links: reading.links, problems: linkFieldProblems(target.url, text, reading) };
  });
  return {
    links: placedLinks(
      readings.flatMap(({ links }) => links),
      'header',
    ),
    problems: readings.flatMap(({ problems }) => problems),
  };
}

/**
 * The typed links of a page, one per relation; their context is the final URL (WHATWG HTML §4.6.7).
 */
export function linksOfPage(
  links: readonly LinkAttributes[],
  { finalUrl, baseIri }: { readonly finalUrl: string; readonly baseIri: string },
): readonly PlacedLink[] {
  if (links.length === 0) return [];
  const origin = { base: baseIri, context: linkIri('', finalUrl) ?? finalUrl };
  return placedLinks(
    links.flatMap((link) => typedLinks(link, origin).links),
    'html',
  );
}
