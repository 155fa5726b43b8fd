import { mayHoldMetadata } from '../model/media-type.ts';
import { mediaTypeOfFile } from '../model/metadata-file.ts';
import type { Target } from '../model/target.ts';

/** Extensions of data, documents and archives, which can be of any size and are not metadata. */
const dataEndings: ReadonlySet<string> = new Set(
  (
    '7z avi bam bin bz2 cdf csv doc docx dta exe fastq fits flac fq gif gpkg grb grb2 grib grib2 gz h5 hdf hdf5 ' +
    'iso jp2 jpeg jpg kmz las laz mat mdb mov mp3 mp4 mpeg nc nc4 ods odt ogg parquet pdf png ppt pptx rar rda rds ' +
    'sav segy shp sqlite tar tgz tif tiff tsv vcf wav webm xls xlsx xz zarr zip zst'
  ).split(' '),
);

/**
 * Whether a target is probably the resource itself, so that HEAD precedes GET of a possibly large
 * body (CDIF, publishing metadata: HEAD): by its labels, by its file extension, and where a sitemap
 * is for CDIF only, whose locations may be resources.
 */
export function asksHeadersFirst({ url, labels = [], found }: Target): boolean {
  if (found.by === 'link' || found.by === 'list') return false;
  const types = labels.flatMap(({ type = [] }) => type);
  if (types.length > 0) return !types.some((type) => mayHoldMetadata(type));
  const { pathname } = new URL(url);
  const ending = /\.([a-z\d]+)$/iu.exec(pathname)?.[1]?.toLowerCase();
  if (ending !== undefined && dataEndings.has(ending)) return true;
  return found.agent !== undefined && mediaTypeOfFile(pathname) === undefined;
}
