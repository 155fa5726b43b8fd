import { isObject, parseJson } from '../json-document.ts';
import { propertyOf } from '../top-level-nodes.ts';
import type { NameSpace } from './name-space.ts';
import { idOf, recordTraits } from './record-text.ts';

/**
 * Of a ring of items the one that speaks for all, wherever they stand: rather a dataset, rather what is no part of
 * something, then the one whose `@id` is the least. The expand stage chooses in the same way.
 * @param textOf the JSON of an item
 */
export function openerOf(
  ring: readonly number[],
  { space }: { readonly space: NameSpace },
  textOf: (item: number) => string,
): number {
  let first: { readonly item: number; readonly rank: string } | undefined;
  for (const item of ring) {
    const rank = rankOf(textOf(item), space);
    if (first === undefined || rank < first.rank) first = { item, rank };
  }
  return first?.item ?? 0;
}

/** A text that comes the earlier in the order of code units the more an item is to be preferred. */
function rankOf(text: string, space: NameSpace): string {
  const value = parseJson(text);
  if (!isObject(value)) return `2${text}`;
  const traits = recordTraits(value, space);
  const flags = [
    traits.isOtherFormat,
    !traits.isDataset,
    propertyOf(value, 'isPartOf').length > 0,
    propertyOf(value, 'hasPart').length === 0,
  ];
  const id = idOf(value) ?? '';
  // A blank comes before all that a name may have.
  return `${flags.map(Number).join('')} ${space.within(value).expand(id) ?? id} ${text}`;
}
