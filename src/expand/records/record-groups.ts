import { schema } from '../../rdf/vocabularies.ts';
import { compareTexts } from '../../text/compare-texts.ts';
import type { JsonObject } from '../json.ts';
import { isNode, isReference, type NodeView, type NodeViews } from './node-view.ts';
import {
  aboutOf,
  isCatalogRecord,
  isDataset,
  isOtherFormat,
  isRecordLike,
  recordSubjects,
} from './record-node.ts';
import type { TopNode } from './top-nodes.ts';

/** The top nodes that make one record: a metadata record and what it describes, or a resource without such a record. */
export interface RecordGroup {
  /** In the order of their names, so that nothing depends on that of the document. */
  readonly tops: readonly TopNode[];
  /** The node of the metadata record, wherever it stands; without it the document itself is the record. */
  readonly record: NodeView | undefined;
  /** What is described: top nodes, or nodes below the record; a mere name where the document does not describe it. */
  readonly subjects: readonly NodeView[];
  /** Of subjects that stand under something as some of many (the datasets of a station): what that is. */
  readonly wholes: ReadonlyMap<NodeView, NodeView>;
}

/** Finds out which top nodes belong together, by `about` and `subjectOf`. The groups come in document order. */
export function groupRecords(tops: readonly TopNode[], views: NodeViews): readonly RecordGroup[] {
  const byId = uniqueById(tops);
  const relations = createRelations(byId, views);
  const groupOf = new Map<TopNode, Set<TopNode>>(tops.map((top) => [top, new Set([top])]));
  // One that is alone has nobody to belong to.
  for (const top of tops.length === 1 ? [] : tops) {
    for (const partner of partnersOf(top.view, relations)) {
      const other = partner.id === undefined ? undefined : byId.get(partner.id);
      if (other?.view === partner) join(groupOf, top, other);
    }
  }
  return Array.from(new Set(groupOf.values()), (group) =>
    describe(
      [...group].toSorted((one, other) => byName(one.view, other.view)),
      relations,
    ),
  );
}

function partnersOf(view: NodeView, relations: Relations): readonly NodeView[] {
  return [
    ...relations.subjectsOf(view),
    ...relations.recordsOf(view),
    ...relations.translatedBy(view),
  ];
}

/** Top nodes by `@id`, but for those that several have: what refers to one of them could mean any. */
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

/** What is a record of what, with references resolved to top nodes. */
interface Relations {
  subjectsOf(record: NodeView): readonly NodeView[];
  recordsOf(resource: NodeView): readonly NodeView[];
  /** Datasets under `subjectOf`, such as those of a monitoring station. */
  datasetsUnder(resource: NodeView): readonly NodeView[];
  /** What a node in another format is about: it belongs to that, and is neither a record nor a resource. */
  translatedBy(view: NodeView): readonly NodeView[];
}

function createRelations(byId: ReadonlyMap<string, TopNode>, views: NodeViews): Relations {
  const resolve = (node: JsonObject): NodeView =>
    (isReference(node) ? byId.get(views(node).id ?? '')?.view : undefined) ?? views(node);
  const under = (resource: NodeView): readonly NodeView[] =>
    resource.values(schema.subjectOf).filter(isNode).map(resolve);
  const known = new Map<NodeView, readonly NodeView[]>();
  const subjectsOf = (record: NodeView): readonly NodeView[] => {
    const subjects = known.get(record) ?? recordSubjects(record, views, resolve);
    known.set(record, subjects);
    return subjects;
  };
  // What stands under something that is no dataset and is one itself is one of many, unless it says otherwise.
  const isRecordOf = (resource: NodeView, view: NodeView): boolean =>
    isRecordLike(view, views) &&
    (isDataset(resource) ||
      !isDataset(view) ||
      isCatalogRecord(view) ||
      subjectsOf(view).some(({ id }) => id !== undefined && id === resource.id));
  return {
    subjectsOf,
    recordsOf: (resource) => under(resource).filter((view) => isRecordOf(resource, view)),
    datasetsUnder: (resource) =>
      under(resource).filter((view) => isDataset(view) && !isRecordOf(resource, view)),
    translatedBy: (view) =>
      isOtherFormat(view) && !isDataset(view)
        ? aboutOf(view)
            .map(resolve)
            .filter((subject) => byId.get(subject.id ?? '')?.view === subject)
        : [],
  };
}

function join(groupOf: Map<TopNode, Set<TopNode>>, one: TopNode, other: TopNode): void {
  const [a, b] = [groupOf.get(one), groupOf.get(other)];
  if (a === undefined || b === undefined || a === b) return;
  // The smaller goes into the larger, so that long chains take no time by the square.
  const [to, from] = a.size < b.size ? [b, a] : [a, b];
  for (const top of from) {
    to.add(top);
    groupOf.set(top, to);
  }
}

function describe(tops: readonly TopNode[], relations: Relations): RecordGroup {
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
    const parts = describedBy(view, relations);
    for (const part of parts) if (part !== view) wholes.set(part, view);
    return parts;
  });
  return { tops, record, subjects: described, wholes };
}

/** The resource, or in its place the datasets of something that is no dataset itself. */
function describedBy(resource: NodeView, relations: Relations): readonly NodeView[] {
  if (isDataset(resource)) return [resource];
  const datasets = relations.datasetsUnder(resource);
  return datasets.length > 0 ? datasets : [resource];
}

/** Several records of one resource (one a profile, say) are in any order; the same one of them names the whole. */
function firstByName(views: readonly NodeView[]): NodeView | undefined {
  return views.toSorted(byName)[0];
}

function byName(one: NodeView, other: NodeView): number {
  return compareTexts(one.id ?? '', other.id ?? '');
}
