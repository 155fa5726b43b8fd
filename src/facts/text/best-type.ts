const schemaOrg = /^https?:\/\/schema\.org\//u;
const dataset = /^https?:\/\/schema\.org\/Dataset$/u;
/** Types that nearly everything has. */
const vague = /\/(?:Thing|CreativeWork|Product|MediaObject|DataDownload)$/u;

/**
 * The one type of something. A dataset is that first of all, and rather something of its own than a
 * mere download; types of schema.org are known to more than those of others.
 */
export function bestType(
  own: readonly string[],
  additional: readonly string[] = [],
): string | undefined {
  const known = [...own, ...additional].filter((type) => schemaOrg.test(type)).toSorted();
  const exact = known.find((type) => dataset.test(type)) ?? known.find((type) => !vague.test(type));
  return exact ?? known[0] ?? own.toSorted()[0] ?? additional.toSorted()[0];
}
