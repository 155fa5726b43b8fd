import { schema } from '../../rdf/vocabularies.ts';
import { compareTexts } from '../../text/compare-texts.ts';
import { isDataset, isOtherFormat } from './record-node.ts';
import type { RecordGroup } from './record-groups.ts';

type Links = (group: RecordGroup) => readonly RecordGroup[];

/**
 * Groups that refer to each other in circles would all be taken for parts of another, and be lost. Of each circle to which
 * nothing else leads this gives the one that comes first by `byPrecedence`: from them all can be reached. Linear in
 * the number of links (Kosaraju's algorithm: what a search finishes last is in such a circle).
 */
export function circleOpeners(groups: readonly RecordGroup[], links: Links): RecordGroup[] {
  const among = new Set(groups);
  const inside: Links = (group) => links(group).filter((other) => among.has(other));
  const backwards = new Map<RecordGroup, RecordGroup[]>();
  for (const group of groups) {
    for (const other of inside(group)) {
      backwards.set(other, [...(backwards.get(other) ?? []), group]);
    }
  }
  const reached = new Set<RecordGroup>();
  const openers: RecordGroup[] = [];
  for (const group of finishOrder(groups, inside).toReversed()) {
    if (reached.has(group)) continue;
    const circle = reach(group, (each) => backwards.get(each) ?? [], reached);
    const [opener = group] = circle.toSorted(byPrecedence);
    openers.push(opener);
    for (const each of reach(opener, inside, reached)) reached.add(each);
  }
  return openers;
}

/**
 * Which of several groups speaks for all, whatever the order of the document: no other format of
 * the metadata, rather what has a metadata record, rather a dataset, rather what is no part of
 * something; then the one whose name comes first.
 */
export function byPrecedence(one: RecordGroup, other: RecordGroup): number {
  return compareTexts(rankOf(one), rankOf(other));
}

function rankOf({ tops, record }: RecordGroup): string {
  const views = tops.map(({ view }) => view);
  const marks = [
    views.every((view) => isOtherFormat(view)),
    record === undefined,
    !views.some((view) => isDataset(view)),
    views.some((view) => view.values(schema.isPartOf).length > 0),
    !views.some((view) => view.values(schema.hasPart).length > 0),
  ];
  const names = views.map(({ id = '' }) => id).toSorted();
  return `${marks.map(Number).join('')} ${names[0] ?? ''}`;
}

/** All that can be reached from a group, itself included, without going through what was reached before. */
function reach(from: RecordGroup, links: Links, before: ReadonlySet<RecordGroup>): RecordGroup[] {
  const found = new Set([from]);
  for (const group of found) {
    for (const other of links(group)) if (!before.has(other)) found.add(other);
  }
  return [...found];
}

/** The groups in the order in which a search from each of them is done with them. */
function finishOrder(groups: readonly RecordGroup[], links: Links): RecordGroup[] {
  const seen = new Set<RecordGroup>();
  const finished: RecordGroup[] = [];
  const pending: (readonly [RecordGroup, 'enter' | 'leave'])[] = [];
  for (const start of groups) {
    pending.push([start, 'enter']);
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [group, step] = next;
      if (step === 'leave') finished.push(group);
      else if (!seen.has(group)) {
        seen.add(group);
        pending.push([group, 'leave']);
        for (const other of links(group)) if (!seen.has(other)) pending.push([other, 'enter']);
      }
    }
  }
  return finished;
}
