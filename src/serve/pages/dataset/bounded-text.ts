import {
  agentTerms,
  fileTerms,
  textTerms,
  variableTerms,
} from '../../../facts/record/text-terms.ts';
import type { DescribedResource } from '../../../model/record.ts';
import type { BoundedPart, OmittedDetails } from '../../../views/details/resource-details.ts';

/** The statements of a record; where they are too many, without some values and their nodes. */
export interface BoundedText {
  readonly nquads: string;
  /** How many values were left out. */
  readonly omitted: readonly OmittedDetails[];
}

interface TextBounds {
  readonly resource: Pick<DescribedResource, 'iri' | 'node'>;
  /** Of one node. */
  readonly maxOfProperty: number;
}

/** Up to so many characters are read in some milliseconds. */
const maxCharacters = 400_000;
/**
 * Of a record that is too large to be read while others wait: of each property of each node the
 * first values, and nothing of the nodes that were values behind these. What is left out is counted
 * by the part of the details that it would be in.
 * @param nquads one statement a line, those of a node before those of its values
 * @param bounds which resource is asked for, and how many values of one property are kept
 */
export function boundedText(nquads: string, { resource, maxOfProperty }: TextBounds): BoundedText {
  if (nquads.length <= maxCharacters) return { nquads, omitted: [] };
  const kept: string[] = [];
  const counts = new Map<string, number>();
  const omitted = new Map<BoundedPart, number>();
  const leftOut = new Set<string>();
  const own = resource.iri === undefined ? resource.node : `<${resource.iri}>`;
  let subject: string | undefined;
  let isLeftOut = false;
  for (let start = 0; start < nquads.length;) {
    const end = nquads.indexOf('\n', start) + 1 || nquads.length;
    if (subject === undefined || !nquads.startsWith(`${subject} `, start)) {
      subject = nquads.slice(start, nquads.indexOf(' ', start));
      // Of a node that is left out nothing is counted: there may be very many.
      isLeftOut = leftOut.has(subject);
    }
    const afterSubject = start + subject.length;
    const afterPredicate = nquads.indexOf(' ', afterSubject + 1);
    if (isLeftOut) leaveOut(leftOut, nquads, afterPredicate + 1);
    else {
      const of = nquads.slice(start, afterPredicate);
      const count = counts.get(of) ?? 0;
      if (count < maxOfProperty) {
        counts.set(of, count + 1);
        kept.push(nquads.slice(start, end));
      } else {
        leaveOut(leftOut, nquads, afterPredicate + 1);
        const part = partOf(nquads.slice(afterSubject + 2, afterPredicate - 1), subject === own);
        omitted.set(part, (omitted.get(part) ?? 0) + 1);
      }
    }
    start = end;
  }
  return {
    nquads: kept.join(''),
    omitted: Array.from(omitted, ([part, values]) => ({ part, values })),
  };
}

/** A blank node that is left out says nothing of itself either. */
function leaveOut(leftOut: Set<string>, nquads: string, start: number): void {
  if (nquads.startsWith('_:', start)) leftOut.add(nquads.slice(start, nquads.indexOf(' ', start)));
}

const parts: readonly (readonly [BoundedPart, ReadonlySet<string>])[] = [
  ['variables', new Set(variableTerms.variables)],
  ['distributions', new Set(fileTerms.distributions)],
  ['agents', new Set(Object.values(agentTerms.roles).flat())],
  ['identifiers', new Set(textTerms.identifiers)],
  ['terms', new Set(Object.values(textTerms.terms).flat())],
];
const inDistributions: ReadonlySet<string> = new Set(fileTerms.parts);

/** @param isOwn whether it is a property of the resource itself */
function partOf(property: string, isOwn: boolean): BoundedPart {
  if (!isOwn && inDistributions.has(property)) return 'distributions';
  return parts.find(([, properties]) => properties.has(property))?.[0] ?? 'related';
}
