import type { JsonObject, JsonValue } from '../../text/json.ts';
import {
  compareGroupPrecedence,
  cycleEntryGroups,
  groupRecords,
  type RecordGroup,
} from './record-groups.ts';
import { isAgent, isBoilerplate, isDataset, type NodeViews } from './node-view.ts';
import {
  collectTopNodes,
  type ExpandedNodes,
  listDescribesItself,
  NodeReferences,
} from './top-nodes.ts';

/** A metadata record in a document. */
export interface RecordNodes {
  /**
   * The nodes of its graph: its own, then those that it references and that are not records
   * themselves.
   */
  readonly nodes: readonly JsonValue[];
  /** Whether a node object belongs to another record; then only its name is written. */
  readonly isOthers: (node: JsonObject) => boolean;
  readonly group: RecordGroup;
}

/** The records and list items of a document. */
export interface FoundRecords {
  /** In document order. */
  readonly records: readonly RecordNodes[];
  /** Whether the document is a list, feed or catalogue, whose number of records may change. */
  readonly isList: boolean;
  /** Items that are described elsewhere; see `TopNodes`. */
  readonly references: readonly string[];
  readonly invalid: readonly string[];
  /** The number of descriptions of pages, sites and publishers that were ignored beside records. */
  readonly boilerplate: number;
}

/**
 * Finds the metadata records in expanded JSON-LD. A document with one record is taken whole. Of
 * several, each gets its own nodes and, for the nodes it references, their top-level descriptions
 * or, without those, any in the document; a node referenced by two records goes into both (design:
 * Identity). Only the order of the result depends on the order of the document.
 */
export function findDocumentRecords(expanded: ExpandedNodes): FoundRecords {
  const { nodes, views, isLoneItem } = expanded;
  const found = collectTopNodes(expanded);
  const isList = found.nodes.some(({ place }) => place === 'head') || found.references.length > 0;
  const groups = groupRecords(found.nodes, views);
  const [only] = groups;
  if (only !== undefined && groups.length === 1 && !isList && found.invalid.length === 0) {
    const records = wholeDocument(nodes, groups);
    return { isList, references: [], invalid: [], boilerplate: 0, records };
  }
  // A copy of a list says nothing of the list itself.
  const linked = isLoneItem ? groups.filter((group) => !isBareHead(group)) : groups;
  const map = new GroupMap(linked, new NodeReferences(found.nodes));
  const boilerplate = new Set(groups.filter((group) => isAllBoilerplate(group, views)));
  const roots = rootsAmong(groups, boilerplate, map);
  const reached = map.reachedFrom(roots, roots);
  const ignored = [...boilerplate].filter((group) => !roots.has(group) && !reached.has(group));
  const { references, invalid } = found;
  const rest = { isList, references, invalid, boilerplate: roots.size === 0 ? 0 : ignored.length };
  const isWhole = !isList && roots.size + rest.boilerplate <= 1;
  const records = isWhole
    ? wholeDocument(nodes, roots.size === 0 ? groups.toSorted(compareGroupPrecedence) : [...roots])
    : Array.from(roots, (group) => map.recordOf(group, roots));
  return { ...rest, records };
}

function wholeDocument(
  nodes: readonly JsonValue[],
  [group]: readonly RecordGroup[],
): readonly RecordNodes[] {
  return group === undefined ? [] : [{ nodes, isOthers: () => false, group }];
}

/** The groups that are records of their own, in document order. */
function rootsAmong(
  groups: readonly RecordGroup[],
  boilerplate: ReadonlySet<RecordGroup>,
  map: GroupMap,
): ReadonlySet<RecordGroup> {
  const candidates = groups.filter(
    (group) => isItem(group) || (!boilerplate.has(group) && !isBareHead(group)),
  );
  const referenced = new Set(
    groups.flatMap((group) =>
      boilerplate.has(group) ? agentParts(group, map) : map.linkedFrom(group),
    ),
  );
  const roots = new Set(
    candidates.filter((group) => isItem(group) || hasRecordNode(group) || !referenced.has(group)),
  );
  const reached = map.reachedFrom(roots, roots);
  const rest = candidates.filter((group) => !roots.has(group) && !reached.has(group));
  for (const opener of cycleEntryGroups(rest, (group) => map.linkedFrom(group))) roots.add(opener);
  return new Set(candidates.filter((group) => roots.has(group)));
}

