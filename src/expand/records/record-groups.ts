import { schema } from '../../rdf/vocabularies.ts';
import { compareTexts } from '../../text/collections.ts';
import type { JsonObject } from '../../text/json.ts';
import {
  aboutNodes,
  isCatalogRecord,
  isDataset,
  isNodeObject,
  isNodeReference,
  isOtherFormatNode,
  isRecordLike,
  type NodeView,
  type NodeViews,
  recordSubjects,
} from './node-view.ts';
import type { TopNode } from './top-nodes.ts';

/**
 * The top nodes of one record: a metadata record and what it describes, or a resource without such
 * a record.
 */
export interface RecordGroup {
  /** Sorted by name, so that the order of the document does not matter. */
  readonly tops: readonly TopNode[];
  /** The metadata record, wherever it is; if undefined, the document itself is the record. */
  readonly record: NodeView | undefined;
  /** The described resources: top nodes, nodes below the record, or mere references. */
  readonly subjects: readonly NodeView[];
  /** The wholes of subjects that are some of many (the datasets of a station). */
  readonly wholes: ReadonlyMap<NodeView, NodeView>;
}

/** Groups top nodes by `about` and `subjectOf`. Groups are in document order. */
export function groupRecords(tops: readonly TopNode[], views: NodeViews): readonly RecordGroup[] {
  const byId = uniqueById(tops);
  const relations = new Relations(byId, views);
  const groupOf = new Map<TopNode, Set<TopNode>>(tops.map((top) => [top, new Set([top])]));
  // A single top node has no partner.
  for (const top of tops.length === 1 ? [] : tops) {
    const partners = [
      ...relations.subjectsOf(top.view),
      ...relations.recordsOf(top.view),
      ...relations.translatedBy(top.view),
    ];
    for (const partner of partners) {
      const other = partner.id === undefined ? undefined : byId.get(partner.id);
      if (other?.view === partner) mergeGroups(groupOf, top, other);
    }
  }
  return Array.from(new Set(groupOf.values()), (group) =>
    createGroup(
      [...group].toSorted((one, other) => compareNames(one.view, other.view)),
      relations,
    ),
  );
}

/** Top nodes by `@id`, except where several share it: references to it are ambiguous. */
function uniqueById(tops: readonly TopNode[]): ReadonlyMap<string, TopNode> {
  const byId = new Map<string, TopNode>();
  const shared = new Set<string>();
  for (const top of tops) {
    const { id } = top.view;
    if (id === undefined) continue;
    if (byId.has(id)) shared.add(id);
    byId.set(id, top);
  }
  for (const id of shared) byId.delete(id);
  return byId;
}

/** Which node is a record of which, with references resolved to top nodes. */
class Relations {
  readonly #byId: ReadonlyMap<string, TopNode>;
  readonly #views: NodeViews;
  readonly #subjects = new Map<NodeView, readonly NodeView[]>();

  constructor(byId: ReadonlyMap<string, TopNode>, views: NodeViews) {
    this.#byId = byId;
    this.#views = views;
  }

  subjectsOf(record: NodeView): readonly NodeView[] {
    const subjects =
      this.#subjects.get(record) ?? recordSubjects(record, this.#views, this.#resolve);
    this.#subjects.set(record, subjects);
    return subjects;
  }

  recordsOf(resource: NodeView): readonly NodeView[] {
    return this.#under(resource).filter((view) => this.#isRecordOf(resource, view));
  }

