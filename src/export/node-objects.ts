import { iriTerm } from '../rdf/n-quads.ts';
import { rdf } from '../rdf/vocabularies.ts';
import { nodeId, nodeName, nodeValue } from './node-terms.ts';
import type { Statement } from '../rdf/statement.ts';

/** Builds JSON-LD node objects from statements that are grouped by subject. */
export interface NodeObjects {
  /**
   * @returns the JSON text of the previous node if this statement has another subject; else empty
   */
  add(statement: Statement): string;
  /** @returns the JSON text of the last node; empty if there is none */
  end(): string;
}

/** A longer node is continued in another object, so that memory stays bounded. */
const maxCharacters = 2 ** 16;

const type = iriTerm(rdf.type);

export function createNodeObjects(): NodeObjects {
  const members = new Map<string, string[]>();
  let subject: string | undefined;
  let characters = 0;

  function end(): string {
    if (subject === undefined) return '';
    const node = formatNodeObject(subject, members);
    members.clear();
    subject = undefined;
    characters = 0;
    return node;
  }
  return {
    add(statement) {
      const { predicate, object } = statement;
      const ended = statement.subject === subject && characters < maxCharacters ? '' : end();
      ({ subject } = statement);
      characters += predicate.length + object.length;
      // `@type` takes no literals, but publishers do use literals as types.
      const isType = predicate === type && !object.startsWith('"');
      const name = isType ? '@type' : nodeName(predicate);
      const value = isType ? JSON.stringify(nodeName(object)) : nodeValue(object);
      const values = members.get(name);
      if (values === undefined) members.set(name, [value]);
      else values.push(value);
      return ended;
    },
    end,
  };
}

function formatNodeObject(
  subject: string,
  members: ReadonlyMap<string, readonly string[]>,
): string {
  let text = `{"@id":${JSON.stringify(nodeId(subject))}`;
  for (const [name, values] of members) {
    const [value = ''] = values;
    text += `,${JSON.stringify(name)}:${values.length === 1 ? value : `[${values.join(',')}]`}`;
  }
  return `${text}}`;
}
