import { constants, openSync, type Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Limits } from '../config/schema.ts';
import { readFileDocuments } from '../conformance/file-documents.ts';
import type { Profile } from '../conformance/profile.ts';
import type { NamedDocuments } from '../conformance/validation-run.ts';
import { UsageFault } from '../model/fault.ts';
import type { JsonLdDocument } from '../model/record.ts';
import { type Listing, targetUrl } from '../model/target.ts';
import { escapeControls } from '../text/printable.ts';
import type { CommandContext } from './command.ts';
import { type LiveOptions, refuseUnknownSources, withCatalogue } from './options.ts';
import type { ValidationContexts } from './contexts.ts';

/** What to validate. */
export interface InputSelection extends LiveOptions {
  readonly all?: true;
  /** The base of relative IRIs in files. */
  readonly base?: string;
}

/** What reading inputs needs besides their names. */
export interface InputReading {
  readonly limits: Limits;
  readonly context: CommandContext;
  /** The profiles that the configuration gives a URL by the sources that list it, if any. */
  readonly profilesFor: (listings: readonly Listing[]) => readonly Profile[] | undefined;
  readonly contexts: ValidationContexts;
}

/** Gets one input after the other. */
type TakeInput = (input: NamedDocuments) => Promise<void>;

/**
 * Reads what the command line names, one after the other: files, standard input (`-`) and URLs, or
 * records of the catalogue.
 * @throws {Fault} as a harvest or the catalogue does
 */
export async function readInputs(
  names: readonly string[],
  options: InputSelection,
  reading: InputReading,
  take: TakeInput,
): Promise<void> {
  const { context } = reading;
  if (isCatalogue(options)) await takeFromCatalogue(options, reading, take);
  for (const name of names) {
    context.signal.throwIfAborted();
    const url = liveUrl(name);
    if (url === undefined) await take(await fileInput(name, options, reading));
    else await takeLive(url, options, reading, take);
  }
}

/**
 * Refuses before a report begins what no report could tell.
 * @throws {UsageFault} where the command line names files and records of the catalogue, or none;
 * for a folder, and for a base that is not a URL
 */
export async function refuseUnclearInputs(
  names: readonly string[],
  options: InputSelection,
  { cwd }: CommandContext,
): Promise<void> {
  if (isCatalogue(options) === names.length > 0) {
    throw new UsageFault('Name files or URLs to validate, or else give --all or --source NAME.');
  }
  for (const name of names.filter((each) => liveUrl(each) === undefined)) {
    const path = resolve(cwd, name);
    baseUrl(name, path, options.base);
    const stats = isStandardInput(name) ? undefined : await statOf(path);
    if (stats?.isDirectory() === true) {
      throw new UsageFault(`${escapeControls(name)} is a folder: name the files in it.`);
    }
  }
}

function isCatalogue({ all, source }: InputSelection): boolean {
  return all === true || source !== undefined;
}

/** The normalised URL that an input is; undefined for files. */
function liveUrl(name: string): string | undefined {
  return /^https?:\/\//iu.test(name) ? targetUrl(name) : undefined;
}

function isStandardInput(name: string): boolean {
  return ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(name);
}

async function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

async function fileInput(
  name: string,
  { base }: InputSelection,
  { limits, context, contexts }: InputReading,
): Promise<NamedDocuments> {
  const path = resolve(context.cwd, name);
  const url = baseUrl(name, path, base);
  const shown = isStandardInput(name) ? '(standard input)' : name;
  const stream = isStandardInput(name) ? context.stdin : await openInheritedPipe(path);
  // The guard against links is for folders that others write to; this path was named by the user.
  const content =
    stream === undefined
      ? await realpath(path).catch(() => path)
      : await readStream(stream, limits, context);
  if (content === undefined) {
    const problem = { kind: 'body-too-large', url, maxBytes: limits.listBytes } as const;
    return { name: shown, documents: [], problems: [problem] };
  }
  const read = await readFileDocuments({ url, content }, limits, context, contexts.source);
  return { name: shown, file: content, ...read };
}

