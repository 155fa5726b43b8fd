import { brushTime } from './brush-time.ts';
import { drawBox } from './draw-box.ts';
import { announce, linkResults, requireElement } from './result-links.ts';

// Enhancements of the pages beyond links and forms. Nothing is stored, and
// every step loads a page: the URL is the whole state.

document.documentElement.classList.add('script');

foldFilters();

/** Delay in milliseconds before the progress bar appears, so that fast pages do not flicker. */
const patienceMs = 300;
/** The progress bar is removed after this time. */
const maxMs = 60_000;

showNavigationProgress();

copyTexts();

linkResults();

limitComparison();

drawBox();

brushTime();

/** On narrow screens the filters are folded: without scripts they are open everywhere. */
function foldFilters(): void {
  const narrow = matchMedia('(max-width: 60rem)');
  const fold = (): void => {
    for (const filters of document.querySelectorAll<HTMLDetailsElement>('details.filters')) {
      filters.open = !narrow.matches;
    }
  };
  fold();
  narrow.addEventListener('change', fold);
}

/** A button with `data-copy` copies the text of the element whose `id` it names. */
function copyTexts(): void {
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-copy]') : null;
    const source = document.getElementById(button?.getAttribute('data-copy') ?? '');
    if (button !== null && source !== null) void copyText(source);
  });
}

async function copyText(source: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    announce('Copied');
  } catch {
    // Without https there is no clipboard; select the text for copying by hand.
    getSelection()?.selectAllChildren(source);
    announce('Selected: press Ctrl and C to copy');
  }
}

/** Disables further boxes where as many results are ticked as a comparison shows, and says so. */
function limitComparison(): void {
  const form = document.querySelector<HTMLFormElement>('form.comparing');
  const hint = form?.querySelector('.soft');
  if (form === null || !hint) return;
  // The boxes are named `dataset`, which hides the property of that name of the form.
  const most = Number(form.getAttribute('data-most'));
  const hintText = hint.textContent;
  const fullText = `${most} are selected, the most that are compared. Clear one to select another.`;
  const limit = (): void => {
    const boxes = [...form.elements].filter((each) => each instanceof HTMLInputElement);
    const isFull = boxes.filter(({ checked }) => checked).length >= most;
    for (const box of boxes) box.disabled = isFull && !box.checked;
    if (isFull === form.classList.contains('full')) return;
    form.classList.toggle('full', isFull);
    hint.textContent = isFull ? fullText : hintText;
    if (isFull) announce(fullText);
  };
  addEventListener('change', limit);
  // Browsers restore boxes when a reader comes back.
  addEventListener('pageshow', limit);
}

/** Shows a thin progress bar while a page loads slowly. */
function showNavigationProgress(): void {
  const bar = requireElement('div', { class: 'progress', hidden: '' });
  document.body.append(bar);
  let timers: readonly number[] = [];
  const end = (): void => {
    timers.forEach(clearTimeout);
    bar.hidden = true;
  };
  const begin = (event: Event): void => {
    if (event.defaultPrevented) return;
    end();
    timers = [
      setTimeout(() => {
        bar.hidden = false;
      }, patienceMs),
      setTimeout(end, maxMs),
    ];
  };
  addEventListener('submit', begin);
  addEventListener('click', (event) => {
    if (leadsToPage(event)) begin(event);
  });
  // Runs also when the browser restores a page from its cache.
  addEventListener('pageshow', end);
}

/** Whether a click follows a link to another page of this site in this window. */
function leadsToPage(event: MouseEvent): boolean {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  // A modifier key opens the link in another tab or window.
  if (link === null || button !== 0 || [ctrlKey, metaKey, shiftKey, altKey].includes(true)) {
    return false;
  }
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return link.origin === location.origin && !isHere && !/\.[a-z]\w*$/u.test(link.pathname);
}
