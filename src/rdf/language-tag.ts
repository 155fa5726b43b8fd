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
 * The language tag a text was meant to be: the text itself where it is well-formed by BCP 47 (RFC 5646 §2.1), otherwise
 * without blanks around it and with hyphens for underscores, as in `en_US`.
 * @returns undefined where that makes no tag either
 */
export function repairLanguageTag(text: string): string | undefined {
  if (tag.test(text)) return text;
  const repaired = text.trim().replaceAll('_', '-');
  return tag.test(repaired) ? repaired : undefined;
}
