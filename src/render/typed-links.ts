import type { Signpost } from '../model/typed-link.ts';
import { printable } from '../text/printable.ts';

/** Of each relation: a collection may have thousands of items, and its license is worth knowing all the same. */
const maxOfRelation = 10;

/**
 * Typed links for people, a line each, by relation: where it was found, its target, what that is said to be, and what it is
 * a link of where that is not `url`. Of many of one relation the rest is counted. Ends with an empty line; nothing where
 * there are none.
 */
export function linkLines(links: readonly Signpost[], url: string): string[] {
  if (links.length === 0) return [];
  const relations = new Set(links.map(({ rel }) => rel));
  const lines = [...relations].flatMap((rel) => {
    const all = links.filter((link) => link.rel === rel);
    const more = all.length - maxOfRelation;
    const shown = all.slice(0, maxOfRelation).map((link) => linkText(link, url));
    return shown.concat(more > 0 ? [`${rel.padEnd(12)}and ${more} more`] : []);
  });
  return ['Typed links', ...lines.map((line) => `  ${printable(line)}`), ''];
}

function linkText({ context, rel, target, type, profiles, place }: Signpost, url: string): string {
  const nature = [type, ...profiles].filter((part) => part !== undefined).join(' ');
  return [
    `${rel.padEnd(12)}${place.padEnd(9)}${target}`,
    ...(nature === '' ? [] : [nature]),
    ...(context === url ? [] : [`of ${context}`]),
  ].join('  ');
}
