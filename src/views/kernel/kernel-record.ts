import type { Checksum } from '../../facts/text/checksum.ts';
import type { KernelAttributeName } from './kernel-attributes.ts';

/**
 * The FAIR Digital Object kernel records of one resource: one for the resource, and one for each of
 * its files.
 */
export interface KernelRecord {
  /** The graph of the metadata record. */
  readonly graph: string;
  /**
   * The resource first, then its distributions, each before its parts, in a deterministic order.
   */
  readonly objects: readonly KernelObject[];
}

export interface KernelObject {
  readonly kind: 'resource' | 'distribution' | 'part';
  /** The published IRI; absent for a blank node or text. */
  readonly iri?: string;
  readonly name?: string;
  /** DOI or other handle, without scheme and in lower case. */
  readonly pid?: string;
  /** Index of the containing object; absent for the resource. */
  readonly in?: number;
  /** Own and inherited attributes; others are missing. */
  readonly attributes: KernelAttributes;
}

export type KernelAttributes = { readonly [Name in KernelAttributeName]?: KernelAttribute };

export interface KernelAttribute {
  /** At least one; creators in the published order if known, everything else sorted. */
  readonly values: readonly KernelValue[];
  /** Index of the object that states it, if inherited. */
  readonly inheritedFrom?: number;
}

/** A value with an IRI, a text, or both. */
export interface KernelValue {
  readonly iri?: string;
  readonly text?: string;
  /** Of a checksum, as published. */
  readonly algorithm?: string;
  /** Of a checksum, if it could be parsed. */
  readonly checksum?: Checksum;
  /** Of a policy whose kind is not stated, so that it counts for all three kinds. */
  readonly undetermined?: true;
  /** The property that states it, with a usual prefix. */
  readonly property: string;
}
