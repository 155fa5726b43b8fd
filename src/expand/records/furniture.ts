import {
  agentTypes,
  idleSubjects,
  pageSubjectProperties,
  pageTypes,
} from '../../model/page-types.ts';
import type { JsonObject } from '../json.ts';
import { schemaOrgNamespace } from '../../rdf/schema-org.ts';
import { isNode, type NodeView, type NodeViews } from './node-view.ts';
import { isRecordLike } from './record-node.ts';
import { schema } from '../../rdf/vocabularies.ts';

/**
 * Whether a node is boilerplate: it describes a page, its site or its publisher, and is not a
 * record.
 */
export function isFurniture(view: NodeView, views: NodeViews): boolean {
  const names = view.types.map(localName);
  return (
    names.length > 0 &&
    names.every((name) => pageTypes.has(name) || agentTypes.has(name)) &&
    !view
      .values(schema.subjectOf)
      .some((value) => isNode(value) && isRecordLike(views(value), views))
  );
}

/** Whether a node is only a person or an organisation. */
export const isAgent = ({ types }: NodeView): boolean =>
  types.length > 0 && types.map(localName).every((name) => agentTypes.has(name));

/** The resources that a page description names as its subject. */
export function pageSubjects(view: NodeView, views: NodeViews): readonly JsonObject[] {
  return namedByPage(view).filter((node) => isResource(views(node)));
}

/** The nodes that a page description names as its subject; none for other descriptions. */
export function namedByPage(view: NodeView): readonly JsonObject[] {
  if (!view.types.map(localName).some((name) => pageTypes.has(name))) return [];
  return pageSubjectProperties
    .flatMap((property) => view.values(schemaOrgNamespace + property))
    .filter(isNode);
}

function isResource(view: NodeView): boolean {
  return view.types
    .map(localName)
    .some((name) => !pageTypes.has(name) && !agentTypes.has(name) && !idleSubjects.has(name));
}

/** Types of other vocabularies stay IRIs, which match none of the sets. */
function localName(type: string): string {
  return type.startsWith(schemaOrgNamespace) ? type.slice(schemaOrgNamespace.length) : type;
}
