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
  'whole',
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
  /** What a `Role` or link calls it; of a `Role` in a `Role` what both call it, with a comma. */
  readonly named?: string;
  /** What it is, so that it can be compared with a whole. */
  readonly node: string;
  /** The `Role` or the distribution that it stands in. */
  readonly whole?: string;
  /** Its values of an aspect without what is nil, each once, sorted. */
  values(aspect: string): readonly string[];
}

/** The items of one resource, those of one part in their order. A `Role` is none, but who is in it. */
export function detailItems(graph: string, rows: readonly DetailRow[]): readonly DetailItem[] {
  const textOf = createTextOf(graph);
  const byItem = groupedBy(rows, ({ part, property, named, whole, item }) =>
    JSON.stringify([part?.value, property?.value, named?.value, nodeOf(whole), nodeOf(item)]),
  );
  const items = Array.from(byItem.values(), (own): DetailItem => {
    const [{ part, property, named, whole, item, cell, next } = {}] = own;
    const byAspect = groupedBy(own, ({ aspect }) => aspect?.value);
    const calledIn = named && namesIn(named.value, textOf);
    return {
      part: part?.value ?? '',
      property: property?.value ?? '',
      ...(calledIn ? { named: calledIn } : {}),
      node: nodeOf(item),
      ...(whole === undefined ? {} : { whole: nodeOf(whole) }),
      ...(cell === undefined ? {} : { cell }),
      ...(next === undefined ? {} : { next }),
      values: (aspect) => {
        const said = (byAspect.get(aspect) ?? []).flatMap(({ value }) => textOf(value) ?? []);
        return [...new Set(said)].toSorted(compare);
      },
    };
  });
  const keys = new Map<DetailItem, string>();
  return inListOrder(withoutRoles(items), (item) => {
    // Asked for at each comparison.
    const key = keys.get(item) ?? keyOf(item);
    keys.set(item, key);
    return key;
  });
}

function nodeOf(term: AnswerTerm | undefined): string {
  return term === undefined ? '' : `${term.kind} ${term.value}`;
}

/** Those that are not nil. */
function namesIn(named: string, textOf: (term: AnswerTerm) => string | undefined): string {
  const names = named.split(', ').flatMap((value) => textOf({ kind: 'iri', value }) ?? []);
  return names.join(', ');
}

/**
 * Who has the property of the resource again is a `Role` where it says so or has no name; an organisation that has a funder
 * itself is none, and that funder is not one of the resource.
 */
function withoutRoles(items: readonly DetailItem[]): readonly DetailItem[] {
  const isRoleable = ({ part }: DetailItem): boolean => part === 'agent' || part === 'funding';
  const isRole = (item: DetailItem): boolean =>
    item.values('role').length > 0 || item.values('name').length === 0;
  const roleable = items.filter(isRoleable);
  const holders = new Set(roleable.flatMap(({ whole }) => whole ?? []));
  const named = new Set(roleable.filter((item) => !isRole(item)).map(({ node }) => node));
  const empty = (item: DetailItem): boolean =>
    item.values('role').length > 0 && item.values('name').length === 0;
  return items.filter((item) => {
    if (!isRoleable(item)) return true;
    if (named.has(item.whole ?? '')) return false;
    return named.has(item.node) || !(holders.has(item.node) || empty(item));
  });
}

/** The text of a term; undefined where that is nil. A text where an IRI was expected is taken for one by JSON-LD. */
function createTextOf(graph: string): (term: AnswerTerm | undefined) => string | undefined {
  const relativeText = createRelativeText(graph.replace(/#.*/su, ''));
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
