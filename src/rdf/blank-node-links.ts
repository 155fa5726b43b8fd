import { hash } from 'node:crypto';
import { isBlank, type Statement } from './statement.ts';

/** The blank nodes of a graph, numbered by first occurrence. */
export interface BlankNodeLinks {
  /** The numbers by label. */
  readonly numbers: ReadonlyMap<string, number>;
  /** By number: a digest of the node's statements, in which all other blank nodes are alike. */
  readonly digests: readonly string[];
  /** By number: the statements that link it to other blank nodes. */
  readonly links: readonly (readonly BlankNodeLink[])[];
}

export interface BlankNodeLink {
  /** The direction and the predicate. */
  readonly relation: string;
  /** The number of the other node. */
  readonly node: number;
}

/** Stands for another blank node in a digest; no term is written so. */
const someBlankNode = '_';

/** A digest of texts, which must be told apart by the way they are written. */
export function digest(text: string): string {
  return hash('sha256', text);
}

export function blankNodeLinks(statements: Iterable<Statement>): BlankNodeLinks {
  const numbers = new Map<string, number>();
  const facts: string[][] = [];
  const links: BlankNodeLink[][] = [];

  function numberOf(label: string): number {
    const number = numbers.get(label) ?? numbers.size;
    if (number < numbers.size) return number;
    numbers.set(label, number);
    facts.push([]);
    links.push([]);
    return number;
  }
  /** Notes a statement with the one of its nodes; `relation` says which of the two it is. */
  function note(node: number, relation: string, other: string): void {
    const otherNode = isBlank(other) ? numberOf(other) : undefined;
    facts[node]?.push(`${relation} ${otherNode === undefined ? other : someBlankNode}`);
    if (otherNode !== undefined) links[node]?.push({ relation, node: otherNode });
  }

  for (const { subject, predicate, object } of statements) {
    // What a node says of itself differs from what it says of another that is alike.
    if (subject === object && isBlank(subject)) facts[numberOf(subject)]?.push(`=${predicate}`);
    else {
      if (isBlank(subject)) note(numberOf(subject), `>${predicate}`, object);
      if (isBlank(object)) note(numberOf(object), `<${predicate}`, subject);
    }
  }
  const digests = facts.map((lines) => digest(lines.toSorted().join('\n')));
  return { numbers, digests, links };
}
