import { requireElement, requireField } from './result-links.ts';

/** Makes bars of the time line selectable by pointer and keyboard, by filling in the fields. */
export function brushTime(): void {
  const brushing = document.querySelector<HTMLElement>('.brushing');
  const svg = brushing?.querySelector<SVGSVGElement>('svg.time');
  const form = document.querySelector<HTMLFormElement>('form[data-time]');
  if (brushing && svg && form) new TimeBrush(brushing, svg, form).attach();
}

type End = 0 | 1;

class TimeBrush {
  readonly #brushing: HTMLElement;
  readonly #svg: SVGSVGElement;
  readonly #fields: readonly (HTMLInputElement | undefined)[];
  readonly #form: HTMLFormElement;
  readonly #isYears: boolean;
  /** The edges of the bars. */
  readonly #edges: readonly number[];
  readonly #window = requireElement('div', { class: 'brush' });
  readonly #handles: readonly [HTMLElement, HTMLElement];
  /** The selected range, as indexes of edges. */
  #selected: [number, number];

  constructor(brushing: HTMLElement, svg: SVGSVGElement, form: HTMLFormElement) {
    this.#brushing = brushing;
    this.#svg = svg;
    this.#form = form;
    this.#isYears = brushing.getAttribute('data-unit') === 'year';
    this.#edges = (brushing.getAttribute('data-edges') ?? '').split(',').map(Number);
    const names = this.#isYears ? ['from', 'to'] : ['older', 'younger'];
    this.#fields = names.map((name) => requireField(form, name));
    this.#selected = this.#rangeOfFields();
    this.#handles = [this.#handle(0), this.#handle(1)];
  }

  attach(): void {
    this.#window.hidden = true;
    this.#brushing.append(this.#window, ...this.#handles);
    this.#svg.addEventListener('pointerdown', (event) => this.#onPointer(event, undefined));
    // Fires also when the plot becomes visible for the first time.
    new ResizeObserver(() => this.#show()).observe(this.#svg);
  }

  #handle(end: End): HTMLElement {
    const unit = this.#isYears ? 'year' : 'age';
    const handle = requireElement('div', {
      class: end === 0 ? 'handle from' : 'handle to',
      role: 'slider',
      tabindex: '0',
      'aria-label': end === 0 ? `From ${unit}` : `To ${unit}`,
      'aria-orientation': 'horizontal',
      'aria-valuemin': '0',
      'aria-valuemax': String(this.#edges.length - 1),
    });
    handle.addEventListener('keydown', (event) => this.#onKey(event, end));
    handle.addEventListener('pointerdown', (event) => this.#onPointer(event, end));
    return handle;
  }

  /** The range in the fields; the whole range if both are empty. */
  #rangeOfFields(): [number, number] {
    const last = this.#edges.length - 1;
    const [from, to] = this.#fields.map((input) => Number.parseFloat(input?.value ?? ''));
    // On the axis of ages, greater values come first.
    const isAfter = (one: number, other: number): boolean =>
      this.#isYears ? one > other : one < other;
    const begun = this.#edges.filter((edge) => !isAfter(edge, from ?? Number.NaN)).length;
    const first = Number.isNaN(from) ? 0 : Math.min(Math.max(begun - 1, 0), last - 1);
    const end = this.#edges.findIndex(
      (edge) => isAfter(edge, to ?? 0) || (!this.#isYears && edge === to),
    );
    return [first, Number.isNaN(to) || end === -1 ? last : Math.max(end, first + 1)];
  }

  #onKey(event: KeyboardEvent, end: End): void {
    const last = this.#edges.length - 1;
    const now = this.#selected[end];
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      PageDown: now - 10,
      PageUp: now + 10,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) this.#move(end, target);
    else if (event.key === 'Enter') this.#form.requestSubmit();
    else if (event.key === 'Escape') {
      this.#form.reset();
      this.#selected = this.#rangeOfFields();
      this.#show();
    } else return;
    event.preventDefault();
  }

  #onPointer(down: PointerEvent, end: End | undefined): void {
    if (down.button !== 0 || !down.isPrimary || !(down.target instanceof Element)) return;
    const { target } = down;
    const controller = new AbortController();
    const { signal } = controller;
    target.setPointerCapture(down.pointerId);
    const begin = this.#barAt(down);
    let hasMoved = false;
    const move = (event: PointerEvent): void => {
      hasMoved ||= Math.abs(event.clientX - down.clientX) > 3;
      const bar = this.#barAt(event);
      if (end !== undefined) this.#move(end, bar + end);
      else if (hasMoved) this.#select(Math.min(begin, bar), Math.max(begin, bar) + 1);
    };
    const stop = (): void => {
      controller.abort();
      if (hasMoved) this.#form.requestSubmit();
    };
    target.addEventListener('pointermove', (event) => move(event as PointerEvent), { signal });
    target.addEventListener('pointerup', stop, { signal });
    target.addEventListener('pointercancel', () => controller.abort(), { signal });
  }

  /** The bar below a pointer, or the nearest. */
  #barAt({ clientX }: PointerEvent): number {
    const { left, width } = this.#svg.getBoundingClientRect();
    const bars = this.#edges.length - 1;
    return Math.min(Math.max(Math.floor(((clientX - left) / width) * bars), 0), bars - 1);
  }

  /** The two ends cannot pass each other. */
  #move(end: End, edge: number): void {
    const [first, last] = this.#selected;
    if (end === 0) this.#select(Math.min(Math.max(edge, 0), last - 1), last);
    else this.#select(first, Math.max(Math.min(edge, this.#edges.length - 1), first + 1));
  }

  #select(first: number, last: number): void {
    this.#selected = [first, last];
    this.#window.hidden = false;
    this.#brushing.classList.add('brushed');
    for (const end of [0, 1] as const) {
      const input = this.#fields[end];
      if (input !== undefined) input.value = String(this.#valueOf(end));
    }
    this.#show();
  }

  /** The value for the field; the selection includes the last year. */
  #valueOf(end: End): number {
    const edge = this.#edges[this.#selected[end]] ?? 0;
    return this.#isYears && end === 1 ? edge - 1 : edge;
  }

  #show(): void {
    const around = this.#brushing.getBoundingClientRect();
    const plot = this.#svg.getBoundingClientRect();
    // The plot has the width of its container.
    const at = (edge: number): number => (edge / (this.#edges.length - 1)) * 100;
    const [left, right] = this.#selected.map(at);
    const top = `${plot.top - around.top}px`;
    const height = `${plot.height}px`;
    const width = `${(right ?? 0) - (left ?? 0)}%`;
    Object.assign(this.#window.style, { left: `${left}%`, width, top, height });
    for (const end of [0, 1] as const) {
      const handle = this.#handles[end];
      Object.assign(handle.style, { left: `${end === 0 ? left : right}%`, top, height });
      handle.setAttribute('aria-valuenow', String(this.#selected[end]));
      const value = this.#valueOf(end);
      handle.setAttribute('aria-valuetext', this.#isYears ? String(value) : `${value} Ma`);
    }
  }
}
