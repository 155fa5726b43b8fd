import { canonicalJson } from '../../text/canonical-json.ts';
import { isObject, parseJson } from '../json-document.ts';
import { itemsOf, propertyOf } from '../top-level-nodes.ts';
import { wholeNumbers } from './column.ts';
import type { ContainerTexts } from './container-texts.ts';
import { marks } from './item-facts.ts';
import type { Item } from './item-table.ts';
import type { SplitList } from './list-pieces.ts';
import { SharedNames, type NamedPiece } from './shared-names.ts';

/** A list, and the lists among its items. */
export interface ListParts {
  readonly split: SplitList;
  readonly containers: ContainerTexts;
}

/** What a piece may be called. Where there is a metadata record that has a name, that is the name of all. */
export function namesOfPiece({ split, containers }: ListParts, root: number): NamedPiece {
  const { list, recordOf, isNamed } = split;
  const { items } = list;
  if (items.is(root, marks.listing)) {
    return containers.of(root, items.at(root).offset).restNames(isNamed);
  }
  const record = recordOf(root);
  // What says what it is about comes before what others say is a record of them.
  const about = record.filter((item) => items.is(item, marks.record));
  const under = record.filter((item) => items.is(item, marks.recordLike | marks.namedRecord));
  const records = about.length > 0 ? about : under;
  const areNamed = records.length > 0 && records.every((item) => items.is(item, marks.namedRecord));
  return {
    names: (areNamed ? records : record).flatMap((item) => Array.from(items.namesOf(item))),
    isUnsure: record.some((item) => items.is(item, marks.unsureName)),
  };
}

/**
 * Collects the names of all pieces of a file.
 * @param around what else there is that has a name, and how the text of an item is read
 */
export function namesOfPieces(
  lists: readonly ListParts[],
  around: {
    readonly heads: readonly NamedPiece[];
    readonly textOf: (item: Item) => string;
  },
): SharedNames {
  // Which list each piece is of, and which item it begins with.
  const numbers = wholeNumbers();
  const roots = wholeNumbers();
  function* named(): Iterable<NamedPiece> {
    for (const [number, list] of lists.entries()) {
      for (const root of list.split.roots) {
        numbers.push(number);
        roots.push(root);
        yield namesOfPiece(list, root);
      }
    }
    yield* around.heads;
  }
  return new SharedNames(named(), (piece) => {
    const list = piece < roots.length ? lists[numbers.at(piece)] : undefined;
    return list && contentOf(list.split, roots.at(piece), around.textOf);
  });
}

/** What tells the record of a piece from another of the same name; undefined where that cannot be said. */
function contentOf(
  { list, recordOf }: SplitList,
  root: number,
  textOf: (item: Item) => string,
): string | undefined {
  if (list.items.is(root, marks.listing)) return undefined;
  const contents = recordOf(root).map((item) => {
    const value = parseJson(textOf(list.items.at(item)));
    // Where a wrapper stands in a list does not matter.
    const [held] = !list.isGraph && isObject(value) ? itemsOf(propertyOf(value, 'item')) : [];
    return canonicalJson(held ?? value);
  });
  return contents.toSorted().join('\n');
}
