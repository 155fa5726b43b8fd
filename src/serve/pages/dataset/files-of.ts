import { isWebAddress } from '../../../export/web-address.ts';
import { formatOf } from '../../../facts/text/format.ts';
import type {
  DistributionDetail,
  FileDetail,
  ResourceDetails,
} from '../../../views/details/resource-details.ts';
import { byteSize } from '../../../text/amounts.ts';
import { formatName, shortened } from '../../parts/short-names.ts';
import { saidOf } from './subject.ts';
import { unreadOf, type SubjectView } from './view.ts';

/** What a resource comes in: itself, where it is a file, and its distributions. */
export type StatedFile = DistributionDetail | FileDetail;

export function filesOf({ files, distributions }: ResourceDetails): readonly StatedFile[] {
  return [...files, ...distributions];
}

/** What a reader would take: the first file with an address, and no page where there is another. */
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

/** The format that the end of an address names. */
function formatOfPath(address: string): string | undefined {
  const [, ending = ''] =
    /\.([a-z\d]{2,7})(?:[?#].*)?$/iu.exec(address.replace(/^\w+:\/\/[^/]*/u, '')) ?? [];
  const format = formatOf(ending);
  return format.includes('/') ? shortened(formatName(format), 20) : undefined;
}

/** The format of a file as people call it, where it has a short name. */
export function shortFormat({ formats }: FileDetail): string | undefined {
  return formatLabels(formats).find((each) => each.length <= 20 && !each.includes('/'));
}

/** All formats as people call them. */
export function formatLabels(formats: readonly string[]): readonly string[] {
  const names = formats.map((format) => shortened(formatName(formatOf(format)), 60));
  return [...new Set(names)];
}

/** A size with its unit; a number alone is one of bytes. */
export function sizeLabel(size: string): string {
  const bytes = bytesOf(size);
  return bytes === undefined ? shortened(size, 40) : byteSize(bytes);
}

function bytesOf(size: string): number | undefined {
  const [, digits] = /^(\d{1,15})(?:\s*(?:b|bytes?))?$/iu.exec(size.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The size of all files together, where that of each is known in bytes, else of the only one. */
export function totalSize(files: readonly StatedFile[]): string | undefined {
  const sizes = files.map(({ sizes: [size] }) => size);
  if (sizes.length === 1) return sizes[0] === undefined ? undefined : sizeLabel(sizes[0]);
  let sum = 0;
  for (const size of sizes) {
    const bytes = bytesOf(size ?? '');
    if (bytes === undefined) return undefined;
    sum += bytes;
  }
  return sizes.length === 0 ? undefined : byteSize(sum);
}

function listedIn(files: readonly StatedFile[]): number {
  const counts = files.map((file) => ('parts' in file ? Math.max(1, file.parts.length) : 1));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * How many files there are, as results of a search count them: an archive is as many as the record
 * lists in it. What is no file, such as a service, counts where there is nothing else.
 */
export function fileCount(view: SubjectView): number {
  const said = saidOf(view.subject, (details, { search }) => {
    const stated = filesOf(details);
    return stated.length === 0 ? undefined : { stated, files: search?.files ?? 0 };
  })?.value;
  if (said === undefined) return 0;
  return said.files > 0 ? said.files : listedIn(said.stated) + unreadOf(view, 'distributions');
}
