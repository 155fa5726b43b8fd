import type { FactValue } from '../../facts/record/record-graph.ts';
import { termIris, textTerms } from '../../facts/record/properties.ts';
import { type RuleSet, valueRule, type Violation } from '../rule.ts';

/** As the CDIF shapes recognise URIs and compact IRIs. */
const uriOrCompactIri = /^[A-Za-z][A-Za-z\d+.-]*:[^\s"]+$/u;
const catalogRecord = /(?:^|[:#/])CatalogRecord$/u;

/** Rules about IRIs that are written as texts. */
export const iriFormRules = {
  'additional-type-form': valueRule('node', textTerms.terms.type, {
    title: 'IRI of an additional type is written as a text',
    asked:
      'Write the IRI as a reference: {"@id": "…"}. Names in words may stay texts, and terms of a ' +
      'vocabulary may be described as schema:DefinedTerm.',
    why: 'For a program, a text that looks like an IRI is only a text and denotes nothing.',
    remedy: 'mechanical',
    violation: (value, subject, { record }) => {
      // Rule catalog-record-form tells this.
      const isMarked = value.kind === 'literal' && catalogRecord.test(value.text);
      if (isMarked && record.subjects('metadata').includes(subject)) return undefined;
      return textAsReference(value);
    },
    example: {
      record: 'cdif',
      patch: [{ op: 'add', path: '/schema:additionalType', value: 'dcat:Dataset' }],
    },
  }),
  'property-id-form': valueRule('node', termIris('schema:propertyID'), {
    title: 'IRI of a property or identifier scheme is written as a text',
    asked: 'Write the IRI as a reference: {"@id": "…"}. Names in words may stay texts.',
    why: 'For a program, a text that looks like an IRI is only a text and denotes nothing.',
    remedy: 'mechanical',
    violation: (value) => textAsReference(value),
    example: {
      record: 'cdif',
      patch: [
        {
          op: 'replace',
          path: '/schema:identifier/schema:propertyID',
          value: 'https://registry.identifiers.org/registry/doi',
        },
      ],
    },
  }),
} satisfies RuleSet;

function textAsReference(value: FactValue): Omit<Violation, 'property' | 'value'> | undefined {
  if (value.kind === 'node') return undefined;
  const text = value.text.trim();
  if (!uriOrCompactIri.test(text)) return undefined;
  return { change: { kind: 'mechanical', act: 'replace', value: { '@id': text } } };
}
