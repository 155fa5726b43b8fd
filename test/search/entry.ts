/** What one document says of one resource, as plain numbers and texts. Of the generator it is the truth, of the scan what was read. */
export interface Entry {
  /** `resourceName` of its IRI, or of the URL of its document. */
  resource: string;
  /** The URL of its document. */
  document: string;
  boxes: PlacedBox[];
  periods: Span[];
  /** In millions of years, written as negative numbers, so that what is earlier is less. */
  ages: Span[];
  titles: string[];
  descriptions: string[];
  /** Whole and in parts, labels of terms included. */
  keywords: string[];
  terms: string[];
  placeNames: string[];
  timeNames: string[];
  agents: string[];
  variables: Variable[];
  types: string[];
}

/** Degrees of WGS 84, west not greater than east. `margin` is how far off the edges may be where a rule leaves it open. */
export interface PlacedBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly margin?: number;
}

/** From one moment to another: seconds since 1970 or negative millions of years, infinite where open. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly margin?: number;
}

export interface Variable {
  readonly names: string[];
  readonly concepts: string[];
  readonly descriptions: string[];
}

/** Something of which nothing is known yet. */
export function newEntry(resource: string, document: string): Entry {
  return {
    resource,
    document,
    boxes: [],
    periods: [],
    ages: [],
    titles: [],
    descriptions: [],
    keywords: [],
    terms: [],
    placeNames: [],
    timeNames: [],
    agents: [],
    variables: [],
    types: [],
  };
}
