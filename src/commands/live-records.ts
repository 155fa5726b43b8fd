import { UsageFault } from '../model/fault.ts';
import type { RecordGraph } from '../model/record.ts';
import { targetUrl } from '../model/target-url.ts';
import type { LiveLook } from '../pipeline/look-live.ts';
import { resolvableUrl } from '../rdf/resolvable.ts';
import { documentFacts } from '../store/kept-document.ts';
import { recordProvenance } from '../store/provenance.ts';
import { printable } from '../text/printable.ts';
import type { CommandContext } from './command.ts';
import { lookNow, type LiveOptions } from './look-now.ts';
import { namedOf, type ViewedRecords } from './viewed-records.ts';

/**
 * The records that a URL, DOI, Handle or ARK leads to on the Web now: in the content, in the page, by typed links (Signposting;
 * CDIF, "How do harvesters know where to look?"). They are looked for as a harvest does, and nothing is stored.
 */
export function liveRecords(options: LiveOptions, context: CommandContext): ViewedRecords {
  return {
    async named(name) {
      const url = urlOf(name);
      if (url === undefined) return [];
      const { looks } = await lookNow(url, options, context);
      return looks.flatMap((look) =>
        look.records.map((record) => ({
          graph: record.graph,
          describes: namedOf(record.describes, name),
          nquads: record.nquads,
          provenance: provenanceOf(record, look),
        })),
      );
    },
    ofSource() {
      throw new UsageFault('--live looks for what a name leads to: give one in place of --source.');
    },
    missingText(name) {
      const url = urlOf(name);
      if (url === undefined) {
        return `${printable(name)} is no URL, DOI, Handle or ARK, so it leads nowhere.`;
      }
      return `No metadata record was found at ${printable(url)}. cdif-graph explain --live ${printable(url)} says what was.`;
    },
  };
}

/** What the catalogue would say of where a record is from. */
function provenanceOf(
  record: RecordGraph,
  { documents, retrieval, outcome: { run, listings } }: LiveLook,
): string {
  const document = documents.find(({ sha256 }) => sha256 === record.document);
  if (document === undefined || retrieval === undefined) return '';
  return recordProvenance({
    facts: record,
    document: documentFacts(document, retrieval, run),
    listings,
  });
}

function urlOf(name: string): string | undefined {
  const url = resolvableUrl(name);
  return url === undefined ? undefined : targetUrl(url);
}
