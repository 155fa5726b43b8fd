/**
 * The first question to a catalogue: how many datasets with files it knows. Each generated record
 * has one such.
 */
export const countRecords = `PREFIX schema: <http://schema.org/>
SELECT (COUNT(DISTINCT ?dataset) AS ?count) { ?dataset schema:distribution ?file }`;

/**
 * The number in its answer.
 * @param {string} json SPARQL 1.1 Query Results JSON
 * @returns {number} NaN when there is none
 */
export function countIn(json) {
  /** @type {unknown} */
  const parsed = JSON.parse(json);
  // The format is W3C's, and the query says which variable there is.
  const { results } = /** @type {{ results: { bindings: { count: { value: string } }[] } }} */ (
    parsed
  );
  return Number(results.bindings[0]?.count.value);
}
