import { iriTerm } from '../rdf/n-quads.ts';
import type { FindingSink } from './findings.ts';
import { createRelativeText } from '../facts/text/relative-text.ts';
import { isObject, type JsonValue } from './json.ts';
import { isNil } from '../facts/text/nil.ts';
import { endsAsFile, looksWritten } from '../facts/text/written-name.ts';
import { isReference } from './records/node-view.ts';
import { schemaOrgNamespace } from '../rdf/schema-org.ts';
import { propertiesOfIris } from './schema-org/context.ts';

/**
 * Detects texts that became relative IRIs because schema.org's context coerces the values of some
 * properties to IRIs (`license`, `url`).
 */
export interface CoercedTexts {
  /** @param predicate as an N-Quads term */
  refer(predicate: string, values: readonly JsonValue[]): void;
  /** A node that the document describes is not a coerced text, whatever its name. */
  describe(id: string): void;
  /** Notes them as `text-as-iri`, after all nodes of the graph. */
  report(): void;
}

/** Each costs a search of the document, and so many show the fault. */
const maxReported = 20;

const coercedPredicates: ReadonlySet<string> = new Set(
  propertiesOfIris.map((name) => iriTerm(schemaOrgNamespace + name)),
);

/** @param source the document as JSON, and the base of its relative references */
export function createCoercedTexts(
  { json, baseIri }: { readonly json: string; readonly baseIri: string },
  findings: FindingSink,
): CoercedTexts {
  const relativeText = createRelativeText(baseIri);
  const referred = new Set<string>();
  const described = new Set<string>();

  /** Rules out an IRI of the same folder that was written in full. */
  function isPublished(text: string): boolean {
    const published = JSON.stringify(text);
    return json.includes(published) || json.includes(published.replaceAll('/', String.raw`\/`));
  }

  return {
    refer(predicate, values) {
      if (!coercedPredicates.has(predicate)) return;
      for (const value of values) {
        const id = isObject(value) && isReference(value) ? value['@id'] : undefined;
        if (typeof id === 'string') referred.add(id);
      }
    },
    describe: (id) => void described.add(id),
    report() {
      const texts = Array.from(referred, (iri) => ({ iri, value: relativeText(iri) ?? '' }));
      const suspects = texts.filter(
        ({ iri, value }) => isProbablyText(value) && !described.has(iri) && !isNil(value),
      );
      for (const { iri, value } of suspects.slice(0, maxReported)) {
        if (isPublished(value)) findings.add({ kind: 'text-as-iri', value, iri });
      }
    },
  };
}

/** Whether a text is probably not a relative reference: a sentence, or a word such as `CC0`. */
function isProbablyText(text: string): boolean {
  return looksWritten(text) || (/^[^/?#]+$/u.test(text) && !endsAsFile(text));
}
