import { UsageFault } from '../model/fault.ts';
import { targetUrl } from '../model/target-url.ts';
import { resolvableUrl } from '../rdf/resolvable.ts';
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
      return looks.flatMap(({ records }) =>
        records.map(({ graph, describes, nquads }) => ({
          graph,
          describes: namedOf(describes, name),
          nquads,
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

function urlOf(name: string): string | undefined {
  const url = resolvableUrl(name);
  return url === undefined ? undefined : targetUrl(url);
}
