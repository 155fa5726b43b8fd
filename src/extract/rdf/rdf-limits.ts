import type { ExtractLimits } from '../route.ts';
import type { RdfLimits } from './rdf-fault.ts';

/**
 * How many times as large as an item of a list a document may be that cannot be read item by item:
 * 64 MiB by default.
 */
export const wholePieces = 4;

/** The limits of a document that is read as a whole: as many statements as JSON may have values. */
export function rdfLimits({ jsonValues, pieceBytes }: ExtractLimits): RdfLimits {
  return { statements: jsonValues, characters: pieceBytes * wholePieces };
}
