import { isNilIri } from '../facts/text/nil.ts';
import { createPlaceholderReader } from '../facts/text/usable-name.ts';
import { isIri, repairIri } from '../rdf/iri.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { isBlank } from '../rdf/statement.ts';
import { remembered } from '../text/remembered.ts';
import type { BlankNodes } from './blank-nodes.ts';
import type { Findings } from './findings.ts';
import { canonicalTerm } from '../rdf/schema-org.ts';
import { misspeltTerm, type TermRole } from './schema-org/meant-term.ts';
import { canonicalNode, withSlashBeforeTerm } from './schema-org/namespace.ts';
import { undeclaredPrefix, withNamespace } from './undeclared-prefix.ts';

/**
 * Turns the IRIs of one document into N-Quads terms: with the canonical namespace
 * (`schema-org-slash-missing`), with the namespace of well-known prefixes that are undeclared
 * (`prefix-undeclared`) or unusable (`prefix-unusable`), and repaired where invalid
 * (`iri-repaired`). A misspelt schema.org name is noted (`schema-org-term-misspelt`) and kept. A
 * placeholder identifies nothing: each node named so becomes its own blank node
 * (`identifier-unusable`).
 */
export interface GraphTerms {
  /**
   * The term for a property, class or datatype.
   * @returns undefined, and notes `iri-dropped`, where the IRI cannot be repaired
   */
  vocabulary(iri: string, role: TermRole): string | undefined;
  /**
   * The term for a described node; a blank node where its IRI cannot be repaired (`iri-dropped`).
   */
  subject(id: string): string;
  /**
   * The term for a reference; undefined where the IRI cannot be repaired and no such node was
   * described before. IRIs for missing values are kept, since they say why there is no value.
   */
  reference(id: string): string | undefined;
}

/** The term for a name without problems; most documents share a few hundred. */
const soundTerms = {
  predicate: remembered((iri) => soundTerm(iri, 'predicate')),
  type: remembered((iri) => soundTerm(iri, 'type')),
  datatype: remembered((iri) => soundTerm(iri, 'datatype')),
} satisfies Record<TermRole, unknown>;

function soundTerm(iri: string, role: TermRole): string | undefined {
  const isSound =
    isIri(iri) &&
    withSlashBeforeTerm(iri) === iri &&
    undeclaredPrefix(iri) === undefined &&
    misspeltTerm(iri, role) === undefined;
  return isSound ? iriTerm(canonicalTerm(iri)) : undefined;
}

/** Notes each misspelt term of schema.org once in a role. */
function createMisspeltNoter(findings: Findings): (term: string, role: TermRole) => void {
  const noted = new Set<string>();
  return (term, role) => {
    const found = misspeltTerm(term.slice(1, -1), role);
    if (found === undefined || noted.has(`${role} ${found.name}`)) return;
    noted.add(`${role} ${found.name}`);
    findings.add({ kind: 'schema-org-term-misspelt', role, ...found });
  };
}

export interface GraphTermsOptions {
  readonly base: string;
  /** Terms of the contexts that are not prefixes, with their IRIs. */
  readonly noPrefixes: ReadonlyMap<string, string>;
  readonly findings: Findings;
}

export function createGraphTerms(
  blankNodes: BlankNodes,
  { base, noPrefixes, findings }: GraphTermsOptions,
): GraphTerms {
  const placeholderNode = createPlaceholderNodes(blankNodes, base, findings);
  const vocabularyTerms = new Map<string, string | undefined>();
  const nodeTerms = new Map<string, string | undefined>();
  const repairPrefix = createPrefixRepair(noPrefixes, findings);
  const noteMisspelt = createMisspeltNoter(findings);

  function repair(iri: string): string | undefined {
    const repaired = repairIri(iri);
    if (repaired !== undefined && repaired !== iri) {
      findings.add({ kind: 'iri-repaired', value: iri, repaired });
    }
    return repaired;
  }

  function repairSlash(iri: string): string {
    const withSlash = withSlashBeforeTerm(iri);
    if (withSlash !== iri) findings.add({ kind: 'schema-org-slash-missing', value: iri });
    return withSlash;
  }

  function resolveTerm(
    iri: string,
    known: Map<string, string | undefined>,
    canonical: (iri: string) => string,
  ): string | undefined {
    const term = known.get(iri);
    if (term !== undefined || known.has(iri)) return term;
    const repaired = repair(iri);
    const made =
      repaired === undefined ? undefined : iriTerm(canonical(repairSlash(repairPrefix(repaired))));
    known.set(iri, made);
    return made;
  }

  function reference(id: string): string | undefined {
    if (id.startsWith('_:')) return blankNodes.named(id);
    const known = nodeTerms.get(id) ?? placeholderNode(id, isNilIri);
    return known ?? resolveTerm(id, nodeTerms, canonicalNode);
  }

  return {
    vocabulary(iri, role) {
      const sound = soundTerms[role](iri);
      if (sound !== undefined) return sound;
      const term = resolveTerm(iri, vocabularyTerms, canonicalTerm);
      if (term === undefined) findings.add({ kind: 'iri-dropped', value: iri, role });
      else noteMisspelt(term, role);
      return term;
    },
    subject(id) {
      const term = placeholderNode(id, isBlank) ?? reference(id);
      if (term !== undefined) return term;
      findings.add({ kind: 'iri-dropped', value: id, role: 'subject' });
      const substitute = blankNodes.fresh();
      nodeTerms.set(id, substitute);
      return substitute;
    },
    reference,
  };
}

/** Gives each placeholder its own blank node; undefined for other or allowed IRIs. */
function createPlaceholderNodes(
  blankNodes: BlankNodes,
  base: string,
  findings: Findings,
): (id: string, isAllowed: (id: string) => boolean) => string | undefined {
  const placeholder = createPlaceholderReader(base);
  return (id, isAllowed) => {
    const value = placeholder(id);
    if (value === undefined || isAllowed(id)) return undefined;
    findings.add({ kind: 'identifier-unusable', value });
    return blankNodes.fresh();
  };
}

/** Expands well-known prefixes that no context declares, and notes each. */
function createPrefixRepair(
  noPrefixes: ReadonlyMap<string, string>,
  findings: Findings,
): (iri: string) => string {
  const noted = new Set<string>();
  return (iri) => {
    const found = undeclaredPrefix(iri);
    if (found === undefined) return iri;
    // One value per prefix shows the fault.
    if (!noted.has(found.prefix)) {
      const declared = noPrefixes.get(found.prefix);
      const facts = { ...found, value: iri };
      if (declared === undefined) findings.add({ kind: 'prefix-undeclared', ...facts });
      else findings.add({ kind: 'prefix-unusable', ...facts, declared });
    }
    noted.add(found.prefix);
    return withNamespace(iri);
  };
}
