import { NameGroups } from '../text/name-groups.ts';
import { isRecord, type RecordScript, type ScriptReading } from './page-scripts.ts';

/** What a page offers beside its scripts. */
export interface Beside {
  /** Whether a link leads to metadata of the page that is labelled as CDIF. */
  readonly hasLabelledLink: boolean;
  /** The names of the page, each under its one spelling. */
  readonly own: ReadonlySet<string>;
}

/** Which offers of a page win where some are labelled as CDIF. */
export interface ScriptChoice {
  /** The records without a label of whose resource there is one with a label. */
  readonly outranked: ReadonlySet<ScriptReading>;
  /** Whether a script with a label describes the resource of the page, so that nothing has to be fetched for it. */
  readonly describesPage: boolean;
}

/** Stands for the resource of the page. No name has a control character. */
const page = '\u0000page';

/**
 * An offer that is labelled as CDIF wins over those that are not, for each described resource by itself. A script is about
 * the resource of the page where it is called as the page is, or is called nothing, or where no other resource is
 * described. What may describe several resources is never outranked, since some of them may be in it alone.
 */
export function chooseScripts(
  readings: readonly ScriptReading[],
  { hasLabelledLink, own }: Beside,
): ScriptChoice {
  const scripts = readings.filter((reading) => isRecord(reading));
  const resources = new NameGroups();
  const groupOf = ({ names }: RecordScript): string | undefined =>
    names && resources.of(nameFor(names, own));
  for (const { names } of scripts) {
    if (names !== undefined) resources.join([nameFor(names, own), ...names]);
  }
  const all = new Set(scripts.map((script) => groupOf(script)));
  const [only] = all;
  if (all.size === 1 && only !== undefined) resources.join([only, page]);

  const labelled = new Set(scripts.filter(({ isLabelled }) => isLabelled).map(groupOf));
  const describesPage = labelled.has(resources.of(page));
  if (hasLabelledLink) labelled.add(resources.of(page));
  const outranked = scripts.filter((script) => {
    const group = groupOf(script);
    return !script.isLabelled && group !== undefined && labelled.has(group);
  });
  return { outranked: new Set(outranked), describesPage };
}

/** A name by which the resource of a script can be told from others: that of the page, where it is the page's. */
function nameFor(names: ReadonlySet<string>, own: ReadonlySet<string>): string {
  const [first] = names;
  if (first === undefined) return page;
  for (const name of names) if (own.has(name)) return page;
  return first;
}