  /** Datasets under `subjectOf`, such as those of a monitoring station. */
  datasetsUnder(resource: NodeView): readonly NodeView[] {
    return this.#under(resource).filter(
      (view) => isDataset(view) && !this.#isRecordOf(resource, view),
    );
  }

  /**
   * The subjects of the same metadata in another format, which is neither a record nor a resource.
   */
  translatedBy(view: NodeView): readonly NodeView[] {
    if (!isOtherFormatNode(view) || isDataset(view)) return [];
    return aboutNodes(view)
      .map(this.#resolve)
      .filter((subject) => this.#byId.get(subject.id ?? '')?.view === subject);
  }

  readonly #resolve = (node: JsonObject): NodeView => {
    const view = this.#views(node);
    return (isNodeReference(node) ? this.#byId.get(view.id ?? '')?.view : undefined) ?? view;
  };

  #under(resource: NodeView): readonly NodeView[] {
    return resource.values(schema.subjectOf).filter(isNodeObject).map(this.#resolve);
  }

  /** A dataset under a resource that is no dataset is one of many, unless it says otherwise. */
  #isRecordOf(resource: NodeView, view: NodeView): boolean {
    return (
      isRecordLike(view, this.#views) &&
      (isDataset(resource) ||
        !isDataset(view) ||
        isCatalogRecord(view) ||
        this.subjectsOf(view).some(({ id }) => id !== undefined && id === resource.id))
    );
  }
}

function mergeGroups(groupOf: Map<TopNode, Set<TopNode>>, one: TopNode, other: TopNode): void {
  const [a, b] = [groupOf.get(one), groupOf.get(other)];
  if (a === undefined || b === undefined || a === b) return;
  // Merging the smaller into the larger keeps long chains from taking quadratic time.
  const [to, from] = a.size < b.size ? [b, a] : [a, b];
  for (const top of from) {
    to.add(top);
    groupOf.set(top, to);
  }
}

function createGroup(tops: readonly TopNode[], relations: Relations): RecordGroup {
  const views = tops.map(({ view }) => view);
  const withSubjects = views.filter((view) => relations.subjectsOf(view).length > 0);
  const resources = views.filter(
    (view) => !withSubjects.includes(view) && relations.translatedBy(view).length === 0,
  );
  const under = resources.flatMap((view) => relations.recordsOf(view));
  const record = firstByName(withSubjects) ?? firstByName(under);
  const subjects = new Set([
    ...withSubjects.flatMap((view) => relations.subjectsOf(view)),
    ...resources.filter((view) => !under.includes(view)),
  ]);
  const wholes = new Map<NodeView, NodeView>();
  const described = [...subjects].flatMap((view) => {
    const parts = isDataset(view) ? [] : relations.datasetsUnder(view);
    for (const part of parts) wholes.set(part, view);
    return parts.length > 0 ? parts : [view];
  });
  return { tops, record, subjects: described, wholes };
}

/**
 * Several records of one resource (a profile, say) come in any order; the first by name represents
 * them.
 */
function firstByName(views: readonly NodeView[]): NodeView | undefined {
  return views.toSorted(compareNames)[0];
}

function compareNames(one: NodeView, other: NodeView): number {
  return compareTexts(one.id ?? '', other.id ?? '');
}

type Links = (group: RecordGroup) => readonly RecordGroup[];

/**
 * Groups that refer to each other in cycles would all be taken for parts of another, and be lost.
 * For each cycle that nothing else leads to, this returns the first group by
 * `compareGroupPrecedence`, from which all others can be reached. Linear in the number of links.
 */
export function cycleEntryGroups(
  groups: readonly RecordGroup[],
  links: Links,
): readonly RecordGroup[] {
  const members = new Set(groups);
  const linksWithin: Links = (group) => links(group).filter((other) => members.has(other));
  // The entry of such a cycle can be reached from its cycle only, so it is among the starts.
  const starts = startsOfWalks(groups.toSorted(compareGroupPrecedence), linksWithin);
  // Every other start can be reached from a later one.
  return startsOfWalks(starts.toReversed(), linksWithin);
}

/** The groups that cannot be reached from those before them. */
function startsOfWalks(groups: readonly RecordGroup[], links: Links): readonly RecordGroup[] {
  const reached = new Set<RecordGroup>();
  return groups.filter((start) => {
    if (reached.has(start)) return false;
    reached.add(start);
    const pending = [start];
    for (const group of pending) {
      for (const other of links(group)) {
        if (reached.has(other)) continue;
        reached.add(other);
        pending.push(other);
      }
    }
    return true;
  });
}

/**
 * Orders groups independently of the document: other formats last, then those with a metadata
 * record first, then datasets, then what is not part of something; then by name.
 */
export function compareGroupPrecedence(one: RecordGroup, other: RecordGroup): number {
  return compareTexts(precedenceKey(one), precedenceKey(other));
}

function precedenceKey({ tops, record }: RecordGroup): string {
  const views = tops.map(({ view }) => view);
  const marks = [
    views.every((view) => isOtherFormatNode(view)),
    record === undefined,
    !views.some((view) => isDataset(view)),
    views.some((view) => view.values(schema.isPartOf).length > 0),
    !views.some((view) => view.values(schema.hasPart).length > 0),
  ];
  const names = views.map(({ id = '' }) => id).toSorted();
  return `${marks.map(Number).join('')} ${names[0] ?? ''}`;
}
