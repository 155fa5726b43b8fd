// RFC 5646 §2.1. Regular grandfathered tags fit `langtag`; the irregular ones are listed.
const language = '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})';
const script = '(?:-[a-z]{4})?';
const region = String.raw`(?:-(?:[a-z]{2}|\d{3}))?`;
const variants = String.raw`(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*`;
const extensions = String.raw`(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*`;
const privateUse = String.raw`x(?:-[a-z\d]{1,8})+`;
const irregular =
  'en-GB-oed|i-ami|i-bnn|i-default|i-enochian|i-hak|i-klingon|i-lux|i-mingo|i-navajo|i-pwn|i-tao|i-tay|i-tsu|sgn-BE-FR|sgn-BE-NL|sgn-CH-DE';
const tag = new RegExp(
  `^(?:${language}${script}${region}${variants}${extensions}(?:-${privateUse})?|${privateUse}|${irregular})$`,
  'iu',
);

/**
 * Repairs a language tag: one well-formed by BCP 47 (RFC 5646 §2.1) stays; otherwise blanks around
 * it are removed and underscores become hyphens, as in `en_US`.
 * @returns undefined where the result is not a tag
 */
export function repairLanguageTag(text: string): string | undefined {
  if (tag.test(text)) return text;
  const repaired = text.trim().replaceAll('_', '-');
  return tag.test(repaired) ? repaired : undefined;
}
