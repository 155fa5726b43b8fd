import { mayHoldMetadata } from '../model/media-type.ts';
import { mediaTypeOfFile } from '../model/metadata-file.ts';
import type { Target } from '../model/target.ts';

/** Endings of files that hold data, documents or archives, which can be of any size and are no metadata themselves. */
const dataEndings: ReadonlySet<string> = new Set(
  (
    '7z avi bam bin bz2 cdf csv doc docx dta exe fastq fits flac fq gif gpkg grb grb2 grib grib2 gz h5 hdf hdf5 ' +
    'iso jp2 jpeg jpg kmz las laz mat mdb mov mp3 mp4 mpeg nc nc4 ods odt ogg parquet pdf png ppt pptx rar rda rds ' +
    'sav segy shp sqlite tar tgz tif tiff tsv vcf wav webm xls xlsx xz zarr zip zst'
  ).split(' '),
);

/**
 * Whether a target is rather the resource itself than something about it, so that its headers are asked for before its
 * content, which may be large (CDIF, publishing metadata: HEAD): by what the listing says, by the ending of its path, and
 * where the listing is for CDIF alone, whose locations may be resources.
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
