import { rdf } from '../../rdf/vocabularies.ts';
import type { GraphNode, NodeValue } from './statement-graphs.ts';

/**
 * Finds the cells of the list that begins with a blank node, one item each; undefined where `@list`
 * would lose something: each cell must be blank, referenced once, with one item, one rest and
 * nothing else.
 */
export type ListCells = (head: GraphNode) => readonly GraphNode[] | undefined;

/** Checks each cell once: broken lists can be long, too. */
export function createListCells(): ListCells {
  const endsWell = new Map<GraphNode, boolean>();

  function isList(head: GraphNode): boolean {
    const cells = new Set<GraphNode>();
    let cell = head;
    let isProper = endsWell.get(cell);
    while (isProper === undefined) {
      cells.add(cell);
      const rest = readRest(cell);
      if (rest === undefined || typeof rest === 'string') isProper = rest === nil;
      else if (cells.has(rest)) isProper = false;
      else {
        isProper = endsWell.get(rest);
        cell = rest;
      }
    }
    for (const each of cells) endsWell.set(each, isProper);
    return isProper;
  }

  return (head) => {
    if (readRest(head) === undefined || !isList(head)) return undefined;
    const cells: GraphNode[] = [];
    let cell: GraphNode | undefined = head;
    while (cell !== undefined) {
      cells.push(cell);
      const rest = readRest(cell);
      cell = typeof rest === 'string' ? undefined : rest;
    }
    return cells;
  };
}

/** The item of a cell. */
export function itemOf({ properties }: GraphNode): NodeValue {
  const [item = nil] = properties.get(rdf.first) ?? [];
  return item;
}

const nil = `{"@id":${JSON.stringify(rdf.nil)}}`;

/** The rest of a cell; undefined where the node is no cell. */
function readRest({ types, properties, references }: GraphNode): NodeValue | undefined {
  if (references !== 1 || types.length > 0 || properties.size !== 2) return undefined;
  const [rest, ...moreRests] = properties.get(rdf.rest) ?? [];
  const isCell = properties.get(rdf.first)?.length === 1 && moreRests.length === 0;
  return isCell ? rest : undefined;
}
