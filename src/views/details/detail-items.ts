import { isNil } from '../../facts/text/nil.ts';
import { groupedBy } from '../../query/grouped-by.ts';
import { inListOrder, type Listed } from '../../query/in-list-order.ts';
import type { AnswerRow, AnswerTerm } from '../../query/tsv-answer.ts';
import { createRelativeText } from '../../expand/folder-of-base.ts';
import type { Called } from './resource-details.ts';

/** The variables of `resource-details`. */
export const detailVariables = [
  'graph',
  'resource',
  'part',
  'property',
  'named',
  'item',
  'cell',
  'next',
  'aspect',
  'value',
] as const;
export type DetailRow = AnswerRow<(typeof detailVariables)[number]>;

/** What stands under a property of a resource, and what is said of it. */
export interface DetailItem extends Listed {
  readonly part: string;
  /** The IRI of the property. */
  readonly property: string;
  /** What a `Role` or link calls it. */
  readonly named?: string;
  /** Its values of an aspect without what is nil, each once, sorted. */
  values(aspect: string): readonly string[];
}

/** The items of one resource, those of one part in their order. */
export function detailItems(graph: string, rows: readonly DetailRow[]): readonly DetailItem[] {
  const textOf = createTextOf(graph);
  const byItem = groupedBy(rows, ({ part, property, named, item }) =>
    JSON.stringify([part?.value, property?.value, named?.value, item?.kind, item?.value]),
  );
  const items = Array.from(byItem.values(), (own): DetailItem => {
    const [{ part, property, named, cell, next } = {}] = own;
    const byAspect = groupedBy(own, ({ aspect }) => aspect?.value);
    return {
      part: part?.value ?? '',
      property: property?.value ?? '',
      ...(named === undefined ? {} : { named: named.value }),
      ...(cell === undefined ? {} : { cell }),
      ...(next === undefined ? {} : { next }),
      values: (aspect) => {
        const said = (byAspect.get(aspect) ?? []).flatMap(({ value }) => textOf(value) ?? []);
        return [...new Set(said)].toSorted(compare);
      },
    };
  });
  return inListOrder(items, keyOf);
}

/** The text of a term; undefined where that is nil. A text where an IRI was expected is taken for one by JSON-LD. */
function createTextOf(graph: string): (term: AnswerTerm | undefined) => string | undefined {
  const relativeText = createRelativeText(graph.replace(/#.*$/su, ''));
  return (term) => {
    if (term === undefined) return undefined;
    const relative = term.kind === 'iri' ? relativeText(term.value) : undefined;
    const written = relative?.replaceAll('%20', ' ');
    if (isNil(written ?? term.value)) return undefined;
    const isText = written !== undefined && !/[/?#:]|\.[a-z]+$/iu.test(written);
    return (isText ? written : term.value).trim();
  };
}

function keyOf(item: DetailItem): string {
  const { property, named } = item;
  const aspects = [
    'name',
    'family name',
    'itself',
    'value',
    'url',
    'text',
    'address',
    'identifier',
  ];
  return JSON.stringify([property, named ?? '', aspects.flatMap((each) => item.values(each))]);
}

/** What an item is called: by a name, else by its code or what it is itself; and its IRI, if it has one. */
export function calledBy(item: DetailItem, iris: readonly string[]): Called | undefined {
  const iri = iris.find((each) => isWritten(each));
  const name = namesOf(item).find((each) => each !== iri);
  if (iri === undefined && name === undefined) return undefined;
  return { ...(name === undefined ? {} : { name }), ...(iri === undefined ? {} : { iri }) };
}

function namesOf(item: DetailItem): readonly string[] {
  const [given = '', family = ''] = ['given name', 'family name'].map((part) =>
    item.values(part).join(' '),
  );
  const names = item.values('name');
  if (names.length > 0) return [names.join(' / ')];
  const whole = `${given} ${family}`.trim();
  if (whole !== '') return [whole];
  const others = ['itself', 'value', 'text', 'identifier'].flatMap((each) => item.values(each));
  return others.filter((each) => !isWritten(each));
}

/** Whether a text is the IRI of something elsewhere. */
export function isWritten(text: string): boolean {
  return /^(?:https?|urn|doi|hdl|ark|info|ftp):\S+$/iu.test(text);
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
