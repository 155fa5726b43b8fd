import { iriTerm } from '../rdf/n-quads.ts';

/**
 * The distinct statements of one named graph as N-Quads text, in insertion order. Duplicates are
 * detected by term, since building and hashing whole statements would cost more than all else.
 */
export class Statements {
  readonly #ending: string;
  /** One object or several, by subject and predicate. */
  readonly #said = new Map<string, Map<string, string | Set<string>>>();
  #text = '';
  #count = 0;

  /** @param graph its IRI, which must be valid */
  constructor(graph: string) {
    this.#ending = ` ${iriTerm(graph)} .\n`;
  }

  get count(): number {
    return this.#count;
  }

  get text(): string {
    return this.#text;
  }

  /** Adds a statement, given as N-Quads terms, unless it exists. */
  add(subject: string, predicate: string, object: string): void {
    const ofSubject = this.#ofSubject(subject);
    const before = ofSubject.get(predicate);
    if (before === undefined) ofSubject.set(predicate, object);
    else if (typeof before !== 'string') {
      if (before.has(object)) return;
      before.add(object);
    } else {
      if (before === object) return;
      ofSubject.set(predicate, new Set([before, object]));
    }
    this.#text += `${subject} ${predicate} ${object}${this.#ending}`;
    this.#count += 1;
  }

  #ofSubject(subject: string): Map<string, string | Set<string>> {
    const known = this.#said.get(subject);
    if (known !== undefined) return known;
    const made = new Map<string, string | Set<string>>();
    this.#said.set(subject, made);
    return made;
  }
}
