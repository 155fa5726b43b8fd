import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip, type Gzip } from 'node:zlib';

/** How a body is compressed. */
export type ContentEncoding = 'br' | 'gzip';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

/** Quality 5 makes pages nearly as small as 11 in a hundredth of the time. */
const brotliQuality = { page: 5, asset: 11 } as const;

/**
 * The encoding to use where a client takes it (`Accept-Encoding`, RFC 9110, 12.5.3); undefined for
 * none.
 */
export function chooseEncoding(accepted: string | undefined): ContentEncoding | undefined {
  const taken = new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .filter((each) => !/;\s*q=0(?:\.0{1,3})?\s*$/u.test(each))
      .map((each) => (each.split(';')[0] ?? '').trim()),
  );
  return (['br', 'gzip'] as const).find((encoding) => taken.has(encoding));
}

/** @param use what never changes is compressed once, and as far as possible */
export async function compress(
  body: string | Buffer,
  encoding: ContentEncoding | undefined,
  use: keyof typeof brotliQuality = 'page',
): Promise<Buffer> {
  if (encoding === undefined) return Buffer.from(body);
  if (encoding === 'gzip') return gzipAsync(body);
  const size = Buffer.byteLength(body);
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality[use],
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  });
}

/** Compresses a body that is sent while it is made, always as gzip: Brotli would take too long. */
export function compressingStream(encoding: ContentEncoding | undefined): Gzip | PassThrough {
  return encoding === undefined ? new PassThrough() : createGzip();
}
