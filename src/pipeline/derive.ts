import type { Limits } from '../config/schema.ts';
import { createExpander, createExpandStage, type Expander } from '../expand/expand-stage.ts';
import { createExtractStage } from '../extract/extract-stage.ts';
import type { Outcome, Stage, StageContext } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { DerivationOutput, ExtractionOutput, JsonLdDocument } from '../model/record.ts';
import type { Response } from '../model/http.ts';
import { type TextLookup, TextSet } from '../text/text-set.ts';
import type { DeriveInputs, DeriveStageName } from './derive-task.ts';
import { runStage } from './run-stage.ts';
import { isNestedSitemap, readNestedSitemap } from './nested-sitemap.ts';
import { validateGraphs } from './validate-graphs.ts';

/**
 * Extract and expand as one stage, in the calling thread; `DerivePool` runs it in others. The
 * documents of a page are expanded together, since their keys depend on each other. The items of a
 * large list are expanded one by one: once to learn the names of their records, by which keys are
 * chosen, and once to make graphs.
 */
export function createDeriveStage(limits: Limits): Stage<Response, DerivationOutput> {
  const expander = createExpander({ limits });
  const extract = createExtractStage({ limits, readListFrame: expander.readListFrame });
  const naming = { extract, readRecordNames: expander.readRecordNames };

  async function* all(
    response: Response,
    context: StageContext,
  ): AsyncGenerator<Outcome<DerivationOutput>> {
    const { url, placeReading, missingContext, validation } = response.target;
    const reading = {
      ...(placeReading === undefined ? {} : { placeReading }),
      ...(missingContext === undefined ? {} : { missingContext }),
      ...(validation === undefined ? {} : { validation }),
    };
    const page: JsonLdDocument[] = [];
    const pageProblems: Problem[] = [];
    let items: Expander['stage'] | undefined;
    for await (const extracted of runStage(extract, response, url, context)) {
      if (extracted.kind !== 'produced') {
        if (isNestedSitemap(extracted, response.target)) yield* readNestedSitemap(response, limits);
        else yield extracted;
        continue;
      }
      const { value, problems = [] } = extracted;
      if (value.kind !== 'document') {
        yield { kind: 'produced', value, problems };
        continue;
      }
      const document = { ...value.document, ...reading };
      if (document.piece === undefined) {
        page.push(document);
        pageProblems.push(...problems);
        continue;
      }
      items ??= expander.createItemStage(await sharedNames(response, naming, context));
      yield* withProblems(runStage(items, [document], url, context), problems);
    }
    if (page.length === 0) return;
    yield* withProblems(runStage(expander.stage, page, url, context), pageProblems);
  }
  return {
    name: 'derive',
    process: (response, context) => {
      const graphs = withinProportion(all(response, context), response);
      return validateGraphs(graphs, response.target.validation);
    },
  };
}

interface NamingStages extends Pick<Expander, 'readRecordNames'> {
  readonly extract: Stage<Response, ExtractionOutput>;
}

/** The names of records that two items of a response have with different content. */
async function sharedNames(
  response: Response,
  { extract, readRecordNames }: NamingStages,
  context: StageContext,
): Promise<TextLookup> {
  const names = new TextSet();
  const records = new TextSet();
  const shared = new TextSet();
  for await (const extracted of extract.process(response, context)) {
    context.watch?.goesOn();
    if (context.signal.aborted) break;
    if (extracted.kind !== 'produced' || extracted.value.kind !== 'document') continue;
    for (const { name, sha256 } of await readRecordNames(extracted.value.document, context)) {
      const isRepeated = !records.add(`${sha256} ${name}`);
      if (!isRepeated && !names.add(name)) shared.add(name);
    }
  }
  return shared;
}

/** Allowed for any document. Real records have one statement per thirty bytes or so. */
const statementsAlways = 10_000;

/**
 * Leaves out what follows more statements than the document has bytes (`json-too-complex`): records
 * that share a part of their document each have a copy of it, so a small document could fill the
 * store.
 */
async function* withinProportion(
  outcomes: AsyncIterable<Outcome<DerivationOutput>>,
  { target, body }: Response,
): AsyncGenerator<Outcome<DerivationOutput>> {
  const bytes = body instanceof Uint8Array ? body.byteLength : (body?.bytes ?? 0);
  const max = Math.max(statementsAlways, bytes);
  let statements = 0;
  for await (const outcome of outcomes) {
    if (outcome.kind === 'produced' && outcome.value.kind === 'graph') {
      statements += outcome.value.graph.quads;
    }
    if (statements > max) {
      const facts = { url: target.url, limit: 'statements', max } as const;
      yield { kind: 'failed', problem: { kind: 'json-too-complex', ...facts } };
      return;
    }
    yield outcome;
  }
}

/** Adds the problems of extraction to the first outcome of expansion, the document itself. */
async function* withProblems(
  outcomes: AsyncIterable<Outcome<DerivationOutput>>,
  problems: readonly Problem[],
): AsyncGenerator<Outcome<DerivationOutput>> {
  let pending = problems;
  for await (const outcome of outcomes) {
    if (pending.length === 0 || outcome.kind === 'skipped') yield outcome;
    else yield { ...outcome, problems: [...pending, ...(outcome.problems ?? [])] };
    if (outcome.kind !== 'skipped') pending = [];
  }
}

type DeriveStage<Name extends DeriveStageName> = Stage<DeriveInputs[Name], DerivationOutput>;

/**
 * The register of computing stages, by the names under which threads find them. Their modules take
 * long to load, so only the thread that runs a stage imports this.
 */
export const deriveStages: {
  readonly [Name in DeriveStageName]: (limits: Limits) => DeriveStage<Name>;
} = {
  derive: createDeriveStage,
  expand: createRederiveStage,
};

/** The expand stage for stored documents, which say themselves how they are validated. */
function createRederiveStage(limits: Limits): DeriveStage<'expand'> {
  const expand = createExpandStage({ limits });
  return {
    name: expand.name,
    process: (documents, context) =>
      validateGraphs(expand.process(documents, context), documents[0]?.validation),
  };
}
