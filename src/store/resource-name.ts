import type { DescribedResource } from '../model/record.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { repairIri } from '../rdf/iri.ts';

/** Of the persistent ones the least: with them a resource without IRI is known in other records. */
const persistent = /^(?:ark|doi|hdl):/u;

/**
 * The IRI by which a resource is one result, in whichever spelling and record: its own, else that of an identifier that is
 * persistent; none where it has neither.
 * @param identifiers sorted, in the one spelling of `identifierName`
 */
export function resourceName(
  { iri }: Pick<DescribedResource, 'iri'>,
  identifiers: readonly string[],
): string | undefined {
  const name =
    iri === undefined ? identifiers.find((each) => persistent.test(each)) : identifierName(iri);
  return name === undefined ? undefined : repairIri(name);
}
