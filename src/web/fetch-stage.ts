import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { FileChanged, openUnchangedFile } from '../files/same-file.ts';
import type { FetchRequest } from '../model/fetch-request.ts';
import { ResourceError, type Response } from '../model/http.ts';
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
    async *process(ask, context): AsyncGenerator<Outcome<Response>> {
      const outcome = await answerTo(ask, options, context);
      try {
        yield outcome;
      } finally {
        if (outcome.kind === 'produced') await removeTemporary(outcome.value);
      }
    },
  };
}

async function answerTo(
  ask: FetchRequest,
  options: FetchOptions,
  context: StageContext,
): Promise<Outcome<Response>> {
  context.signal.throwIfAborted();
  const { target } = ask;
  try {
    const answer = await responseTo(ask, options, context);
    if (answer !== undefined) {
      const { response: value } = answer;
      if (!(await isAsBefore(answer, ask))) return { kind: 'produced', value };
      await removeTemporary(value);
    }
    return { kind: 'skipped', url: target.url, reason: 'not-modified' };
  } catch (error) {
    if (!(error instanceof ResourceError)) throw error;
    const value = responseWithoutContent(target, error);
    return value === undefined
      ? { kind: 'failed', problem: error.problem }
      : { kind: 'produced', value, problems: [unavailable(error.problem)] };
  }
}

/** @returns undefined where the server says that it is what it was */
async function responseTo(
  ask: FetchRequest,
  options: FetchOptions,
  { signal, now }: StageContext,
): Promise<WebFetchResult | undefined> {
  const { target } = ask;
  const { file = await fileOfMappedUrl(target.url, options.folders ?? []) } = target;
  return file === undefined
    ? fetchFromWeb(ask, options, signal)
    : { response: await readTargetFile({ ...target, file }, options.limits, now) };
}

/**
 * Whether a response equals the known one. Also returns the validators to keep: where only the
 * links of an earlier 304 differed, those links, so that a server that omits some there is not
 * requested twice each time.
 */
async function isAsBefore(
  { response, byHead, otherLinks }: WebFetchResult,
  { known, onAnswer }: FetchRequest,
): Promise<boolean> {
  const fingerprint = await readFingerprint(response);
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

/**
 * @throws {ResourceError} `file-unreadable` where the body is in a file that was exchanged or
 * removed meanwhile
 */
async function readFingerprint(response: Response): Promise<string> {
  const { url } = response.target;
  try {
    return await responseFingerprint(response);
  } catch (error) {
    const problem =
      error instanceof FileChanged
        ? ({ kind: 'file-unreadable', url, code: 'ESTALE' } as const)
        : fileUnreadableProblem(url, error);
    throw new ResourceError(problem, { cause: error });
  }
}

/** The problem of a resource that answered, but whose content is unavailable. */
function unavailable(problem: Problem): ProblemOf<'content-unavailable'> {
  const { url, kind: reason } = problem;
  const status = problem.kind === 'http-status' ? { status: problem.status } : {};
  return { kind: 'content-unavailable', url, reason, ...status };
}

async function removeTemporary({ body }: Response): Promise<void> {
  if (body === undefined || body instanceof Uint8Array || !body.temporary) return;
  // One that is still in use, or gone, is left to the system, which clears its folder for what is temporary.
  await rm(body.path, { force: true }).catch(() => undefined);
}

/**
 * SHA-256, in hexadecimal, of what matters in a response: the final URL, its type, its typed links
 * and its content, but not its date and the like, which always differ.
 */
async function responseFingerprint({
  retrieval,
  contentType,
  linkFields,
  body,
}: Response): Promise<string> {
  const { finalUrl, status } = retrieval;
  const hash = createHash('sha256');
  hash.update(JSON.stringify([finalUrl, status ?? null, contentType, linkFields]));
  if (body instanceof Uint8Array) hash.update(body);
  else if (body !== undefined) {
    // The file is closed at the end of the stream, or on failure.
    const stream = createReadStream('', { fd: openUnchangedFile(body) });
    for await (const piece of stream) hash.update(piece as Uint8Array); // without an encoding
  }
  return hash.digest('hex');
}
