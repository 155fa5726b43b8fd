import type { IriRole } from '../model/problem.ts';
import { isIri, repairIri } from '../rdf/iri.ts';
import { iriTerm } from '../rdf/n-quads.ts';
import { remembered } from '../text/remembered.ts';
import type { BlankNodes } from './blank-nodes.ts';
import type { Findings } from './findings.ts';
import { canonicalTerm } from '../rdf/schema-org.ts';
import { canonicalNode, withSlashBeforeTerm } from './schema-org/namespace.ts';
import { undeclaredPrefix, withNamespace } from './undeclared-prefix.ts';

/**
 * Turns the IRIs of one document into N-Quads terms: in the canonical namespace (`schema-org-slash-missing`), with the
 * namespace of well-known prefixes that are undeclared (`prefix-undeclared`), repaired where they are no IRIs
 * (`iri-repaired`), each looked at once.
 */
export interface GraphTerms {
  /**
   * The term for a property, class or datatype.
   * @returns undefined, and notes `iri-dropped`, where it cannot be mended
   */
  vocabulary(iri: string, role: Exclude<IriRole, 'subject' | 'object'>): string | undefined;
  /** The term for a node that is described. Where its IRI cannot be mended (`iri-dropped`) it becomes a blank node. */
  subject(id: string): string;
  /** The term for a node that is referred to; undefined where its IRI cannot be mended and no such node was described yet. */
  reference(id: string): string | undefined;
}

/** The term for a name of which there is nothing to report; most documents have the same few hundred. */
const soundTerm = remembered((iri) => {
  const isSound =
    isIri(iri) && withSlashBeforeTerm(iri) === iri && undeclaredPrefix(iri) === undefined;
  return isSound ? iriTerm(canonicalTerm(iri)) : undefined;
});

/** @param findings takes what is repaired or dropped */
export function createGraphTerms(blankNodes: BlankNodes, findings: Findings): GraphTerms {
  const vocabularyTerms = new Map<string, string | undefined>();
  const nodeTerms = new Map<string, string | undefined>();
  const undeclared = new Set<string>();

  function repair(iri: string): string | undefined {
    const repaired = repairIri(iri);
    if (repaired !== undefined && repaired !== iri) {
      findings.add({ kind: 'iri-repaired', value: iri, repaired });
    }
    return repaired;
  }

  function repairPrefix(iri: string): string {
    const found = undeclaredPrefix(iri);
    if (found === undefined) return iri;
    // One value a prefix shows what is wrong.
    if (!undeclared.has(found.prefix)) {
      findings.add({ kind: 'prefix-undeclared', ...found, value: iri });
    }
    undeclared.add(found.prefix);
    return withNamespace(iri);
  }

  function repairSlash(iri: string): string {
    const withSlash = withSlashBeforeTerm(iri);
    if (withSlash !== iri) findings.add({ kind: 'schema-org-slash-missing', value: iri });
    return withSlash;
  }

  function termOf(
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
    return id.startsWith('_:') ? blankNodes.named(id) : termOf(id, nodeTerms, canonicalNode);
  }

  return {
    vocabulary(iri, role) {
      const term = soundTerm(iri) ?? termOf(iri, vocabularyTerms, canonicalTerm);
      if (term === undefined) findings.add({ kind: 'iri-dropped', value: iri, role });
      return term;
    },
    subject(id) {
      const term = reference(id);
      if (term !== undefined) return term;
      findings.add({ kind: 'iri-dropped', value: id, role: 'subject' });
      const standIn = blankNodes.fresh();
      nodeTerms.set(id, standIn);
      return standIn;
    },
    reference,
  };
}
