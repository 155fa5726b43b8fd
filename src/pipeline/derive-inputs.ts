import type { JsonLdDocument } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { Target } from '../model/target.ts';
import { parsedUrl } from '../text/parsed-url.ts';

/** What each of `deriveStages` takes: a harvest has responses, a rebuild the documents that a URL gave. */
export interface DeriveInputs {
  readonly derive: Response;
  readonly expand: readonly JsonLdDocument[];
}

export type DeriveStageName = keyof DeriveInputs;

/** From where an input is, by which the threads are shared out. */
export interface InputOrigin {
  /** What a problem of the whole input is about. */
  readonly url: string;
  /** Unknown where kept documents are derived again. */
  readonly source?: string;
  /** Files have none. */
  readonly host?: string;
}

/** What the pool needs to know of an input. */
export interface InputFacts extends InputOrigin {
  /** What it takes of the memory until it is worked on. */
  readonly bytes: number;
}

/** Tells the facts of an input of each stage. */
export const factsOfInput: {
  readonly [Name in DeriveStageName]: (input: DeriveInputs[Name]) => InputFacts;
} = {
  derive: ({ target, body }) => ({
    ...originOf(target),
    bytes: body instanceof Uint8Array ? body.byteLength : 0,
  }),
  expand: (documents) => {
    const url = documents[0]?.documentUrl ?? '';
    const bytes = documents.reduce((sum, { json }) => sum + json.length, 0);
    return { url, ...hostOf(url), bytes };
  },
};

/** From where a target is. */
export function originOf({ url, source, file }: Target): InputOrigin {
  return { url, source, ...(file === undefined ? hostOf(url) : {}) };
}

function hostOf(url: string): Pick<InputOrigin, 'host'> {
  const host = parsedUrl(url)?.host;
  return host === undefined ? {} : { host };
}
