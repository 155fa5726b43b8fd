import type { DescribedResource } from '../model/record.ts';
import { identifierName } from '../rdf/identifier-name.ts';
import { repairIri } from '../rdf/iri.ts';

/** The least persistent identifier identifies a resource without IRI across records. */
const persistent = /^(?:ark|doi|hdl):/u;

/**
 * The IRI by which a resource is one search result, in every spelling and record: its own, else
 * that of a persistent identifier; undefined if it has neither.
 * @param identifiers sorted, spelled as `identifierName` does
 */
export function resourceName(
  { iri }: Pick<DescribedResource, 'iri'>,
  identifiers: readonly string[],
): string | undefined {
  const name =
    iri === undefined ? identifiers.find((each) => persistent.test(each)) : identifierName(iri);
  return name === undefined ? undefined : repairIri(name);
}