/**
 * Identifiers, addresses and logos of an agent beside a record are not records; its datasets are.
 */
function agentParts(group: RecordGroup, map: GroupMap): readonly RecordGroup[] {
  if (!group.tops.every(({ view }) => isAgent(view))) return [];
  return map.linkedFrom(group).filter((part) => !part.tops.some(({ view }) => isDataset(view)));
}

/** The groups of a document and the links between them. */
class GroupMap {
  readonly #reach: NodeReferences;
  /** Separate documents may share an `@id`; see `ExpandedNodes`. */
  readonly #byId = new Map<string, RecordGroup[]>();
  readonly #byNode = new Map<JsonObject, RecordGroup>();

  constructor(groups: readonly RecordGroup[], reach: NodeReferences) {
    this.#reach = reach;
    for (const group of groups) {
      for (const { view } of group.tops) {
        const bearers = this.#byId.get(view.id ?? '') ?? [];
        if (view.id !== undefined) this.#byId.set(view.id, bearers.concat(group));
        this.#byNode.set(view.node, group);
      }
    }
  }

  linkedFrom(group: RecordGroup): readonly RecordGroup[] {
    return group.tops
      .flatMap((top) => [...this.#reach.of(top).mentioned])
      .flatMap((id) => this.#byId.get(id) ?? [])
      .filter((other) => other !== group);
  }

  /** The groups reachable from some by forward links, without passing roots. */
  reachedFrom(
    some: Iterable<RecordGroup>,
    roots: ReadonlySet<RecordGroup>,
  ): ReadonlySet<RecordGroup> {
    const reached = new Set<RecordGroup>();
    const pending = [...some];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const group of this.linkedFrom(next)) {
        if (roots.has(group) || reached.has(group)) continue;
        reached.add(group);
        pending.push(group);
      }
    }
    return reached;
  }

  recordOf(group: RecordGroup, roots: ReadonlySet<RecordGroup>): RecordNodes {
    const own = [group, ...this.reachedFrom([group], roots)];
    const nodes = own.flatMap(({ tops }) => tops.map(({ view }) => view.node));
    return {
      nodes: [...nodes, ...this.#elsewhere(own, roots)],
      isOthers: (node) => {
        const owner = this.#byNode.get(node);
        return owner !== undefined && owner !== group && roots.has(owner);
      },
      group,
    };
  }

  /** Descriptions, inside other records only, of nodes that these groups reference. */
  #elsewhere(own: readonly RecordGroup[], roots: ReadonlySet<RecordGroup>): readonly JsonObject[] {
    const reaches = own.flatMap(({ tops }) => tops.map((top) => this.#reach.of(top)));
    const known = new Set<string>();
    const pending: string[] = [];
    for (const { described, mentioned } of reaches) {
      for (const id of described) known.add(id);
      pending.push(...mentioned);
    }
    const ownGroups = new Set(own);
    const found: JsonObject[] = [];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const owners = this.#byId.get(id) ?? [];
      if (known.has(id) || owners.some((owner) => roots.has(owner) || ownGroups.has(owner)))
        continue;
      known.add(id);
      // A node referenced there may itself be at the top level.
      const tops = owners.flatMap((owner) => owner.tops.map(({ view }) => view.node));
      for (const node of [...tops, ...this.#reach.embedded(id)]) {
        found.push(node);
        pending.push(...this.#reach.mentionedIn(node));
      }
    }
    return found;
  }
}

function isItem({ tops }: RecordGroup): boolean {
  return tops.some(({ place }) => place === 'item');
}

/** A group with a top-level metadata record is a record of its own, whatever references it. */
function hasRecordNode({ tops, record }: RecordGroup): boolean {
  return record !== undefined && tops.some(({ view }) => view === record);
}

/** A list with nothing but items. */
function isBareHead({ tops, record }: RecordGroup): boolean {
  return (
    record === undefined && tops.every((top) => top.place === 'head' && !listDescribesItself(top))
  );
}

function isAllBoilerplate({ tops, record }: RecordGroup, views: NodeViews): boolean {
  if (record !== undefined) return false;
  return tops.every((top) => top.place === 'top' && isBoilerplate(top.view, views));
}
