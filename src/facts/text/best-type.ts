const schemaOrg = /^https?:\/\/schema\.org\//u;
const dataset = /^https?:\/\/schema\.org\/Dataset$/u;
/** Too general to be useful. */
const vague = /\/(?:Thing|CreativeWork|Product|MediaObject|DataDownload)$/u;

/**
 * The most useful type. `Dataset` comes first, specific types before general ones, and schema.org's
 * before others, since more clients know them.
 */
export function bestType(
  own: readonly string[],
  additional: readonly string[] = [],
): string | undefined {
  const known = [...own, ...additional].filter((type) => schemaOrg.test(type)).toSorted();
  const exact = known.find((type) => dataset.test(type)) ?? known.find((type) => !vague.test(type));
  return exact ?? known[0] ?? own.toSorted()[0] ?? additional.toSorted()[0];
}
