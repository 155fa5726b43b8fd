// The form of a bundled query, whose values the server puts into the text.

/** The query that the server made of the values in the form. */
export interface FilledInQuery {
  readonly text: string;
  /** The address of the page with these values. */
  readonly href: string;
  /** Whether a value is wrong; the form then says which one, and the text has other values. */
  readonly isRefused: boolean;
}

/**
 * The form, if the text does not have its values: the reader changed one, or one is wrong.
 * @param isEdited whether the reader wrote another text, which is run instead of a wrong value
 */
export function outdatedParameterForm(isEdited: boolean): HTMLFormElement | undefined {
  const section = document.querySelector('.parameters');
  const form = section?.querySelector('form');
  if (!section || !form) return undefined;
  const inputs = [...form.querySelectorAll('input')];
  const isChanged = inputs.some(({ value, defaultValue }) => value !== defaultValue);
  return isChanged || (!isEdited && hasFault(section)) ? form : undefined;
}

function hasFault(section: Element): boolean {
  return section.querySelector('[role=alert]') !== null;
}

/**
 * Fetches the page with the values of the form, and takes its form, which explains wrong values.
 * @returns undefined if the server does not answer with such a page
 */
export async function fillInParameters(
  form: HTMLFormElement,
  signal: AbortSignal,
): Promise<FilledInQuery | undefined> {
  const url = new URL(form.action);
  for (const { name, value } of form.querySelectorAll('input')) url.searchParams.set(name, value);
  const answered = await fetchPage(url, signal);
  const section = answered?.querySelector('.parameters');
  const textarea = answered?.querySelector<HTMLTextAreaElement>('textarea[name=query]');
  if (!section || !textarea) return undefined;
  const { activeElement } = document;
  const newer = [...form.querySelectorAll('input')].filter(
    ({ name, value }) => value !== url.searchParams.get(name),
  );
  form.closest('.parameters')?.replaceWith(section);
  section.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  for (const input of newer) takeValue(section, input, input === activeElement);
  return {
    text: textarea.value,
    href: url.pathname + url.search,
    isRefused: hasFault(section),
  };
}

/** What the reader wrote while the server answered stays. */
function takeValue(section: Element, { name, value }: HTMLInputElement, isActive: boolean): void {
  const input = [...section.querySelectorAll('input')].find((each) => each.name === name);
  if (input === undefined) return;
  input.value = value;
  if (isActive) input.focus();
}

async function fetchPage(url: URL, signal: AbortSignal): Promise<Document | undefined> {
  try {
    const response = await fetch(url, { signal, headers: { Accept: 'text/html' } });
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Says beside the button that the text no longer has the values of the form, or that it has. */
export function markEditedText(isEdited: boolean): void {
  const remark = document.querySelector<HTMLElement>('.parameters [data-edited]');
  if (remark !== null) remark.hidden = !isEdited;
}
