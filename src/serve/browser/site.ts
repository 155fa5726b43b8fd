import { brushTime } from './brush-time.ts';
import { drawBox } from './draw-box.ts';
import { announce, linkResults, requireElement } from './result-links.ts';

// What the pages do beyond links and forms, in browsers that run scripts. Nothing is remembered, and
// every step is the load of a page: the address says it all.

document.documentElement.classList.add('script');

foldFilters();

/** Before this, in milliseconds, nothing is shown: a page that comes soon does not flicker. */
const patienceMs = 300;
/** A page that has not come by then does not come. */
const mostMs = 60_000;

showNavigationProgress();

copyTexts();

linkResults();

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

/** Buttons with `data-copy` copy the text of the element whose `id` that is. */
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
    // Without https there is no clipboard: what is selected can be copied by hand.
    getSelection()?.selectAllChildren(source);
    announce('Selected: press Ctrl and C to copy');
  }
}

/** Shows a thin bar while a page takes long to come. */
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
      setTimeout(end, mostMs),
    ];
  };
  addEventListener('submit', begin);
  addEventListener('click', (event) => {
    if (leadsToPage(event)) begin(event);
  });
  // Also where the browser shows a page again that it kept.
  addEventListener('pageshow', end);
}

/** Whether a click is on a link that puts another page of this site in the place of this one. */
function leadsToPage(event: MouseEvent): boolean {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  const link = target instanceof Element ? target.closest('a') : null;
  // With a key, a link is opened elsewhere.
  if (link === null || button !== 0 || [ctrlKey, metaKey, shiftKey, altKey].includes(true)) {
    return false;
  }
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return link.origin === location.origin && !isHere && !/\.[a-z]\w*$/u.test(link.pathname);
}
