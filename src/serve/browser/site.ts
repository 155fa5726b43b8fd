// What the pages do beyond links and forms, in browsers that run scripts. Nothing is remembered, and
// every step is the load of a page: the address says it all.
import { brushTime } from './brush-time.ts';
import { copyTexts } from './copy-texts.ts';
import { drawBox } from './draw-box.ts';
import { linkResults } from './link-results.ts';
import { showProgress } from './show-progress.ts';

document.documentElement.classList.add('script');
foldFilters();
showProgress();
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
