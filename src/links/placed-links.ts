import type { LinkPlace, PlacedLink, TypedLink } from '../model/typed-link.ts';

/** Links with the place that they were found in. */
export function placedLinks(links: readonly TypedLink[], place: LinkPlace): readonly PlacedLink[] {
  return links.map((link) => Object.assign({ place }, link));
}
