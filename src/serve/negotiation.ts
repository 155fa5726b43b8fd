import { parseAccept } from 'hono/utils/accept';

/** Maximum number of languages considered. */
const maxLanguages = 5;

/** Languages of `Accept-Language` (RFC 9110, 12.5.4) in lower case, the preferred one first. */
export function readLanguages(accepted: string | undefined): readonly string[] {
  const tags = wanted(accepted).map((tag) => tag.toLowerCase());
  return tags.filter(isLanguageTag).slice(0, maxLanguages);
}

/** Whether a text has the form of a language tag (RFC 5646). */
export function isLanguageTag(text = ''): boolean {
  return /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/iu.test(text);
}

/**
 * The media type preferred by `Accept` (RFC 9110, 12.5.1); the first one if the header names none.
 */
export function chooseMediaType(
  accepted: string | undefined,
  offered: readonly [string, ...string[]],
): string {
  for (const range of wanted(accepted)) {
    const found = offered.find((type) => isInRange(type, range.toLowerCase()));
    if (found !== undefined) return found;
  }
  return offered[0];
}

function wanted(header: string | undefined): readonly string[] {
  const accepted = parseAccept(header ?? '').filter(({ q }) => q > 0);
  return accepted.toSorted((one, other) => other.q - one.q).map(({ type }) => type);
}

function isInRange(type: string, range: string): boolean {
  return range === '*/*' || range === type || range === `${type.split('/')[0]}/*`;
}
