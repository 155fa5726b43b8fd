import type { Outcome } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { Extracted } from '../model/record.ts';
import type { Response } from '../model/response.ts';
import type { Stage } from '../model/stage.ts';
import { chooseRoute, parseMediaType } from './media-type.ts';
import type { ExtractLimits, Route } from './route.ts';
import { routes } from './routes.ts';

/**
 * Makes the stage that finds the metadata in a response. It yields, in document order:
 * - a record for each JSON-LD document that describes a resource, with a key where the page has several;
 * - a link for each `<link rel="describedby">` to JSON, where a page has no record of its own;
 * - `page-furniture` and `repeated-on-page` for JSON-LD that was left alone;
 * - `json-malformed`, `json-not-metadata` and `json-too-complex` for what costs only itself; `no-metadata`,
 *   `content-type-unsupported` and `too-many-links` for the response as a whole.
 * `charset-unknown` goes with the first of these. It computes and does not wait.
 */
export function createExtractStage(options: {
  readonly limits: ExtractLimits;
}): Stage<Response, Extracted> {
  const { limits } = options;
  return {
    name: 'extract',
    async *process(response) {
      yield* extractFrom(response, limits);
    },
  };
}

function* extractFrom(response: Response, limits: ExtractLimits): Iterable<Outcome<Extracted>> {
  const { url } = response.target;
  const mediaType = parseMediaType(response.contentType);
  const chosen = chooseRoute(mediaType.essence, response.body);
  if (chosen === undefined && response.body.length > 0) {
    const { contentType } = response;
    yield { kind: 'failed', problem: { kind: 'content-type-unsupported', url, contentType } };
    return;
  }
  const route: Route = routes[chosen ?? 'embedded'];
  const { text, unknownCharset } = route.decode(response.body, mediaType.charset);
  if (text.trim() === '') {
    yield { kind: 'failed', problem: { kind: 'no-metadata', url } };
    return;
  }
  const outcomes = route.extract({ response, mediaType, text, limits });
  if (unknownCharset === undefined) yield* outcomes;
  else yield* withProblem(outcomes, { kind: 'charset-unknown', url, charset: unknownCharset });
}

/** Adds a problem to the first outcome that can carry one. */
function* withProblem(
  outcomes: Iterable<Outcome<Extracted>>,
  problem: Problem,
): Iterable<Outcome<Extracted>> {
  let isCarried = false;
  for (const outcome of outcomes) {
    if (isCarried || outcome.kind === 'skipped') {
      yield outcome;
      continue;
    }
    isCarried = true;
    yield { ...outcome, problems: [...(outcome.problems ?? []), problem] };
  }
}
