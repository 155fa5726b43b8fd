import { isEntryKey } from '../../../catalogue/derived/derived-terms.ts';
import { UnnamedResources } from '../../../catalogue/find-records.ts';
import { latestConfiguredSources } from '../../../catalogue/find-runs.ts';
import {
  type ProblemFilter,
  resolveProblemStart,
  resolveSelectionWithPauses,
  selectProblemsWithPauses,
  type ProblemSelection,
} from '../../../catalogue/selected-problems.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { UsageFault } from '../../../model/fault.ts';
import { isProblemKind, problemCatalogue, severities } from '../../../model/problem-catalogue.ts';
import type { ProblemKind } from '../../../model/problem.ts';
import { escapeControls } from '../../../text/printable.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { type Site, sitePath } from '../../site.ts';
import { readInShortTurns } from '../../surveys.ts';
import {
  type PlacesWithProblems,
  readPlacesWithProblems,
  readProblemPlaces,
} from './problem-places.tsx';

/** The filter parameters; they are the options of the command `problems`. */
const problemParameters = ['source', 'kind', 'severity', 'url', 'since'] as const;

type ParameterName = (typeof problemParameters)[number];

/** The problems that a URL selects. */
export interface ProblemQuery {
  /** The parameters as sent, for the form and for links. */
  readonly texts: Readonly<Record<ParameterName, readonly string[]>>;
  readonly filter: ProblemFilter;
  /** The problems of a URL or record; absent for all. */
  readonly selection?: ProblemSelection;
  /** Messages about invalid parameters, which are ignored. */
  readonly faults: readonly string[];
}

/** Reads a URL. */
export async function readProblemQuery(
  query: URLSearchParams,
  snapshot: Snapshot,
): Promise<ProblemQuery> {
  const given = (name: ParameterName): readonly string[] =>
    query
      .getAll(name)
      .map((text) => text.trim())
      .filter((text) => text !== '');
  const texts = {
    source: given('source'),
    kind: given('kind'),
    severity: given('severity'),
    url: given('url').slice(0, 1),
    since: given('since').slice(0, 1),
  };
  const faults: string[] = [];
  const attempt = async <Result,>(
    read: () => Result | Promise<Result>,
    expected = '',
  ): Promise<Result | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UsageFault)) throw error;
      faults.push(expected + error.message);
      return undefined;
    }
  };
  const kinds = await attempt(() => oneOrMore(texts.kind.map(knownKind)));
  const chosen = await attempt(() => oneOrMore(texts.severity.map(knownSeverity)));
  const [since] = texts.since;
  const [url] = texts.url;
  const from =
    since === undefined
      ? undefined
      : await attempt(
          () => resolveProblemStart(snapshot, since),
          'since must be a run or a date such as 2026-11-20. ',
        );
  const selection =
    url === undefined ? undefined : await attempt(async () => selectionOf(snapshot, url));
  return {
    texts,
    filter: { sources: oneOrMore(texts.source), kinds, severities: chosen, since: from },
    ...(selection && { selection }),
    faults,
  };
}

function oneOrMore<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}

function knownKind(name: string): ProblemKind {
  if (isProblemKind(name)) return name;
  throw new UsageFault(`${escapeControls(name)} is not a kind of problem.`);
}

function knownSeverity(name: string) {
  const severity = severities.find((each) => each === name);
  if (severity !== undefined) return severity;
  throw new UsageFault(
    `${escapeControls(name)} is not a severity; use one of ${severities.join(', ')}.`,
  );
}

async function selectionOf(snapshot: Snapshot, url: string): Promise<ProblemSelection> {
  // Finding the key of a resource without IRI takes a read of all records.
  if (isEntryKey(url)) throw new UsageFault(`${escapeControls(url)} names no record.`);
  return readInShortTurns(resolveSelectionWithPauses(snapshot, url, new UnnamedResources()));
}

/** The places of the problems, before filtering. */
export async function findPlacesOfQuery(
  state: CatalogueState,
  { selection }: ProblemQuery,
): Promise<PlacesWithProblems> {
  return selection === undefined
    ? state.surveys.read(readProblemPlaces)
    : readInShortTurns(readPlacesWithProblems(selectProblemsWithPauses(state.snapshot, selection)));
}

/** The parameters of a query, changed in some. */
export function problemQueryText(
  { texts }: ProblemQuery,
  changes: Readonly<Partial<Record<ParameterName, readonly string[]>>> = {},
): string {
  const parameters = new URLSearchParams();
  for (const name of problemParameters) {
    for (const text of changes[name] ?? texts[name]) parameters.append(name, text);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

interface ProblemFormProps {
  readonly site: Site;
  readonly state: CatalogueState;
  readonly query: ProblemQuery;
}

/** A list of more names is too long to choose from. */
const maxNames = 200;

/** Filters problems by the conditions of the command `problems`. */
export function ProblemForm({ site, state, query: { texts } }: ProblemFormProps) {
  const names = latestConfiguredSources(state.snapshot) ?? [];
  const kinds = Object.keys(problemCatalogue).toSorted() as ProblemKind[]; // its keys are kinds
  const hasList = names.length > 0 && names.length <= maxNames;
  const options = [...new Set([...names, ...texts.source])].map((name) => [name, name] as const);
  return (
    <form class="filter" action={sitePath(site, '/problems')}>
      {hasList ? (
        <Choice name="source" label="Source" given={texts.source} options={options} />
      ) : (
        <Field name="source" label="Source" given={texts.source} />
      )}
      <Choice
        name="severity"
        label="Severity"
        given={texts.severity}
        options={severities.map((severity) => [severity, severity === 'info' ? 'note' : severity])}
      />
      <Choice
        name="kind"
        label="Kind"
        given={texts.kind}
        options={kinds.map((kind) => [kind, kind])}
      />
      <Field name="url" label="URL or record" given={texts.url} />
      <Field name="since" label="First met since (run or date)" given={texts.since} />
      <div class="buttons">
        <button type="submit">Show</button>
        <a class="button quiet" href={sitePath(site, '/problems')}>
          All
        </a>
      </div>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly given: readonly string[];
}

interface ChoiceProps extends FieldProps {
  readonly options: readonly (readonly [value: string, text: string])[];
}

function Choice({ name, label, given, options }: ChoiceProps) {
  return (
    <>
      {fieldValues(given).map((chosen) => (
        <label>
          {label}
          <select name={name}>
            <option value="">any</option>
            {options.map(([value, text]) => (
              <option value={value} selected={value === chosen}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
    </>
  );
}

function Field({ name, label, given }: FieldProps) {
  return (
    <>
      {fieldValues(given).map((text) => (
        <label>
          {label}
          <input name={name} type="text" value={text} />
        </label>
      ))}
    </>
  );
}

/** One field for each of several alternatives, or an empty field. */
function fieldValues(given: readonly string[]): readonly string[] {
  return given.length === 0 ? [''] : given;
}
