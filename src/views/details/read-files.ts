import { isNil } from '../../facts/text/nil.ts';
import { isWritten, type DetailItem } from './detail-items.ts';
import type { DistributionDetail, FileDetail, PartDetail } from './resource-details.ts';

/** A distribution with what is inside of it; undefined where nothing is said of it. */
export function distributionOf(
  item: DetailItem,
  inside: readonly DetailItem[] = [],
): DistributionDetail | undefined {
  const named = partOf(item);
  // A name of its own within the document is better than no address.
  const own = item.values('itself').filter(isWritten).slice(0, 1);
  const detail = {
    ...named,
    addresses: named.addresses.length > 0 ? named.addresses : own,
    conformsTo: item.values('conforms to'),
    licences: item.values('license'),
    parts: inside.map(partOf).filter(saysAnything),
  };
  return saysAnything(detail) ? detail : undefined;
}

/** A resource as the file that it is; its pages are no addresses of that. */
export function fileOf(item: DetailItem): FileDetail | undefined {
  const detail = { addresses: item.values('address'), ...natureOf(item) };
  return saysAnything(detail) ? detail : undefined;
}

function partOf(item: DetailItem): PartDetail {
  const files = item.values('address');
  const own = item.values('itself');
  const name = item.values('name').join(' / ') || own.find(isText);
  const others = [...item.values('url'), ...(name === undefined ? own : [])].filter(isWritten);
  return {
    ...(name === undefined ? {} : { name }),
    addresses: files.length > 0 ? files : others.slice(0, 1),
    ...natureOf(item),
  };
}

/** What is known of the bits, wherever they are. */
export function natureOf(item: DetailItem): Omit<FileDetail, 'addresses'> {
  return {
    formats: namesAmong(item.values('format')),
    sizes: item.values('size').filter((size) => !isNil(size.replace(/ \S+$/u, ''))),
    checksums: [
      ...item.values('checksum').flatMap((sum) => checksumText(sum) ?? []),
      ...item.values('sha256').map((sum) => `SHA-256 ${sum}`),
    ],
  };
}

/** What has names is not called by its IRIs. */
export function namesAmong(texts: readonly string[]): readonly string[] {
  const names = texts.filter(isText);
  return names.length > 0 ? names : texts;
}

function isText(text: string): boolean {
  return !isWritten(text);
}

function saysAnything(detail: FileDetail): boolean {
  return Object.values(detail).some((said: string | readonly unknown[]) => said.length > 0);
}

/** The algorithms of SPDX are IRIs, whose last part says which. Of a node that has an IRI that is no checksum. */
function checksumText(sum: string): string | undefined {
  const end = sum.lastIndexOf(': ');
  const digits = end === -1 ? sum : sum.slice(end + 2);
  if (isWritten(sum) || isNil(digits)) return undefined;
  const algorithm = sum.slice(0, Math.max(end, 0)).replace(/^\S*(?:checksumAlgorithm_|[/#])/u, '');
  return isNil(algorithm) ? digits : `${algorithm.replace(/^sha(?=\d)/u, 'SHA-')} ${digits}`;
}
