import type { Checksum } from '../../facts/text/checksum.ts';
import type { KernelAttributeName } from './kernel-attributes.ts';

/**
 * What a metadata record says of one resource for FAIR Digital Object kernel records: one for the resource, and one for each
 * sequence of bits that it comes in.
 */
export interface KernelRecord {
  /** The graph of the metadata record. */
  readonly graph: string;
  /** The resource first, then its distributions, each before its parts. Whatever the order of the record, theirs is the same. */
  readonly objects: readonly KernelObject[];
}

export interface KernelObject {
  readonly kind: 'resource' | 'distribution' | 'part';
  /** What the publisher calls it; absent where it is a blank node or stands as a text. */
  readonly iri?: string;
  readonly name?: string;
  /** The DOI or another handle that identifies it, without scheme and in lower case. */
  readonly pid?: string;
  /** Which of `objects` it is in; absent of the resource. */
  readonly in?: number;
  /** Those that it has or inherits; what is absent is lacking. */
  readonly attributes: KernelAttributes;
}

export type KernelAttributes = { readonly [Name in KernelAttributeName]?: KernelAttribute };

export interface KernelAttribute {
  /** At least one; creators in the order of the publisher where that is known, all else sorted. */
  readonly values: readonly KernelValue[];
  /** Which of `objects` says it, where this one does not itself. */
  readonly inheritedFrom?: number;
}

/** Of a value there is an IRI, a text, or both: what it is, and what it is called. */
export interface KernelValue {
  readonly iri?: string;
  readonly text?: string;
  /** Of a checksum, in the publisher's words. */
  readonly algorithm?: string;
  /** Of a checksum, where it can be read. */
  readonly checksum?: Checksum;
  /** Of a policy: neither its name nor its type says which of the three policies it is, so all three have it. */
  readonly undetermined?: true;
  /** By which property the record says it, with a prefix where that is usual. */
  readonly property: string;
}
