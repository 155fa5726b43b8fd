import { groupedBy } from '../../query/grouped-by.ts';
import type { AnswerRow, AnswerTerm } from '../../query/tsv-answer.ts';
import { signpostingRelations, type SignpostingRelation } from '../../model/typed-link.ts';
import { usableIri } from '../usable-iri.ts';
import {
  aboutPage,
  linkSenders,
  type LinkSender,
  type LinkSet,
  type SignpostingLink,
  type SignpostingRecord,
} from './signposting-record.ts';

/** The variables of `signposting-links`. */
export const linkVariables = [
  'graph',
  'resource',
  'set',
  'anchor',
  'relation',
  'target',
  'type',
  'profile',
] as const;
export type LinkRow = AnswerRow<(typeof linkVariables)[number]>;

/** In the order in which they are sent: what clients want to know first. */
const order: readonly SignpostingRelation[] = [
  'cite-as',
  'type',
  'license',
  'author',
  'describedby',
  'item',
  'collection',
  'describes',
];

/** Of what there is one at most (level 1). */
const single: ReadonlySet<SignpostingRelation> = new Set(['cite-as', 'license']);

/** What content only says where it is not so of the whole (level 1, content resources). */
const ofTheWhole: ReadonlySet<SignpostingRelation> = new Set(['cite-as', 'license', 'type']);

/** Makes the links of resources of what the query answers, in the order of graphs and resources. */
export function readSignposting(rows: readonly LinkRow[]): readonly SignpostingRecord[] {
  const resources = groupedBy(rows, ({ graph, resource }) => `${keyOf(graph)} ${keyOf(resource)}`);
  return Array.from(resources.values(), recordOf).toSorted((one, other) =>
    compare(sortKey(one), sortKey(other)),
  );
}

function recordOf(rows: readonly LinkRow[]): SignpostingRecord {
  const [{ graph, resource } = {}] = rows;
  const sets = setsOf(rows);
  const iri = usableIri(resource, graph?.value ?? '');
  return {
    graph: graph?.value ?? '',
    ...(iri === undefined ? {} : { iri }),
    sets: sets.map((set) => withoutThoseOfTheWhole(set, sets)),
  };
}

function setsOf(rows: readonly LinkRow[]): readonly LinkSet[] {
  const bySender = groupedBy(rows, ({ set, anchor }) => `${set?.value ?? ''} ${keyOf(anchor)}`);
  return Array.from(bySender.values(), (own) => {
    const [{ set, anchor } = {}] = own;
    return {
      sender: senderOf(set),
      ...(anchor === undefined ? {} : { anchor: anchor.value }),
      links: withoutContradictions(linksOf(own)),
    };
  }).toSorted((one, other) => {
    const place = linkSenders.indexOf(one.sender) - linkSenders.indexOf(other.sender);
    return place === 0 ? compare(one.anchor ?? '', other.anchor ?? '') : place;
  });
}

/** @throws {TypeError} when the query says something else, which is a mistake in it */
function senderOf(set: AnswerTerm | undefined): LinkSender {
  const sender = linkSenders.find((each) => each === set?.value);
  if (sender === undefined) throw new TypeError(`no sender of links: ${set?.value ?? ''}`);
  return sender;
}

function linksOf(rows: readonly LinkRow[]): readonly SignpostingLink[] {
  const byTarget = groupedBy(rows, ({ relation, target }) => `${keyOf(relation)} ${keyOf(target)}`);
  return Array.from(byTarget.values(), linkOf).toSorted(
    (one, other) =>
      order.indexOf(one.rel) - order.indexOf(other.rel) ||
      Number(one.target === aboutPage) - Number(other.target === aboutPage) ||
      compare(one.target, other.target),
  );
}

/** @throws {TypeError} as above */
function linkOf(rows: readonly LinkRow[]): SignpostingLink {
  const [{ relation, target } = {}] = rows;
  const rel = signpostingRelations.find((each) => each === relation?.value);
  if (rel === undefined || target === undefined) throw new TypeError('no relation, or no target');
  const [type, ...others] = valuesOf(rows, 'type');
  return {
    rel,
    target: target.value,
    // Of which form it is when several nodes say different ones is not known.
    ...(type === undefined || others.length > 0 ? {} : { type }),
    profiles: valuesOf(rows, 'profile'),
  };
}

/** Each once, sorted. */
function valuesOf(rows: readonly LinkRow[], name: 'type' | 'profile'): readonly string[] {
  return [...new Set(rows.flatMap((row) => row[name]?.value ?? []))].toSorted(compare);
}

/** Who says of one content that it is under one license and also under another, or is called so and otherwise, says neither. */
function withoutContradictions(links: readonly SignpostingLink[]): readonly SignpostingLink[] {
  return links.filter(
    ({ rel, target }) =>
      !single.has(rel) || links.every((link) => link.rel !== rel || link.target === target),
  );
}

function withoutThoseOfTheWhole(set: LinkSet, [page]: readonly LinkSet[]): LinkSet {
  if (set.sender !== 'content' || page?.sender !== 'landing page') return set;
  const links = set.links.filter(({ rel, target }) => {
    return (
      !ofTheWhole.has(rel) || !page.links.some((link) => link.rel === rel && link.target === target)
    );
  });
  return { ...set, links };
}

function keyOf(term: AnswerTerm | undefined): string {
  return term === undefined ? '' : `${term.kind} ${term.value}`;
}

function sortKey({ graph, iri = '', sets: [first] }: SignpostingRecord): string {
  return JSON.stringify([graph, iri, first?.anchor ?? '', first?.links]);
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
