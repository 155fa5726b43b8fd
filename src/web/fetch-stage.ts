import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { FileChanged, openUnchangedFile } from '../files/same-file.ts';
import { type FetchRequest, ResourceError, type Response } from '../model/http.ts';
import type { Outcome, Stage, StageContext } from '../model/outcome.ts';
import { fileUnreadableProblem, type Problem, type ProblemOf } from '../model/problem.ts';
import { type FetchOptions, fileOfMappedUrl, readTargetFile } from './fetch-file.ts';
import {
  fetchFromWeb,
  hashLinkFields,
  responseWithoutContent,
  type WebFetchResult,
} from './fetch-web.ts';

/**
 * Creates the stage that fetches a target: from a file where it has one or its URL maps to one,
 * else from the Web. It yields one response, or one failure with the problem of the resource; a
 * response without content whose headers lead to metadata comes with `content-unavailable`. A
 * response not modified since `FetchRequest.known` is skipped. A temporary file exists until the next
 * outcome is requested. An abort is thrown, as the signal's reason.
 * @throws {SpoolFault} when a large body cannot be written to a temporary file
 */
export function createFetchStage(options: FetchOptions): Stage<FetchRequest, Response> {
  return {
    name: 'fetch',
    async *process(request, context): AsyncGenerator<Outcome<Response>> {
      const outcome = await fetchTarget(request, options, context);
      try {
        yield outcome;
      } finally {
        if (outcome.kind === 'produced') await removeTemporary(outcome.value);
      }
    },
  };
}

async function fetchTarget(
  request: FetchRequest,
  options: FetchOptions,
  { signal, now }: StageContext,
): Promise<Outcome<Response>> {
  signal.throwIfAborted();
  const { target } = request;
  try {
    const { file = await fileOfMappedUrl(target.url, options.folders ?? []) } = target;
    const result: WebFetchResult | undefined =
      file === undefined
        ? await fetchFromWeb(request, options, signal)
        : { response: await readTargetFile({ ...target, file }, options.limits, now) };
    if (result !== undefined) {
      const { response: value } = result;
      if (!(await isUnchanged(result, request))) return { kind: 'produced', value };
      await removeTemporary(value);
    }
    return { kind: 'skipped', url: target.url, reason: 'not-modified' };
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    const value = responseWithoutContent(target, error);
    return value === undefined
      ? { kind: 'failed', problem: error.problem }
      : { kind: 'produced', value, problems: [contentUnavailableProblem(error.problem)] };
  }
}

/**
 * Whether a response equals the known one. Also reports the validators to keep: where only the
 * links of an earlier 304 differed, those links, so that a server that omits some there is not
 * requested twice each time.
 */
async function isUnchanged(
  { response, byHead, otherLinks }: WebFetchResult,
  { known, onAnswer }: FetchRequest,
): Promise<boolean> {
  const fingerprint = await responseFingerprint(response);
  const isSame = known?.fingerprint === fingerprint;
  const { finalUrl, etag, lastModified } = response.retrieval;
  onAnswer?.({
    finalUrl,
    fingerprint,
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    ...((isSame ? otherLinks : undefined) ?? hashLinkFields(response)),
    ...(byHead === undefined ? {} : { byHead }),
  });
  return isSame;
}

/** The problem of a resource that answered, but whose content is unavailable. */
function contentUnavailableProblem(problem: Problem): ProblemOf<'content-unavailable'> {
  const { url, kind: reason } = problem;
  const status = problem.kind === 'http-status' ? { status: problem.status } : {};
  return { kind: 'content-unavailable', url, reason, ...status };
}

async function removeTemporary({ body }: Response): Promise<void> {
  if (body === undefined || body instanceof Uint8Array || !body.temporary) return;
  // Where this fails, the system clears its temporary folder.
  await rm(body.path, { force: true }).catch(() => undefined);
}

/**
 * SHA-256, in hexadecimal, of the final URL, status, type, `Link` headers and body of a response.
 * @throws {ResourceError} `file-unreadable` where the file with the body was replaced or removed
 */
async function responseFingerprint({
  target: { url },
  retrieval,
  contentType,
  linkFields,
  body,
}: Response): Promise<string> {
  const { finalUrl, status } = retrieval;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([finalUrl, status ?? null, contentType, linkFields]));
  if (body === undefined) return hash.digest('hex');
  if (body instanceof Uint8Array) return hash.update(body).digest('hex');
  try {
    // The stream closes the file, also on failure.
    const stream = createReadStream('', { fd: openUnchangedFile(body) });
    for await (const piece of stream) hash.update(piece as Uint8Array); // no encoding is set
    return hash.digest('hex');
  } catch (error) {
    const problem =
      error instanceof FileChanged
        ? ({ kind: 'file-unreadable', url, code: 'ESTALE' } as const)
        : fileUnreadableProblem(url, error);
    throw new ResourceError(problem, { cause: error });
  }
}
