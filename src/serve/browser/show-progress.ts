import { element } from './elements.ts';

/** Before this, in milliseconds, nothing is shown: a page that comes soon does not flicker. */
const patienceMs = 300;
/** A page that has not come by then does not come. */
const mostMs = 60_000;

/** Shows a thin bar while a page takes long to come. */
export function showProgress(): void {
  const bar = element('div', { class: 'progress', hidden: '' });
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
