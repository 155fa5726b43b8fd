/** Longer lists do not occur. */
const maxTimes = 50;

/** A time in the DCMI Period encoding. */
export interface DcmiPeriod {
  /** As ISO 8601 interval, with `..` for open ends. */
  readonly interval: string;
  readonly name?: string;
  /** The encoding scheme of its dates, if stated. */
  readonly scheme?: string;
}

/**
 * Parses a DCMI Period: `name=The Great Depression; start=1929; end=1939;` (DCMI Period Encoding
 * Scheme). The default scheme is W3C-DTF, a profile of ISO 8601.
 * @returns undefined without start and end
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

/** The parts of a list with commas or semicolons; empty for other texts and long lists. */
export function listedTimes(text: string): readonly string[] {
  const parts = text.split(text.includes(';') ? ';' : ',').map((part) => part.trim());
  return parts.length > 1 && parts.length <= maxTimes ? parts.filter((part) => part !== '') : [];
}
