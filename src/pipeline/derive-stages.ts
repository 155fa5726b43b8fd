import type { Limits } from '../config/schema.ts';
import { createExpandStage } from '../expand/expand.ts';
import type { Derived, JsonLdDocument } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { Stage } from '../model/stage.ts';
import { createDeriveStage } from './derive.ts';

/** What each of `deriveStages` takes: a harvest has responses, a rebuild the documents that a URL gave. */
export interface DeriveInputs {
  readonly derive: Response;
  readonly expand: readonly JsonLdDocument[];
}

export type DeriveStageName = keyof DeriveInputs;

interface DeriveStage<In> {
  create(limits: Limits): Stage<In, Derived>;
  /** What a problem of the whole input is about. */
  urlOf(input: In): string;
}

/**
 * The stages that are computing alone, plain data in and plain data out, so that any thread can run them with the same
 * result: one line a stage, by the name under which a thread finds it.
 */
export const deriveStages: {
  readonly [Name in DeriveStageName]: DeriveStage<DeriveInputs[Name]>;
} = {
  derive: { create: createDeriveStage, urlOf: ({ target }) => target.url },
  expand: {
    create: (limits) => createExpandStage({ limits }),
    urlOf: ([document]) => document?.documentUrl ?? '',
  },
};
