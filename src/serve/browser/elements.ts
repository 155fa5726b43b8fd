/** A new element. @param attributes as in markup */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A field of a form by its name. */
export function field(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : undefined;
}

/** Says something to those who hear the page. */
export function announce(text: string): void {
  status ??= document.body.appendChild(element('p', { role: 'status', class: 'unseen' }));
  status.textContent = text;
}

let status: HTMLElement | undefined;
