import { isWebAddress } from '../../../export/schema-org.ts';
import { normalizeFormat } from '../../../facts/text/formats-and-checksums.ts';
import { formatBytes, groupDigits } from '../../../text/amounts.ts';
import type {
  DistributionDetail,
  FileDetail,
  Named,
  PartDetail,
  ResourceDetails,
} from '../../../views/details/resource-details.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { formatName, shortened, webLabel } from '../../parts/short-names.tsx';
import { type DatasetView, ShowAllLink, shownFirst, unreadRecords } from './dataset-view.tsx';
import { statedByRecords } from './find-dataset.ts';

interface OfView {
  readonly view: DatasetView;
}

/** The files and services of a dataset, and the contents of archives. */
export function Files({ view }: OfView) {
  const files = statedByRecords(view.subject, statedFiles)?.value ?? [];
  if (files.length === 0) return null;
  // If there is only one archive, its list is the list of its files.
  const inside = insideOf(files);
  const unread = unreadRecords(view, 'distributions');
  const unreadOutside = inside === 0 || files.length > 1 ? unread : 0;
  const shown = shownFirst(view, 'files', files);
  return (
    <section id="files" aria-labelledby="files-title">
      <h2 id="files-title">
        Files <span class="count">{groupDigits(fileCount(view))}</span>
      </h2>
      <ul class="files">
        {shown.map((file) => (
          <li>
            <FileLine file={file} />
            <Remarks file={file} />
            <Parts view={view} file={file} unread={unread - unreadOutside} />
          </li>
        ))}
      </ul>
      <ShowAllLink
        view={view}
        part="files"
        section="files"
        called="files"
        shown={shown.length}
        total={files.length + unreadOutside}
        unread={unreadOutside}
      />
    </section>
  );
}

/** The number of files that the record lists in archives. */
function insideOf(files: readonly StatedFile[]): number {
  return files.reduce((sum, file) => sum + ('parts' in file ? file.parts.length : 0), 0);
}

function FileLine({ file }: { readonly file: FileDetail & Named }) {
  const { formats, sizes, checksums } = file;
  const format = formatLabels(formats).slice(0, 2).join(', ');
  return (
    <div class="file">
      <FileName file={file} />
      <span>{format === '' ? 'format not stated' : <bdi>{format}</bdi>}</span>
      <span>{sizes[0] === undefined ? 'size not stated' : <bdi>{sizeLabel(sizes[0])}</bdi>}</span>
      {checksums.length === 0 ? <span>no checksum</span> : <Checksums checksums={checksums} />}
    </div>
  );
}

function FileName({ file }: { readonly file: FileDetail & Named }) {
  const { name, language, addresses } = file;
  const [address = ''] = addresses;
  if (address !== '' && !isWebAddress(address)) {
    return (
      <span class="name">
        {name === undefined ? null : <Literal text={shortened(name, 200)} language={language} />}{' '}
        <code dir="ltr">{shortened(address, 200)}</code>
      </span>
    );
  }
  const label = name ?? (address === '' ? 'file without name' : pathLabel(address));
  return (
    <WebLink href={address} class="name">
      <Literal text={shortened(label, 200)} language={language} />
    </WebLink>
  );
}

const longestPath = 80;

