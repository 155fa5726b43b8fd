/** More times in one text than anybody lists. */
const maxTimes = 50;

/** A text that says a time in parts of its own. */
export interface DcmiPeriod {
  /** As ISO 8601 writes an interval, `..` where it is open. */
  readonly interval: string;
  readonly name?: string;
  /** How its years are counted, where it says so. */
  readonly scheme?: string;
}

/**
 * Reads the parts of a DCMI Period: `name=The Great Depression; start=1929; end=1939;` (DCMI Period Encoding Scheme). Its
 * scheme is W3C-DTF, a part of ISO 8601, unless it says otherwise.
 * @returns undefined where there is neither start nor end
 */
export function dcmiPeriod(text: string): DcmiPeriod | undefined {
  if (!/\b(?:start|end)\s*=/iu.test(text)) return undefined;
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    if (at > 0) parts.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim());
  }
  const { start, end, name, scheme } = Object.fromEntries(parts);
  if (start === undefined && end === undefined) return undefined;
  const interval = `${start ?? '..'}/${end ?? '..'}`;
  return {
    interval,
    ...(name !== undefined && { name }),
    ...(scheme !== undefined && { scheme }),
  };
}

/** The parts of a list with commas or semicolons, in which each may be a time; none where it is no list, or a long one. */
export function listedTimes(text: string): readonly string[] {
  const parts = text.split(text.includes(';') ? ';' : ',').map((part) => part.trim());
  return parts.length > 1 && parts.length <= maxTimes ? parts.filter((part) => part !== '') : [];
}
