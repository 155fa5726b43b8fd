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
  return bestMediaType(accepted, offered) ?? offered[0];
}

/**
 * The media type preferred by `Accept`; without the header the first one, undefined if none is
 * accepted. The most exact range that a type is in says how much it is wanted (RFC 9110, 12.5.1);
 * of those wanted alike, types that are named in full come first, in the order of the header.
 */
export function bestMediaType<Type extends string>(
  accepted: string | undefined,
  offered: readonly Type[],
): Type | undefined {
  if (accepted === undefined || accepted.trim() === '') return offered[0];
  const ranges = parseAccept(accepted).map(({ type, q }) => ({ range: type.toLowerCase(), q }));
  const ranked = offered.flatMap((type) => {
    const forms = [type, `${type.split('/')[0]}/*`, '*/*'];
    const width = forms.findIndex((form) => ranges.some(({ range }) => range === form));
    const place = ranges.findIndex(({ range }) => range === forms[width]);
    const q = ranges[place]?.q ?? 0;
    return q > 0 ? [{ type, q, width, place }] : [];
  });
  const [best] = ranked.toSorted(
    (one, other) => other.q - one.q || one.width - other.width || one.place - other.place,
  );
  return best?.type;
}

function wanted(header: string | undefined): readonly string[] {
  const accepted = parseAccept(header ?? '').filter(({ q }) => q > 0);
  return accepted.toSorted((one, other) => other.q - one.q).map(({ type }) => type);
}
