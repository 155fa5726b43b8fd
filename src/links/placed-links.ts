import type { LinkPlace, PlacedLink, TypedLink } from '../model/typed-link.ts';

/** Adds to links the place where they were found. */
export function placedLinks(links: readonly TypedLink[], place: LinkPlace): readonly PlacedLink[] {
  return links.map((link) => Object.assign({ place }, link));
}
