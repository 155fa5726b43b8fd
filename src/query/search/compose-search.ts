import { ownGraphIri } from '../../store/own-terms.ts';
import { cdifGraph, dcterms, prov } from '../../rdf/vocabularies.ts';
import { iriTermOf } from '../sparql-term.ts';
import type { SearchSort } from './search-request.ts';

/** How a bundled query that finds entries begins and ends; all of them do, as a test sees to. */
const projection = /^SELECT \?resource \?entry \?graph [^{]*\{/mu;
const order = /^ORDER BY /mu;
const prefixLine = /^PREFIX .*$/gmu;
/** By how much an entry fits. */
const rank = /^SELECT [^{]*\?rank\b/mu;

/** What each sort but that by relevance compares: a path from an entry. */
const sortPaths = {
  relevance: iriTermOf(dcterms.title),
  title: iriTermOf(dcterms.title),
  time: `${iriTermOf(dcterms.temporal)}/${iriTermOf(cdifGraph.begin)}`,
  modified: iriTermOf(dcterms.modified),
} as const satisfies Record<SearchSort, string>;

/**
 * One query for entries that meet several conditions, each of which is a bundled query with its values bound. Its rows have
 * `?resource`, `?entry` and `?graph`, `?rank` where a condition gives one, `?title`, and as `?value` what `sort` compares; an
 * entry with several titles or values has several rows. They are in no order.
 */
export function composeSearch(conditions: readonly string[], sort: SearchSort): string {
  const prefixes = new Set(conditions.flatMap((text) => text.match(prefixLine) ?? []));
  const ranked = conditions.find((text) => rank.test(text));
  const graph = `GRAPH ${iriTermOf(ownGraphIri('index'))}`;
  return [
    ...prefixes,
    `SELECT ?resource ?entry ?graph ?title ?value${ranked === undefined ? '' : ' ?rank'} WHERE {`,
    ...conditions.map((text) => groupOf(text)),
    // One by one, since the engine then looks up what is left and not what there is.
    `OPTIONAL { ${graph} { ?entry ${iriTermOf(cdifGraph.resource)} ?resource } }`,
    `OPTIONAL { ${graph} { ?entry ${iriTermOf(prov.wasDerivedFrom)} ?graph } }`,
    `OPTIONAL { ${graph} { ?entry ${iriTermOf(dcterms.title)} ?title } }`,
    `OPTIONAL { ${graph} { ?entry ${sortPaths[sort]} ?value } }`,
    '}',
  ].join('\n');
}

/** A condition as a sub-SELECT that gives entries, and their rank where it has one. */
function groupOf(text: string): string {
  const start = projection.exec(text);
  if (start === null) throw new TypeError(`This query finds no entries:\n${text}`);
  const end = order.exec(text)?.index ?? text.length;
  const body = text.slice(start.index + start[0].length, end).trimEnd();
  const gives = rank.test(text) ? '?entry ?rank' : 'DISTINCT ?entry';
  return `{ SELECT ${gives} WHERE {${body} }`;
}
