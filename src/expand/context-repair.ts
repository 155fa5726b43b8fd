import { hasScheme, withoutBlanks } from './blank-iris.ts';
import type { Findings } from './findings.ts';
import { isObject, type JsonObject, type JsonValue } from './json.ts';
import { completeContext, schemaOrgTerms } from './schema-org/context.ts';
import { isSchemaOrgContext, isSchemaOrgWithoutScheme } from './schema-org/context-url.ts';
import { isNamespaceWithoutSlash } from './schema-org/namespace.ts';

/** What the contexts of a document ask of the JSON-LD processor. */
export interface ContextTraits {
  /** Whether `shortContext` would not do for schema.org's context. */
  readonly needsAllTerms: boolean;
  /** Whether what the processor remembers of these contexts must not serve for other documents. */
  readonly isPrivate: boolean;
  /** The length of the longest text by which a term or IRI can be expanded. */
  readonly longestText: number;
}

/** Goes over the contexts of one document. */
export interface ContextRepair {
  /** Mends the `@context` of an object in place. */
  repair(holder: JsonObject): void;
  /** What was seen in all contexts so far. */
  traits(): ContextTraits;
}

/** Contexts with more entries than people write would fill the memory of the processor. */
const maxSharedEntries = 2000;

const isAbsolute = /^[a-z][a-z\d+.-]*:\S*$/iu;

/**
 * Mends what publishers get wrong in contexts and has one reading: schema.org's namespace without the slash at its end
 * (in `@vocab`, in prefixes; reported as `schema-org-slash-missing`), its context without a scheme, and blanks in the
 * `@id` of a term (`iri-repaired`). `@import` of schema.org's context is carried out here, since jsonld.js would spoil its memory of that context for later documents.
 */
export function createContextRepair(findings: Findings): ContextRepair {
  let needsAllTerms = false;
  let hasRelativeVocab = false;
  let entries = 0;
  let longestText = 0;

  function withSlash(text: string): string {
    longestText = Math.max(longestText, text.length);
    if (!isNamespaceWithoutSlash(text)) return text;
    findings.add({ kind: 'schema-org-slash-missing', value: text });
    return `${text.trim()}/`;
  }

  function mendBlanks(iri: string): string {
    const repaired = hasScheme(iri) ? withoutBlanks(iri) : iri;
    if (repaired !== iri) findings.add({ kind: 'iri-repaired', value: iri, repaired });
    return repaired;
  }

  function repairEntry(context: JsonObject, name: string): void {
    if (touchesTerms(name)) needsAllTerms = true;
    if (name.startsWith('@') && name !== '@vocab') return;
    const definition = context[name];
    if (typeof definition === 'string') context[name] = withSlash(definition);
    if (isObject(definition) && typeof definition['@id'] === 'string') {
      definition['@id'] = withSlash(mendBlanks(definition['@id']));
    }
  }

  function repairContext(context: JsonValue): JsonValue {
    if (typeof context === 'string') {
      return isSchemaOrgWithoutScheme(context) ? 'https://schema.org/' : context;
    }
    if (!isObject(context)) return context;
    importSchemaOrg(context);
    const names = Object.keys(context);
    entries += names.length;
    for (const name of names) repairEntry(context, name);
    // jsonld.js resolves a relative @vocab against the base of the document and remembers the result for all others.
    const vocab = context['@vocab'];
    if (typeof vocab === 'string' && !isAbsolute.test(vocab)) hasRelativeVocab = true;
    return context;
  }

  return {
    repair(holder) {
      const context = holder['@context'] ?? null;
      holder['@context'] = Array.isArray(context)
        ? context.map(repairContext)
        : repairContext(context);
    },
    traits: () => ({
      needsAllTerms,
      isPrivate: hasRelativeVocab || entries > maxSharedEntries,
      longestText,
    }),
  };
}

/**
 * Whether it can make a difference to an entry of a context that schema.org's terms are defined, rather than expanded by
 * `@vocab`: another `@vocab`, a definition that they replace or that replaces them, or `name:x`, which builds on one.
 */
function touchesTerms(name: string): boolean {
  const [prefix = ''] = name.split(':', 1);
  return name === '@vocab' || name === '@protected' || schemaOrgTerms.has(prefix);
}

/** JSON-LD 1.1 §4.1.10: what is imported is as if written in the context, which wins. */
function importSchemaOrg(context: JsonObject): void {
  const source = context['@import'];
  if (typeof source !== 'string') return;
  if (!isSchemaOrgContext(source) && !isSchemaOrgWithoutScheme(source)) return;
  delete context['@import'];
  for (const [term, definition] of Object.entries(completeContext)) {
    if (!Object.hasOwn(context, term)) context[term] = definition;
  }
}
