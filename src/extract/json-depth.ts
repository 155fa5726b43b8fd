/**
 * Whether brackets in a JSON text are nested deeper than `max`. Found out before the text is parsed, since a few
 * megabytes of nothing but brackets become gigabytes of objects. Of text that is not JSON nothing is promised.
 */
export function isNestedDeeper(json: string, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) inString = !inString;
    // Escapes are in strings only, and what they escape ends none.
    else if (character === backslash) at += 1;
    else if (inString) continue;
    else if (character === openBracket || character === openBrace) depth += 1;
    else if (character === closeBracket || character === closeBrace) depth -= 1;
    if (depth > max) return true;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
