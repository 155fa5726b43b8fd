/** JSON as it was published: nothing of JSON-LD is done to it. */
export type Raw = boolean | number | string | null | readonly Raw[] | RawNode;
export interface RawNode {
  readonly [key: string]: Raw;
}

export function isNode(value: Raw | undefined): value is RawNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is behind the last slash, number sign or colon of a key or type. */
export const localName = (name: string): string => name.replace(/^.*[/#:]/u, '');

/** The members of arrays, lists and sets, however deep. */
export function members(value: Raw | undefined): Raw[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each: Raw) => members(each));
  if (!isNode(value)) return [value];
  const listed = value['@list'] ?? value['@set'];
  return listed === undefined ? [value] : members(listed);
}

/** All nodes of a text, those within others as well. */
export function allNodes(value: Raw): RawNode[] {
  if (Array.isArray(value)) return value.flatMap((each: Raw) => allNodes(each));
  if (!isNode(value)) return [];
  const inner = Object.entries(value)
    .filter(([key]) => key !== '@context')
    .flatMap(([, each]) => allNodes(each));
  return [value, ...inner];
}

/** The name of a node as it is written. */
export function writtenId(node: RawNode): string | undefined {
  const id = node['@id'] ?? node['id'];
  return typeof id === 'string' && id.trim() !== '' ? id.trim() : undefined;
}

export function writtenTypes(node: RawNode): string[] {
  const types = [...members(node['@type']), ...members(node['type'])];
  return types.filter((type) => typeof type === 'string');
}