function baseUrl(name: string, path: string, base: string | undefined): string {
  if (base === undefined) return pathToFileURL(isStandardInput(name) ? `${path}/stdin` : path).href;
  const url = targetUrl(base);
  if (url === undefined) throw new UsageFault(`--base ${escapeControls(base)} is not a URL.`);
  return url.endsWith('/') ? url + encodeURIComponent(basename(path)) : url;
}

/**
 * Opens a pipe that the shell made, as for `<(command)`; undefined for other paths. A pipe with a
 * name may never get a writer, and is refused like a device.
 */
async function openInheritedPipe(path: string): Promise<Readable | undefined> {
  if (!/^\/(?:dev|proc\/self)\/fd\/\d+$/u.test(path)) return undefined;
  if ((await statOf(path))?.isFIFO() !== true) return undefined;
  return new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) });
}

/** The bytes of a stream; undefined where there are more than the limit. */
async function readStream(
  stream: Readable,
  { listBytes }: Limits,
  { signal }: CommandContext,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, stream) as AsyncIterable<Buffer | string>) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    bytes += buffer.byteLength;
    if (bytes > listBytes) return undefined;
    chunks.push(buffer);
  }
  return Buffer.concat(chunks);
}

/** Takes the documents of a URL and of what it links to, as a harvest finds them. */
async function takeLive(
  url: string,
  options: InputSelection,
  { context, contexts }: InputReading,
  take: TakeInput,
): Promise<void> {
  // The harvest takes longer to load than all the rest.
  const { linksOf, visitNow } = await import('./live-visit.ts');
  const { visits, endedAfter } = await visitNow(url, options, context, contexts.source);
  if (endedAfter !== undefined) {
    const untried = visits.filter(({ outcome }) => outcome.state === 'not-tried');
    // A visit that did not begin, or that ended amid its links, has no such state.
    const late = untried.length === 0 ? [url] : untried.map(({ outcome }) => outcome.url);
    for (const name of late) {
      const timeoutMs = endedAfter * 1000;
      const problem = { kind: 'timed-out', url: name, phase: 'visit', timeoutMs } as const;
      await take({ name, documents: [], problems: [problem] });
    }
  }
  for (const { outcome, documents, retrieval } of visits) {
    // Problems of documents are found again when these are validated.
    const problems = documents.length === 0 ? outcome.problems : [];
    const links = linksOf(outcome.url, visits).filter(({ rel }) => rel === 'cite-as');
    const citeAs = [...new Set(links.map(({ target }) => target))];
    const carried = documents.map((document): JsonLdDocument => {
      const lastModified = document.route === 'direct' ? retrieval?.lastModified : undefined;
      return Object.assign({ response: { lastModified, citeAs } }, document);
    });
    await take({ name: outcome.url, documents: carried, problems });
  }
}

/**
 * Takes the kept documents of all URLs, or of those of a source. Older ones are there for records
 * of which the publisher has another version now, or none.
 */
async function takeFromCatalogue(
  options: InputSelection,
  { context, contexts, profilesFor }: InputReading,
  take: TakeInput,
): Promise<void> {
  const { source, ...catalogue } = options;
  await withCatalogue(catalogue, context, async (store) => {
    contexts.useCatalogue(store);
    if (source !== undefined) await refuseUnknownSources([source], store);
    for await (const { url, documents } of store.documents()) {
      context.signal.throwIfAborted();
      const { listings = [] } = (await store.outcomeOf(url)) ?? {};
      if (source !== undefined && !listings.some((each) => each.source === source)) continue;
      const profiles = profilesFor(listings);
      const page: JsonLdDocument[] = [];
      for (const document of documents) {
        if (document.isOlder === true) continue;
        if (document.piece === undefined) page.push(document);
        else await take({ name: url, documents: [document], problems: [], profiles });
      }
      if (page.length > 0) await take({ name: url, documents: page, problems: [], profiles });
    }
  });
}
