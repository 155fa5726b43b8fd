import { isNil } from '../text/nil.ts';
import { looksLikeJson } from './geojson.ts';

/** Whether a text where a geometry belongs says that there is none. A JSON object is no template that was not filled in. */
export function saysNothing(text: string): boolean {
  return !looksLikeJson(text) && isNil(text);
}
