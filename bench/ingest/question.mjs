/**
 * The first query of a catalogue: the number of datasets with files. Each generated record has one
 * such dataset.
 */
export const countRecords = `PREFIX schema: <http://schema.org/>
SELECT (COUNT(DISTINCT ?dataset) AS ?count) { ?dataset schema:distribution ?file }`;

/**
 * The number in the answer.
 * @param {string} json SPARQL 1.1 Query Results JSON
 * @returns {number} NaN when there is none
 */
export function countIn(json) {
  /** @type {unknown} */
  const parsed = JSON.parse(json);
  // The W3C defines the format, and the query defines the variable.
  const { results } = /** @type {{ results: { bindings: { count: { value: string } }[] } }} */ (
    parsed
  );
  return Number(results.bindings[0]?.count.value);
}
