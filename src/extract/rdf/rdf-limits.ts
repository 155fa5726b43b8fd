import type { ExtractLimits } from '../route.ts';
import type { RdfLimits } from './rdf-fault.ts';

/**
 * The maximum size, in pieces, of a document that cannot be read item by item: 64 MiB by default.
 */
export const wholePieces = 4;

/** The limits of a document that is read as a whole: as many statements as JSON may have values. */
export function rdfLimits({ jsonValues, pieceBytes }: ExtractLimits): RdfLimits {
  return { statements: jsonValues, characters: pieceBytes * wholePieces };
}
