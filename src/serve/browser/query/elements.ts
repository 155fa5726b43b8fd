import { requireElement } from '../result-links.ts';

type Attributes = Readonly<Record<string, string>>;

/** An element with a text, or with other elements and texts. */
export function filledElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  content: string | readonly (Node | string)[],
  attributes: Attributes = {},
): HTMLElementTagNameMap[Name] {
  const made = requireElement(name, attributes);
  made.append(...(typeof content === 'string' ? [content] : content));
  return made;
}

/** An SVG element with others in it. */
export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  content: readonly (Node | string)[] = [],
): SVGElementTagNameMap[Name] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/** A button that does something on this page. */
export function actionButton(text: string, act: () => void, isQuiet = true): HTMLButtonElement {
  const button = filledElement('button', text, { type: 'button' });
  if (isQuiet) button.classList.add('quiet');
  button.addEventListener('click', act);
  return button;
}

/** A part of the page that scrolls by itself, by keyboard too. */
export function scrollingRegion(label: string, content: Node): HTMLElement {
  const attributes = { class: 'scroll', role: 'region', tabindex: '0', 'aria-label': label };
  return filledElement('div', [content], attributes);
}

/** Saves a text as a file. */
export function saveFile(name: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  requireElement('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** A view of an answer, made when it is chosen. */
export interface AnswerView {
  readonly name: string;
  readonly make: () => Node;
}

/** Buttons that choose a view; no button for a single one. */
export function chosenView(views: readonly AnswerView[]): Node {
  const [first, ...others] = views;
  if (first === undefined) return document.createDocumentFragment();
  if (others.length === 0) return first.make();
  const shown = requireElement('div', { class: 'view' });
  const buttons = views.map((view) => {
    const button = actionButton(view.name, () => show(view));
    return [view, button] as const;
  });
  const show = (chosen: AnswerView): void => {
    for (const [view, button] of buttons) {
      button.setAttribute('aria-pressed', String(view === chosen));
    }
    shown.replaceChildren(chosen.make());
  };
  show(first);
  const choice = filledElement(
    'div',
    buttons.map(([, button]) => button),
    { class: 'buttons views', role: 'group', 'aria-label': 'Show the answer as' },
  );
  return filledElement('div', [choice, shown]);
}
