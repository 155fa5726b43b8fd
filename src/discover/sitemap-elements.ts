import type { Position } from '../model/problem.ts';

/** The attributes of an element, by their names as written. */
export type Attributes = Readonly<Record<string, string>>;

/** An element that stands outside of the entries. */
export interface HeadElement {
  readonly local: string;
  /** With its colon; empty where it has none. */
  readonly prefix: string;
  readonly attributes: Attributes;
  readonly rootAttributes: Attributes;
}

/** The element of one entry, with what the dialect wants of its children. */
export interface EntryElement {
  readonly local: string;
  readonly attributes: Attributes;
  /** Those of the root element. */
  readonly rootAttributes: Attributes;
  readonly position: Position;
  /** By local name; of repeated ones the first. */
  readonly fields: ReadonlyMap<string, EntryField>;
  /** Children called `link`, `ln` or `md`, whatever their prefix. */
  readonly labels: readonly LabelElement[];
}

/** A child of an entry that has text. */
export interface EntryField {
  readonly text: string;
  readonly attributes: Attributes;
  readonly position: Position;
}

/** A child of an entry that says something of it in its attributes. */
export interface LabelElement {
  readonly local: string;
  readonly attributes: Attributes;
  readonly position: Position;
}
