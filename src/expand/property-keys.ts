import { type PropertyKeys, splitIri } from '../model/record-places.ts';
import { canonicalTerm, schemaOrgNamespace } from '../rdf/vocabularies.ts';
import { pointerTokens } from '../text/json-positions.ts';
import type { DocumentTerms, MarkedPlace } from './mark-places.ts';
import { schemaOrgPrefixes } from './schema-org/context.ts';

/** Collects how a document writes properties; see `PropertyKeys`. */
export class PropertyKeyCollector {
  readonly #terms: DocumentTerms;
  readonly #inObject = new Map<string, Map<string, string>>();
  readonly #keys = new Map<string, Map<string, number>>();
  readonly #beginnings = new Map<string, Map<string, number>>();

  constructor(terms: DocumentTerms) {
    this.#terms = terms;
  }

  /**
   * Notes the key of a value.
   * @param objects the object that has the property, and the `@nest` objects in it
   * @param property its IRI
   * @param pointer of the value
   */
  addUse(objects: readonly MarkedPlace[], property: string, pointer: string): void {
    // The innermost is the longest.
    const holders = objects
      .map((object) => object.pointer)
      .filter((object) => pointer.startsWith(`${object}/`))
      .toSorted((one, other) => other.length - one.length);
    const [holder] = holders;
    if (holder === undefined) return;
    const [key = ''] = pointerTokens(pointer.slice(holder.length)) ?? [];
    if (key.startsWith('@') || this.#terms.keywords.has(key)) return;
    for (const object of holders) {
      const used = this.#inObject.get(object) ?? new Map<string, string>();
      if (!used.has(property)) used.set(property, key);
      this.#inObject.set(object, used);
    }
    count(this.#keys, property, key);
    const { namespace, local } = splitIri(property);
    if (local !== '' && key.endsWith(local) && !this.#terms.names.has(key)) {
      count(this.#beginnings, namespace, key.slice(0, -local.length));
    }
  }

  /** What was noted, and what the contexts declare besides. */
  end(): PropertyKeys {
    const { names: defined, vocabulary, hasSchemaOrg, definitions, ofMaps } = this.#terms;
    const inDocument = commonest(this.#keys);
    const beginnings = commonest(this.#beginnings);
    for (const [name, meaning] of definitions) {
      const iri = canonicalTerm(this.#expand(meaning));
      if (/[/#]$/u.test(iri)) {
        if (!beginnings.has(iri)) beginnings.set(iri, `${name}:`);
      } else if (!inDocument.has(iri) && !ofMaps.has(name)) inDocument.set(iri, name);
    }
    const vocabularies = [vocabulary ?? [], hasSchemaOrg ? schemaOrgNamespace : []].flat();
    for (const each of vocabularies) {
      const namespace = canonicalTerm(each);
      if (!beginnings.has(namespace)) beginnings.set(namespace, '');
    }
    return { inObject: this.#inObject, inDocument, beginnings, defined };
  }

  /** The IRI that a term definition means. */
  #expand(meaning: string, depth = 0): string {
    const [prefix = '', ...rest] = meaning.split(':');
    const { definitions, hasSchemaOrg } = this.#terms;
    if (rest.length === 0) return this.#expandTerm(meaning, depth);
    const namespace =
      definitions.get(prefix) ?? (hasSchemaOrg ? schemaOrgPrefixes[prefix] : undefined);
    // Definitions may lead in a circle, which expansion refuses.
    if (namespace === undefined || meaning.startsWith('//', prefix.length + 1) || depth > 9) {
      return meaning;
    }
    return this.#expand(namespace, depth + 1) + rest.join(':');
  }

  #expandTerm(term: string, depth: number): string {
    const { definitions, vocabulary, hasSchemaOrg } = this.#terms;
    const defined = depth > 9 ? undefined : definitions.get(term);
    if (defined !== undefined && defined !== term) return this.#expand(defined, depth + 1);
    return (vocabulary ?? (hasSchemaOrg ? schemaOrgNamespace : '')) + term;
  }
}

function count(counts: Map<string, Map<string, number>>, of: string, text: string): void {
  const texts = counts.get(of) ?? new Map<string, number>();
  texts.set(text, (texts.get(text) ?? 0) + 1);
  counts.set(of, texts);
}

/** The text with the highest count of each; the first of several. */
function commonest(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): Map<string, string> {
  return new Map(
    Array.from(counts, ([of, texts]) => {
      const [[text] = ['']] = [...texts].toSorted(([, one], [, other]) => other - one);
      return [of, text] as const;
    }),
  );
}
