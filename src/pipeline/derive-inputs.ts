import type { JsonLdDocument } from '../model/record.ts';
import type { Response } from '../model/response.ts';

/** What each of `deriveStages` takes: a harvest has responses, a rebuild the documents that a URL gave. */
export interface DeriveInputs {
  readonly derive: Response;
  readonly expand: readonly JsonLdDocument[];
}

export type DeriveStageName = keyof DeriveInputs;

/** What a problem of a whole input is about. */
export const urlOfInput: {
  readonly [Name in DeriveStageName]: (input: DeriveInputs[Name]) => string;
} = {
  derive: ({ target }) => target.url,
  expand: ([document]) => document?.documentUrl ?? '',
};
