/** Highlights the result under the pointer both in the list and on the map. */
export function linkResults(): void {
  const map = document.querySelector('.search-map svg.map');
  if (map === null) return;
  let pointed: string | undefined;
  const point = (number: string | undefined): void => {
    if (number === pointed) return;
    pointed = number;
    for (const each of document.querySelectorAll('.pointed')) each.classList.remove('pointed');
    if (number === undefined) return;
    document.getElementById(`result-${number}`)?.classList.add('pointed');
    const place = map.querySelector(`[data-result="${number}"]`);
    place?.classList.add('pointed');
    // Raises the item above its neighbours.
    if (place !== null) place.parentElement?.append(place);
  };
  const follow = ({ target }: Event): void => point(numberOf(target));
  addEventListener('pointerover', follow);
  addEventListener('focusin', follow);
}

/** The result to which an element belongs, in the list or on the map. */
function numberOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const place = target.closest('[data-result]');
  if (place !== null) return place.getAttribute('data-result') ?? undefined;
  return target.closest('.result[id^="result-"]')?.id.slice('result-'.length);
}

/** Follows the link of the result at a point of the window; false if there is none. */
export function goToResultAt(x: number, y: number): boolean {
  const number = numberOf(document.elementFromPoint(x, y));
  const link = document.querySelector<HTMLElement>(`#result-${number ?? 'none'} a`);
  link?.focus();
  return link !== null;
}

/** A new element. @param attributes as in markup */
export function requireElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** A field of a form by its name. */
export function requireField(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : undefined;
}

/** Announces a text to screen readers. */
export function announce(text: string): void {
  status ??= document.body.appendChild(requireElement('p', { role: 'status', class: 'unseen' }));
  status.textContent = text;
}

let status: HTMLElement | undefined;
