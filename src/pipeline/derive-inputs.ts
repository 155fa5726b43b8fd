import type { JsonLdDocument } from '../model/record.ts';
import type { Response } from '../model/http.ts';
import type { Target } from '../model/target.ts';
import { parseUrl } from '../text/parsed-url.ts';

/**
 * The input of each of `deriveStages`: a harvest has responses, a rebuild the documents of a URL.
 */
export interface DeriveInputs {
  readonly derive: Response;
  readonly expand: readonly JsonLdDocument[];
}

/** The stages that run in worker threads. */
export type DeriveStageName = keyof DeriveInputs;

/** Where an input comes from, by which thread time is shared. */
export interface InputOrigin {
  /** For problems of the whole input. */
  readonly url: string;
  /** Unknown in a rebuild. */
  readonly source?: string;
  /** Files have none. */
  readonly host?: string;
}

/** What the pool needs to know about an input. */
export interface InputFacts extends InputOrigin {
  /** The memory that it takes while it waits. */
  readonly bytes: number;
}

/** Reads the facts of an input, by stage. */
export const readInputFacts: {
  readonly [Name in DeriveStageName]: (input: DeriveInputs[Name]) => InputFacts;
} = {
  derive: ({ target, body }) => ({
    ...originOfTarget(target),
    bytes: body instanceof Uint8Array ? body.byteLength : 0,
  }),
  expand: (documents) => {
    const url = documents[0]?.documentUrl ?? '';
    const bytes = documents.reduce((sum, { json }) => sum + json.length, 0);
    return { url, ...hostOf(url), bytes };
  },
};

/** The origin of a target. */
export function originOfTarget({ url, source, file }: Target): InputOrigin {
  return { url, source, ...(file === undefined ? hostOf(url) : {}) };
}

function hostOf(url: string): Pick<InputOrigin, 'host'> {
  const host = parseUrl(url)?.host;
  return host === undefined ? {} : { host };
}
