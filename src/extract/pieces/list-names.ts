const listNames = /(?:^|[:/#])(?:itemListElement|dataset|dataFeedElement)$/u;
const graphNames: ReadonlySet<string> = new Set(['@graph', 'graph']);

/** Whether a member lists descriptions of things that stand for themselves, whatever prefix its name has. */
export function isListName(name: string): boolean {
  return listNames.test(name);
}

/** Whether a member holds the nodes of a graph, which may refer to each other. */
export function isGraphName(name: string): boolean {
  return graphNames.has(name);
}

/** Keywords whose value describes things, as other members do. */
const describingKeywords: ReadonlySet<string> = new Set(['@graph', '@included', '@reverse']);

/** Whether a member of a list says how to read it or what it is, and so belongs to each of its items. */
export function isKeyword(name: string): boolean {
  if (describingKeywords.has(name)) return false;
  return name.startsWith('@') || name === 'id' || name === 'type';
}

/**
 * Whether a keyword says how to read a list, and not what the list is. The type of an object with `@graph` would make
 * one more thing described of each piece, and its `@id` the name of a graph.
 */
export function isReadingKeyword(name: string): boolean {
  return isKeyword(name) && !['@id', '@type', 'id', 'type'].includes(name);
}
