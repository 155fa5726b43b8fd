import { createExpander } from '../../src/expand/expand-stage.ts';
import { createExtractStage } from '../../src/extract/extract-stage.ts';
import type { ExtractLimits } from '../../src/extract/route.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { ExtractionOutput, FoundLink, JsonLdDocument } from '../../src/model/record.ts';
import type { Signposts } from '../../src/model/typed-link.ts';
import type { Body, Response } from '../../src/model/http.ts';
import type { Target } from '../../src/model/target.ts';

/** What a test may want different in the response it extracts from. */
export interface ResponseFacts {
  readonly contentType?: string;
  readonly url?: string;
  readonly finalUrl?: string;
  readonly limits?: Partial<ExtractLimits>;
  /** The `Link` field. */
  readonly link?: string;
  readonly target?: Partial<Target>;
}

export const pageUrl = 'https://repository.example.org/dataset/1';

/** The outcomes of the stage for one body, by default that of a page, without signposts. */
export async function extract(
  body: string | Body | undefined,
  facts: ResponseFacts = {},
): Promise<Outcome<ExtractionOutput>[]> {
  const outcomes = await extractAll(body, facts);
  return outcomes.filter((outcome) => !isSignposts(outcome));
}

/** The signposts of one body, which come at most once, and last. */
export async function signpostsOf(
  body: string | Body | undefined,
  facts: ResponseFacts = {},
): Promise<Signposts> {
  const last = (await extractAll(body, facts)).at(-1);
  return last?.kind === 'produced' && last.value.kind === 'signposts'
    ? last.value.signposts
    : { offers: [], links: [] };
}

function isSignposts(outcome: Outcome<ExtractionOutput>): boolean {
  return outcome.kind === 'produced' && outcome.value.kind === 'signposts';
}

async function extractAll(
  body: string | Body | undefined,
  facts: ResponseFacts,
): Promise<Outcome<ExtractionOutput>[]> {
  const { contentType = 'text/html', url = pageUrl, finalUrl = url } = facts;
  const redirects = finalUrl === url ? [] : [{ from: url, to: finalUrl, status: 302 }];
  const response: Response = {
    target: { url, source: 'test', found: { by: 'urls' }, depth: 0, ...facts.target },
    retrieval: { finalUrl, redirects, status: 200, at: '2026-01-01T00:00:00Z' },
    contentType,
    linkFields: facts.link === undefined ? [] : [{ url: finalUrl, text: facts.link }],
    ...(body === undefined ? {} : { body: typeof body === 'string' ? Buffer.from(body) : body }),
  };
  const limits = {
    jsonDepth: 200,
    jsonValues: 2_000_000,
    linksPerPage: 20,
    pieceBytes: 4_194_304,
    urlsPerSource: 1000,
    ...facts.limits,
  };
  const context = { signal: new AbortController().signal, now: () => new Date(0) };
  const outcomes: Outcome<ExtractionOutput>[] = [];
  const { readListFrame } = createExpander({ limits });
  const stage = createExtractStage({ limits, readListFrame });
  for await (const outcome of stage.process(response, context)) outcomes.push(outcome);
  return outcomes;
}

/** A JSON-LD script with a value, or a text as it is. */
export function script(content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return `<script type="application/ld+json">${text}</script>`;
}

/** The documents among some outcomes. */
export function documentsOf(
  outcomes: readonly Outcome<ExtractionOutput>[],
): readonly JsonLdDocument[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'produced' && outcome.value.kind === 'document'
      ? [outcome.value.document]
      : [],
  );
}

/** The links among some outcomes. */
export function linksOf(outcomes: readonly Outcome<ExtractionOutput>[]): readonly FoundLink[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'produced' && outcome.value.kind === 'link' ? [outcome.value.link] : [],
  );
}

/** The kind of each outcome: value, reason or problem. */
export function kindsOf(outcomes: readonly Outcome<ExtractionOutput>[]): readonly string[] {
  return outcomes.map((outcome) => {
    if (outcome.kind === 'skipped') return outcome.reason;
    return outcome.kind === 'produced' ? outcome.value.kind : outcome.problem.kind;
  });
}
