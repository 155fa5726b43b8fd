import { isWebAddress } from '../../../export/web-address.ts';
import { grouped } from '../../../text/amounts.ts';
import type { FileDetail, Named, PartDetail } from '../../../views/details/resource-details.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { shortened, webLabel } from '../../parts/short-names.ts';
import { fileCount, filesOf, formatLabels, sizeLabel, type StatedFile } from './files-of.ts';
import { More } from './more.tsx';
import { saidOf } from './subject.ts';
import { shownFirst, unreadOf, type SubjectView } from './view.ts';

interface OfView {
  readonly view: SubjectView;
}

/** The files and services in which it comes, and what is inside of archives. */
export function Files({ view }: OfView) {
  const files = saidOf(view.subject, filesOf)?.value ?? [];
  if (files.length === 0) return null;
  // Of one archive they are in it, and its list says so.
  const inside = insideOf(files);
  const unread = unreadOf(view, 'distributions');
  const unreadOutside = inside === 0 || files.length > 1 ? unread : 0;
  const shown = shownFirst(view, 'files', files);
  return (
    <section id="files" aria-labelledby="files-title">
      <h2 id="files-title">
        Files <span class="count">{grouped(fileCount(view))}</span>
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
      <More
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

/** How many files the record lists in archives. */
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

/** An address without its host, where something is behind that; of a long one the end. */
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

/** What a distribution conforms to, and a licence of its own. */
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
      <More
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
