import type { Context, Hono } from 'hono';
import { hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { formatBytes, formatCount, groupDigits } from '../../../text/amounts.ts';
import { hasClientGone, isKnownTag } from '../../answer-page.ts';
import { aboutPage } from '../../../views/signposting/link-sets.ts';
import { chooseMediaType } from '../../negotiation.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { problemMediaType } from '../../page.ts';
import { Layout, NameValuePair, TimeElement } from '../../parts/layout.tsx';
import { type Site, sitePath } from '../../site.ts';
import { describeDump, dumpIri, dumpListing, partTitles } from './dump-description.ts';
import type { DumpedFile } from './dump-files.ts';
import type { Dump, DumpKeeper } from './dump-keeper.ts';

/** What the routes of dumps read. */
export interface DumpContext {
  readonly site: Site;
  readonly dumps: DumpKeeper;
  readonly catalogue: { readonly state: CatalogueState | undefined };
  /** Called with errors while a file is sent. */
  readonly onError: (error: unknown) => void;
}

/** The formats of the description of a dump, the default first. */
const formats = ['text/html', 'application/json', 'text/turtle', 'application/ld+json'] as const;
type Format = (typeof formats)[number];

/** The description under names of its own. */
const named: Readonly<Record<string, Format>> = {
  'files.json': 'application/json',
  'void.ttl': 'text/turtle',
  'dcat.ttl': 'text/turtle',
  'dcat.jsonld': 'application/ld+json',
};

/**
 * Adds the routes of dumps. They are no `PageRoute`s, because they send files that do not depend on
 * the present state of the catalogue, with their lengths and in ranges.
 */
export function addDumpRoutes(app: Hono, served: DumpContext): void {
  const { site } = served;
  app.get(sitePath(site, '/dump'), (context) => context.redirect(sitePath(site, '/dump/'), 301));
  app.get(sitePath(site, '/dump/'), async (context) => {
    const wanted = chooseMediaType(context.req.header('Accept'), formats);
    context.header('Vary', 'Accept');
    return description(context, served, formats.find((each) => each === wanted) ?? formats[0]);
  });
  for (const [name, format] of Object.entries(named)) {
    app.get(sitePath(site, `/dump/${name}`), async (context) => {
      return description(context, served, format);
    });
  }
  app.get(sitePath(site, '/dump/:change/:name'), async (context) => sendFile(context, served));
}

async function description(
  context: Context,
  { site, dumps, catalogue }: DumpContext,
  format: Format,
): Promise<Response> {
  const before = catalogue.state;
  const dump = before && (await dumps.latest(before.version));
  // The former state may have ended in the meantime.
  const { state } = catalogue;
  if (state === undefined || dump === undefined) {
    const why = state === undefined ? 'There is no catalogue yet' : undefined;
    return notYet(context, { site, dumps }, { format, why });
  }
  const body = textOf(format, { site, state, dump });
  const headers = { 'Cache-Control': 'no-cache', ETag: `"${hash('sha256', body)}"` };
  if (isKnownTag(context.req.header('If-None-Match'), headers.ETag)) {
    return context.body(null, 304, headers);
  }
  const contentType = format.startsWith('text/') ? `${format}; charset=utf-8` : format;
  return context.body(body, 200, { ...headers, 'Content-Type': contentType });
}

function textOf(format: Format, { site, state, dump }: DumpPageProps): string {
  if (format === 'application/json') return `${JSON.stringify(dumpListing(site, dump), null, 2)}\n`;
  if (format === 'text/turtle') return describeDump('ttl', site, dump);
  if (format === 'application/ld+json') return describeDump('jsonld', site, dump);
  return wholePage(<DumpPage site={site} state={state} dump={dump} />);
}

function wholePage(page: unknown): string {
  return `<!doctype html>${String(page)}`;
}

/** How long a client should wait for the first dump, in seconds. */
const retrySeconds = 10;

/** @param why there is no dump, if no dump can be made at all */
function notYet(
  context: Context,
  { site, dumps }: Pick<DumpContext, 'dumps' | 'site'>,
  { format, why }: { readonly format: Format; readonly why: string | undefined },
): Response {
  const { isMaking, waitSeconds } = dumps.progress;
  const title =
    why ?? (isMaking ? 'The dump is being made' : 'The dump could not be made, and is tried again');
  const headers = {
    'Retry-After': String(Math.max(retrySeconds, waitSeconds)),
    'Cache-Control': 'no-store',
  };
  if (format === 'text/html') {
    return context.html(wholePage(<MakingPage site={site} title={title} />), 503, headers);
  }
  const text = JSON.stringify({ title, status: 503 });
  return context.body(`${text}\n`, 503, { ...headers, 'Content-Type': problemMediaType });
}

/**
 * Sends a file, or the part of it with which a client continues a download (RFC 9110, 14.2). The
 * checksum is of the file as it is sent, so it has no `Content-Encoding`.
 */
async function sendFile(context: Context, { dumps, onError }: DumpContext): Promise<Response> {
  const { req } = context;
  const found = dumps.find(req.param('change') ?? '', req.param('name') ?? '');
  if (found === undefined) return noSuchFile(context);
  const { bytes, sha256 } = found.file;
  const headers = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-cache',
    ETag: `"${sha256}"`,
    'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  };
  const part = wantedPart(context, found.file);
  if (part === 'known') return context.body(null, 304, headers);
  if (part === 'unsatisfiable') {
    return context.body(null, 416, { ...headers, 'Content-Range': `bytes */${bytes}` });
  }
  const { start, end } = part;
  const isWhole = start === 0 && end === bytes - 1;
  const status = isWhole ? 200 : 206;
  const sent = {
    ...headers,
    'Content-Type': 'application/gzip',
    'Content-Length': String(end + 1 - start),
    ...(!isWhole && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
  };
  if (req.method === 'HEAD') return context.body(null, status, sent);
  const handle = await openIfThere(found.path);
  if (handle === undefined) return noSuchFile(context);
  const file = Readable.from(readWhole(handle, part), { objectMode: false });
  file.once('error', (error) => {
    if (!hasClientGone(error)) onError(error);
  });
  return context.body(Readable.toWeb(file) as ReadableStream, status, sent); // as in answer-page.ts
}

/** The part of a file that a client wants; `known` if it has the file. */
function wantedPart(
  { req }: Context,
  { bytes, sha256 }: DumpedFile,
): ByteRange | 'known' | 'unsatisfiable' {
  const etag = `"${sha256}"`;
  if (isKnownTag(req.header('If-None-Match'), etag)) return 'known';
  const isSame = (req.header('If-Range') ?? etag) === etag;
  const range = isSame ? readRange(req.header('Range'), bytes) : undefined;
  return range ?? { start: 0, end: bytes - 1 };
}

/** Reads a part of a file. @throws {Error} where the file is shorter, which ends the connection */
async function* readWhole(handle: FileHandle, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let missing = end + 1 - start;
  for await (const chunk of handle.createReadStream({ start, end })) {
    const bytes = chunk as Buffer; // a stream without an encoding
    missing -= bytes.length;
    yield bytes;
  }
  if (missing > 0) throw new Error('A file of a dump was truncated.');
}

/** A file may be removed while its description is read. */
async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function noSuchFile(context: Context): Response {
  const text = JSON.stringify({
    title: 'There is no such file',
    status: 404,
    detail: 'Older dumps are removed; /dump/ has the latest one.',
  });
  const headers = { 'Content-Type': problemMediaType, 'Cache-Control': 'no-store' };
  return context.body(`${text}\n`, 404, headers);
}

/** A part of a file: the places of its first and last byte. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` field with one range; others are ignored, as RFC 9110, 14.2 allows.
 * @returns undefined for the whole file
 */
export function readRange(
  field: string | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(field?.trim() ?? '') ?? [];
  if (first === '') return last === '' ? undefined : lastBytes(Number(last), bytes);
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Number(last);
  if (last !== '' && end < start) return undefined;
  return start < bytes ? { start, end: Math.min(end, bytes - 1) } : 'unsatisfiable';
}

function lastBytes(count: number, bytes: number): ByteRange | 'unsatisfiable' {
  return count === 0 ? 'unsatisfiable' : { start: Math.max(0, bytes - count), end: bytes - 1 };
}

interface DumpPageProps {
  readonly site: Site;
  readonly state: CatalogueState;
  readonly dump: Dump;
}

/** The typed links that level 1 of FAIR Signposting requires. */
function DumpLinks({ site }: { readonly site: Site }) {
  return (
    <>
      <link rel="cite-as" href={dumpIri(site)} />
      <link rel="type" href="https://schema.org/Dataset" />
      <link rel="type" href={aboutPage} />
      <link
        rel="describedby"
        type="application/ld+json"
        href={sitePath(site, '/dump/dcat.jsonld')}
      />
    </>
  );
}

function DumpPage({ site, state, dump }: DumpPageProps) {
  const links = <DumpLinks site={site} />;
  return (
    <Layout site={site} state={state} title="Dump" kind="help" head={links}>
      <h1>Dump of the catalogue</h1>
      <section aria-labelledby="files">
        <h2 id="files">Files</h2>
        <p>
          The statements of {formatCount(dump.records, 'record')} as gzipped N-Quads, all of one
          state of the catalogue (change {groupDigits(dump.change)}), complete at{' '}
          <TimeElement at={dump.at} />. The dump is made again some time after the catalogue has
          changed; the former one can be downloaded until then.
        </p>
        <dl class="pairs wide">
          {dump.files.map((file) => (
            <NameValuePair
              name={<a href={sitePath(site, `/dump/${dump.change}/${file.name}`)}>{file.name}</a>}
            >
              {partTitles[file.part]}. {formatCount(file.statements, 'statement')},{' '}
              {formatBytes(file.bytes)}, SHA-256 <code>{file.sha256}</code>
            </NameValuePair>
          ))}
        </dl>
        <p>
          The same for programs: <a href={sitePath(site, '/dump/files.json')}>JSON</a>,{' '}
          <a href={sitePath(site, '/dump/void.ttl')}>VoID and DCAT in Turtle</a>,{' '}
          <a href={sitePath(site, '/dump/dcat.jsonld')}>and in JSON-LD</a>.
        </p>
      </section>
      <section aria-labelledby="others">
        <h2 id="others">Other ways to get the records</h2>
        <ul class="actions">
          <li>
            <a href={sitePath(site, '/sitemap.xml')}>Sitemap</a>
          </li>
          <li>
            <a href={sitePath(site, '/cdif-list.json')}>CDIF list</a>
          </li>
          <li>
            <a href={sitePath(site, '/changes.atom')}>Changes (Atom)</a>
          </li>
          <li>
            <a href={sitePath(site, '/changes/')}>Changes (Activity Streams)</a>
          </li>
        </ul>
      </section>
    </Layout>
  );
}

function MakingPage({ site, title }: { readonly site: Site; readonly title: string }) {
  return (
    <Layout site={site} title="Dump" kind="states">
      <section class="empty">
        <h1>{title}</h1>
        <p>Load this page again later.</p>
      </section>
    </Layout>
  );
}
