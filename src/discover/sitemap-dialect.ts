import type { Position } from '../model/problem.ts';
import type { ListingHead } from './listing-head.ts';
import type { ListingPart, SitemapEntry } from './sitemap-entry.ts';

/** One dialect of XML listings. Implementations stand in files of their own and are collected in `sitemap-dialects.ts`. */
export interface SitemapDialect {
  /** Whether an element is an entry, by its local name and how deep it is; the root is 1. Entries hold no others. */
  readonly isEntry: (local: string, depth: number) => boolean;
  /**
   * The children of an entry whose text is wanted, by local name: under the prefix of the entry, or under any. Extensions
   * have elements of the same names (`image:loc`).
   */
  readonly fields: ReadonlyMap<string, 'own' | 'any'>;
  /** What an entry says; undefined where it lists nothing that is to be harvested. */
  readonly entryOf: (element: EntryElement) => SitemapEntry | undefined;
  /** How deep the elements are at most by which a document says what it is; the root is 1. */
  readonly headDepth: number;
  /** What a document names by its nature, where that is not all there is. */
  readonly partOf: (head: ListingHead) => ListingPart | undefined;
}

export type Attributes = Readonly<Record<string, string>>;

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
