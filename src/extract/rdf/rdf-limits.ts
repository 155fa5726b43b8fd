import type { ExtractLimits } from '../route.ts';
import type { RdfLimits } from './rdf-fault.ts';

/** How many times as large as a piece of a list a document may be that is no list. */
export const wholePieces = 16;

/** The limits of a document that is read as a whole: as many statements as JSON may have values. */
export function rdfLimits({ jsonValues, pieceBytes }: ExtractLimits): RdfLimits {
  return { statements: jsonValues, characters: pieceBytes * wholePieces };
}
