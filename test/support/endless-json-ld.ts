/**
 * A small document that takes many minutes to expand: each member has a long context inside that of
 * the member around it, and there are more contexts than the processor caches.
 */
export function endlessJsonLd(): Readonly<Record<string, unknown>> {
  const terms: Record<string, string> = {};
  for (let term = 0; term < 1900; term += 1) terms[`t${term}`] = `http://x.example/${term}`;
  const within = { '@id': 'http://x.example/within', '@context': terms };
  let chain: object = { name: 'Innermost' };
  for (let depth = 0; depth < 190; depth += 1) chain = { within: chain };
  return {
    '@context': { '@vocab': 'http://schema.org/', within },
    '@type': 'Dataset',
    name: 'Endless',
    within: Array.from({ length: 200 }, () => chain),
  };
}
