import { NameGroups } from '../text/name-groups.ts';
import { isRecord, type RecordScript, type ScriptReading } from './page-scripts.ts';

/** What a page offers besides its scripts. */
export interface Beside {
  /** Whether a link leads to CDIF-labelled metadata of the page. */
  readonly hasLabelledLink: boolean;
  /** The names of the page in comparable spelling. */
  readonly own: ReadonlySet<string>;
}

/** The winning offers of a page with CDIF labels. */
export interface ScriptChoice {
  /** Unlabelled records whose resource also has a labelled record. */
  readonly outranked: ReadonlySet<ScriptReading>;
  /**
   * Whether a labelled script describes the page's resource, so that no link needs to be followed.
   */
  readonly describesPage: boolean;
}

/** Represents the page's resource. No name has a control character. */
const page = '\u0000page';

/**
 * Per described resource, an offer labelled as CDIF outranks unlabelled ones. A script is about the
 * page's resource if it has a name of the page, or no name, or no other resource is described. A
 * script that may describe several resources is never outranked, since some may be in it only.
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

/** The name that identifies a script's resource; the page's, where it is the page's. */
function nameFor(names: ReadonlySet<string>, own: ReadonlySet<string>): string {
  const [first] = names;
  if (first === undefined) return page;
  for (const name of names) if (own.has(name)) return page;
  return first;
}
