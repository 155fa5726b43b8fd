import { isNil } from '../text/nil.ts';
import { looksLikeJson } from './geojson.ts';

/**
 * Whether a text in place of a geometry says that there is none. Braces of a JSON object do not
 * make it an unfilled template.
 */
export function saysNothing(text: string): boolean {
  return !looksLikeJson(text) && isNil(text);
}
