import { announce } from './elements.ts';

/** Buttons with `data-copy` copy the text of the element whose `id` that is. */
export function copyTexts(): void {
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
