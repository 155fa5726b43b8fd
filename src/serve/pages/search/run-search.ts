import { UsageFault } from '../../../model/fault.ts';
import { ConditionFault } from '../../../search/condition-values.ts';
import {
  type ConditionName,
  conditionNames,
  type QualifierName,
  qualifierNames,
  type Qualifiers,
  searchConditions,
  searchQualifiers,
} from '../../../search/conditions.ts';
import { parseSearchRequest, type SearchRequest } from '../../../search/search-request.ts';
import { conditionName, qualifierName } from './condition-chips.tsx';
import {
  isQualifierParameter,
  type SearchState,
  withCondition,
  withoutQualifier,
  withoutText,
} from './search-address.ts';

/** A message about an invalid part of the URL. */
export interface SearchFault {
  /** The condition that it concerns: `box`. */
  readonly name: string;
  /** `"1,2" is not four numbers: …`. */
  readonly reason: string;
}

/** The valid part of a search. */
export interface RequestedSearch {
  /** The search without its invalid parts. */
  readonly search: SearchState;
  readonly request: SearchRequest;
  readonly faults: readonly SearchFault[];
}

/** Removes the parts of a search that cannot be read, text by text. */
export function readRequestedSearch(given: SearchState): RequestedSearch {
  const faults: SearchFault[] = [];
  let search = given;
  for (const name of conditionNames) {
    for (const text of given.conditions[name] ?? []) {
      const fault = faultOf(() => searchConditions[name].read(text, {}));
      if (fault === undefined) continue;
      faults.push({ name: conditionName(name), reason: fault });
      search = { ...withoutText(search, name, text), ...shownOf(given) };
    }
  }
  for (const name of qualifierNames) {
    const fault = faultOfQualifier(name, search);
    if (fault === undefined) continue;
    faults.push({ name: qualifierName(name), reason: fault });
    search = { ...withoutQualifier(search, name), ...shownOf(given) };
  }
  return withinBounds({ search, request: searchRequestOf(search), faults });
}

function shownOf({ page, all, having }: SearchState): Pick<SearchState, 'all' | 'having' | 'page'> {
  return { page, all, having };
}

/** A search with too many words drops the condition with the longest text. */
function withinBounds({ search, request, faults }: RequestedSearch): RequestedSearch {
  const fault = faultOf(() => parseSearchRequest(request));
  if (fault === undefined) return { search, request, faults };
  const lengthOf = (name: ConditionName): number =>
    (search.conditions[name] ?? []).join(' ').length;
  const [longest] = conditionNames.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  if (longest === undefined || lengthOf(longest) === 0) return { search, request, faults };
  const others = withCondition(search, longest, []);
  return withinBounds({
    search: others,
    request: searchRequestOf(others),
    faults: [...faults, { name: conditionName(longest), reason: fault }],
  });
}

/** A qualifier can be invalid by itself, or because its condition is missing. */
function faultOfQualifier(name: QualifierName, search: SearchState): string | undefined {
  const text = search.qualifiers[name];
  if (text === undefined) return undefined;
  if (!isQualifierParameter(name, search)) {
    const owners = searchQualifiers[name].of.map(conditionName);
    return `says more of a ${owners.join(' or ')}, and none is given`;
  }
  const qualifiers = qualifiersOf({ [name]: text });
  return conditionNames
    .flatMap((each) => (search.conditions[each] ?? []).map((own) => [each, own] as const))
    .map(([each, own]) => faultOf(() => searchConditions[each].read(own, qualifiers)))
    .find((fault) => fault !== undefined);
}

/** The request to the index. */
export function searchRequestOf({ conditions, qualifiers, sort }: SearchState): SearchRequest {
  return { ...conditions, ...qualifiersOf(qualifiers), sort };
}

function qualifiersOf({ within, ...others }: SearchState['qualifiers']): Qualifiers {
  return { ...others, ...(within !== undefined && { within: true }) };
}

/** The message without options of the command line. */
function faultOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error;
    if (!(error instanceof ConditionFault)) return error.message;
    return error.reason((name) => namesOnPage.get(name) ?? name);
  }
}

const namesOnPage: ReadonlyMap<string, string> = new Map([
  ...conditionNames.map((name) => [name, conditionName(name)] as const),
  ...qualifierNames.map((name) => [name, qualifierName(name)] as const),
]);