/** The path of a URL, or the whole URL if it has no path; a long path is cut at its begin. */
function pathLabel(address: string): string {
  const path = address.replace(/^https?:\/\/[^/?#]*\/?/iu, '');
  if (path === '') return webLabel(address);
  const [, end] = /^[^?#]*\/([^/?#]+\/?)(?:[?#].*)?$/u.exec(path) ?? [];
  return path.length > longestPath && end !== undefined ? `…/${end}` : path;
}

function Checksums({ checksums }: { readonly checksums: readonly string[] }) {
  const [algorithm = ''] = (checksums[0] ?? '').split(' ');
  const isNamed = checksums[0]?.includes(' ') === true;
  return (
    <details>
      <summary>{isNamed ? shortened(algorithm, 20) : 'checksum'}</summary>
      {checksums.slice(0, 3).map((checksum) => (
        <code>{shortened(checksum, 200)}</code>
      ))}
    </details>
  );
}

/** The profiles of a distribution, and its own licence. */
function Remarks({ file }: { readonly file: StatedFile }) {
  if (!('parts' in file)) return null;
  const remarks = [
    ...file.conformsTo.map((each) => ['conforms to', each] as const),
    ...file.licences.map((each) => ['licence', each] as const),
  ].slice(0, 4);
  if (remarks.length === 0) return null;
  return (
    <p class="facts">
      {remarks.map(([what, value]) => (
        <span>
          {what}{' '}
          <WebLink href={value}>
            <bdi>{webLabel(value)}</bdi>
          </WebLink>
        </span>
      ))}
    </p>
  );
}

interface PartsProps extends OfView {
  readonly file: StatedFile;
  readonly unread: number;
}

function Parts({ view, file, unread }: PartsProps) {
  const parts: readonly PartDetail[] = 'parts' in file ? file.parts : [];
  if (parts.length === 0) return null;
  const shown = shownFirst(view, 'parts', parts);
  return (
    <>
      <ul class="files parts" aria-label="Files in it">
        {shown.map((part) => (
          <li>
            <FileLine file={part} />
          </li>
        ))}
      </ul>
      <ShowAllLink
        view={view}
        part="parts"
        section="files"
        called="files in it"
        shown={shown.length}
        total={parts.length + unread}
        unread={unread}
      />
    </>
  );
}

/** A distribution of a resource, or the resource itself if it is a file. */
type StatedFile = DistributionDetail | FileDetail;

/** The files and distributions that the metadata of a resource states, files first. */
export function statedFiles({ files, distributions }: ResourceDetails): readonly StatedFile[] {
  return [...files, ...distributions];
}

/** The best download: the first file with a URL, preferably not a page. */
export function firstDownload(
  files: readonly StatedFile[],
): { readonly address: string; readonly format: string | undefined } | undefined {
  const inside = files.flatMap((file) => ('parts' in file ? file.parts.slice(0, 1) : []));
  const found = [...files, ...inside].flatMap((file) => {
    const address = file.addresses.find(isWebAddress);
    const format = shortFormat(file) ?? formatOfPath(address ?? '');
    return address === undefined ? [] : [{ address, format }];
  });
  return found.find(({ format }) => format !== 'HTML') ?? found[0];
}

/** The format that the extension of a URL path names. */
function formatOfPath(address: string): string | undefined {
  const [, ending = ''] =
    /\.([a-z\d]{2,7})(?:[?#].*)?$/iu.exec(address.replace(/^\w+:\/\/[^/]*/u, '')) ?? [];
  const format = normalizeFormat(ending);
  return format.includes('/') ? shortened(formatName(format), 20) : undefined;
}

/** The common name of the format of a file, where it has a short one. */
function shortFormat({ formats }: FileDetail): string | undefined {
  return formatLabels(formats).find((each) => each.length <= 20 && !each.includes('/'));
}

/** The common names of all formats. */
function formatLabels(formats: readonly string[]): readonly string[] {
  const names = formats.map((format) => shortened(formatName(normalizeFormat(format)), 60));
  return [...new Set(names)];
}

/** A size with its unit; a bare number is in bytes. */
function sizeLabel(size: string): string {
  const bytes = bytesOf(size);
  return bytes === undefined ? shortened(size, 40) : formatBytes(bytes);
}

function bytesOf(size: string): number | undefined {
  const [, digits] = /^(\d{1,15})(?:\s*(?:b|bytes?))?$/iu.exec(size.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The total size of all files where each is known in bytes, else the size of the only file. */
export function totalSize(files: readonly StatedFile[]): string | undefined {
  const sizes = files.map(({ sizes: [size] }) => size);
  if (sizes.length === 1) return sizes[0] === undefined ? undefined : sizeLabel(sizes[0]);
  let sum = 0;
  for (const size of sizes) {
    const bytes = bytesOf(size ?? '');
    if (bytes === undefined) return undefined;
    sum += bytes;
  }
  return sizes.length === 0 ? undefined : formatBytes(sum);
}

function listedIn(files: readonly StatedFile[]): number {
  const counts = files.map((file) => ('parts' in file ? Math.max(1, file.parts.length) : 1));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * The number of files, as search results count them: an archive counts as the files that the record
 * lists in it. Other distributions, such as services, count where there are no files.
 */
export function fileCount(view: DatasetView): number {
  const found = statedByRecords(view.subject, (details, { search }) => {
    const stated = statedFiles(details);
    return stated.length === 0 ? undefined : { stated, count: search?.files ?? 0 };
  })?.value;
  if (found === undefined) return 0;
  const { stated, count } = found;
  return count > 0 ? count : listedIn(stated) + unreadRecords(view, 'distributions');
}
