import { createExtractStage } from '../../src/extract/extract.ts';
import type { ExtractLimits } from '../../src/extract/route.ts';
import type { Outcome } from '../../src/model/outcome.ts';
import type { Extracted, JsonLdDocument } from '../../src/model/record.ts';
import type { Body, Response } from '../../src/model/response.ts';

/** What a test may want different in the response it extracts from. */
export interface ResponseFacts {
  readonly contentType?: string;
  readonly url?: string;
  readonly finalUrl?: string;
  readonly limits?: Partial<ExtractLimits>;
}

export const pageUrl = 'https://repository.example.org/dataset/1';

/** Runs the stage on one body, by default that of a page, and collects what it yields. */
export async function extract(
  body: string | Body,
  facts: ResponseFacts = {},
): Promise<Outcome<Extracted>[]> {
  const { contentType = 'text/html', url = pageUrl, finalUrl = url } = facts;
  const response: Response = {
    target: { url, source: 'test', found: { by: 'urls' }, depth: 0 },
    retrieval: { finalUrl, redirects: [], status: 200, at: '2026-01-01T00:00:00Z' },
    contentType,
    link: '',
    body: typeof body === 'string' ? Buffer.from(body) : body,
  };
  const limits = {
    jsonDepth: 200,
    jsonValues: 2_000_000,
    linksPerPage: 20,
    pieceBytes: 4_194_304,
    ...facts.limits,
  };
  const context = { signal: new AbortController().signal, now: () => new Date(0) };
  const outcomes: Outcome<Extracted>[] = [];
  const stage = createExtractStage({ limits });
  for await (const outcome of stage.process(response, context)) outcomes.push(outcome);
  return outcomes;
}

/** A JSON-LD script with a value, or a text as it is. */
export function script(content: unknown): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return `<script type="application/ld+json">${text}</script>`;
}

/** The documents among some outcomes. */
export function documentsOf(outcomes: readonly Outcome<Extracted>[]): readonly JsonLdDocument[] {
  return outcomes.flatMap((outcome) =>
    outcome.kind === 'produced' && outcome.value.kind === 'document'
      ? [outcome.value.document]
      : [],
  );
}

/** What became of each part of a page, in a word. */
export function kindsOf(outcomes: readonly Outcome<Extracted>[]): readonly string[] {
  return outcomes.map((outcome) => {
    if (outcome.kind === 'skipped') return outcome.reason;
    return outcome.kind === 'failed' ? outcome.problem.kind : outcome.value.kind;
  });
}
