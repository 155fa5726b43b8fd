import { schema } from '../../rdf/vocabularies.ts';
import { compareTexts } from '../../text/compare-texts.ts';
import { isDataset, isOtherFormat } from './record-node.ts';
import type { RecordGroup } from './record-groups.ts';

type Links = (group: RecordGroup) => readonly RecordGroup[];

/**
 * Groups that refer to each other in cycles would all be taken for parts of another, and be lost.
 * For each cycle that nothing else leads to, this returns the first group by `compareGroupPrecedence`, from
 * which all others can be reached. Linear in the number of links (Kosaraju's algorithm).
 */
export function circleOpeners(groups: readonly RecordGroup[], links: Links): RecordGroup[] {
  const members = new Set(groups);
  const linksWithin: Links = (group) => links(group).filter((other) => members.has(other));
  const backwards = new Map<RecordGroup, RecordGroup[]>();
  for (const group of groups) {
    for (const other of linksWithin(group)) {
      backwards.set(other, [...(backwards.get(other) ?? []), group]);
    }
  }
  const reached = new Set<RecordGroup>();
  const entryGroups: RecordGroup[] = [];
  for (const group of finishOrder(groups, linksWithin).toReversed()) {
    if (reached.has(group)) continue;
    const cycle = reachableFrom(group, (each) => backwards.get(each) ?? [], reached);
    const [entryGroup = group] = cycle.toSorted(byPrecedence);
    entryGroups.push(entryGroup);
    for (const each of reachableFrom(entryGroup, linksWithin, reached)) reached.add(each);
  }
  return entryGroups;
}

/**
 * Orders groups independently of the document: other formats last, then those with a metadata
 * record first, then datasets, then what is not part of something; then by name.
 */
export function byPrecedence(one: RecordGroup, other: RecordGroup): number {
  return compareTexts(precedenceKey(one), precedenceKey(other));
}

function precedenceKey({ tops, record }: RecordGroup): string {
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

/**
 * All groups that can be reached from one, itself included, without passing groups reached before.
 */
function reachableFrom(
  from: RecordGroup,
  links: Links,
  excluded: ReadonlySet<RecordGroup>,
): RecordGroup[] {
  const found = new Set([from]);
  for (const group of found) {
    for (const other of links(group)) if (!excluded.has(other)) found.add(other);
  }
  return [...found];
}

/** The groups in the order in which a depth-first search leaves them. */
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
