import { problemCatalogue, severities } from '../../../model/problem-catalogue.ts';
import type { ProblemKind } from '../../../model/problem.ts';
import { latestConfigured } from '../../../store/last-runs.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { sitePath, type Site } from '../../site.ts';
import type { ProblemQuery } from './problem-query.ts';

interface ProblemFormProps {
  readonly site: Site;
  readonly state: CatalogueState;
  readonly query: ProblemQuery;
}

/** More names than one looks through are written by hand. */
const maxNames = 200;

/** Chooses problems by the conditions that the command `problems` has. */
export function ProblemForm({ site, state, query: { texts } }: ProblemFormProps) {
  const names = latestConfigured(state.snapshot) ?? [];
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

/** There is a field for each of several alternatives, and an empty one where there is none. */
function fieldValues(given: readonly string[]): readonly string[] {
  return given.length === 0 ? [''] : given;
}
