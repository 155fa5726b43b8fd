import { isObject, parseJson } from '../json-document.ts';
import { itemsOf, propertyOf } from '../top-level-nodes.ts';
import type { NameSpace } from './name-space.ts';
import { idOf, recordTraits } from './record-text.ts';

/**
 * Of a ring of items the one that speaks for all, wherever they stand: rather what has a metadata
 * record, rather a dataset, rather what is no part of something, then the one whose `@id` is the
 * least. The expand stage chooses in the same way (`byPrecedence`).
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
  const own = space.within(value);
  const traits = recordTraits(value, own);
  // Only records inside items: one that is an item is a root, to which no reference leads.
  const hasRecord = itemsOf(propertyOf(value, 'subjectOf'))
    .map((one) => recordTraits(one, own.within(one)))
    .some((one) => one.isRecordLike && (traits.isDataset || !one.isDataset || one.isCatalogRecord));
  const flags = [
    traits.isOtherFormat,
    !hasRecord,
    !traits.isDataset,
    propertyOf(value, 'isPartOf').length > 0,
    propertyOf(value, 'hasPart').length === 0,
  ];
  const id = idOf(value) ?? '';
  // A blank comes before all that a name may have.
  return `${flags.map(Number).join('')} ${own.expand(id) ?? id} ${text}`;
}
