import type { Position } from '../model/problem.ts';

/** Attributes by name as written. */
export type Attributes = Readonly<Record<string, string>>;

/** An element outside the entries. */
export interface HeadElement {
  readonly local: string;
  /** With its colon; empty without a prefix. */
  readonly prefix: string;
  readonly attributes: Attributes;
  readonly rootAttributes: Attributes;
}

/** An entry element, with the child elements that the dialect reads. */
export interface EntryElement {
  readonly local: string;
  readonly attributes: Attributes;
  readonly rootAttributes: Attributes;
  readonly position: Position;
  /** By local name; the first of repeated elements. */
  readonly fields: ReadonlyMap<string, EntryField>;
  /** Children named `link`, `ln` or `md`, with any prefix. */
  readonly labels: readonly LabelElement[];
}

/** A child element with text. */
export interface EntryField {
  readonly text: string;
  readonly attributes: Attributes;
  readonly position: Position;
}

/** A child element whose attributes describe the entry. */
export interface LabelElement {
  readonly local: string;
  readonly attributes: Attributes;
  readonly position: Position;
}
