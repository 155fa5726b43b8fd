import { announce, goToResultAt, requireElement, requireField } from './result-links.ts';

/** A box in drawing units. */
interface Drawn {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const help =
  'Arrow keys move the box, Shift with arrow keys changes its size, ' +
  'Enter searches in it, Escape gives up.';
/** The keyboard step and the minimum size of a box, as fractions of the width of the map. */
const step = 1 / 72;
/** In pixels: a shorter drag is a click. */
const leastDrag = 5;

/** Makes a box drawable on the map by pointer and keyboard, by filling in the fields. */
export function drawBox(): void {
  const drawing = document.querySelector<HTMLElement>('.drawing');
  const svg = drawing?.querySelector<SVGSVGElement>('svg.map');
  const form = document.querySelector<HTMLFormElement>('form[data-box]');
  if (drawing && svg && form) new BoxDrawing(svg, form).attachTo(drawing);
}

class BoxDrawing {
  readonly #svg: SVGSVGElement;
  readonly #form: HTMLFormElement;
  readonly #frame: Drawn;
  /** The longitude at x = 0 of the drawing. */
  readonly #west: number;
  readonly #rectangle = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  #box: Drawn | undefined;

  constructor(svg: SVGSVGElement, form: HTMLFormElement) {
    this.#svg = svg;
    this.#form = form;
    const { x, y, width, height } = svg.viewBox.baseVal;
    this.#frame = { left: x, top: y, right: x + width, bottom: y + height };
    this.#west = Number(svg.parentElement?.getAttribute('data-west'));
    this.#rectangle.setAttribute('class', 'outline');
  }

  attachTo(drawing: HTMLElement): void {
    const layer = requireElement('div', {
      class: 'draw',
      role: 'application',
      tabindex: '0',
      'aria-label': 'Draw a box on the map',
      'aria-describedby': 'draw-help',
    });
    const text = requireElement('p', { class: 'draw-help', id: 'draw-help' });
    text.textContent = help;
    drawing.append(layer, text);
    this.#svg.querySelector('.asked')?.append(this.#rectangle);
    layer.addEventListener('keydown', (event) => this.#onKey(event));
    layer.addEventListener('focus', () => this.#show(this.#box ?? this.#firstBox()));
    layer.addEventListener('blur', () => this.#show(undefined));
    this.#svg.addEventListener('pointerdown', (event) => this.#onPointer(event));
  }

  #onPointer(down: PointerEvent): void {
    if (down.button !== 0 || !down.isPrimary) return;
    const svg = this.#svg;
    const start = this.#at(down);
    const isDrag = ({ clientX, clientY }: PointerEvent): boolean =>
      Math.abs(clientX - down.clientX) > leastDrag && Math.abs(clientY - down.clientY) > leastDrag;
    const controller = new AbortController();
    const { signal } = controller;
    svg.setPointerCapture(down.pointerId);
    const move = (event: PointerEvent): void => {
      const end = this.#at(event);
      this.#show(
        isDrag(event)
          ? {
              left: Math.min(start.x, end.x),
              top: Math.min(start.y, end.y),
              right: Math.max(start.x, end.x),
              bottom: Math.max(start.y, end.y),
            }
          : undefined,
      );
    };
    const end = (event: PointerEvent): void => {
      controller.abort();
      if (isDrag(event)) this.#apply();
      else goToResultAt(event.clientX, event.clientY);
    };
    svg.addEventListener('pointermove', move, { signal });
    svg.addEventListener('pointerup', end, { signal });
    // Otherwise the browser would scroll the page.
    const giveUp = (): void => {
      controller.abort();
      this.#show(undefined);
    };
    svg.addEventListener('pointercancel', giveUp, { signal });
  }

  /** The pointer position in drawing units, limited to the drawing. */
  #at({ clientX, clientY }: PointerEvent): { readonly x: number; readonly y: number } {
    const { left, top, width, height } = this.#svg.getBoundingClientRect();
    const frame = this.#frame;
    const [across, down] = [within((clientX - left) / width), within((clientY - top) / height)];
    return {
      x: frame.left + across * (frame.right - frame.left),
      y: frame.top + down * (frame.bottom - frame.top),
    };
  }

  #onKey(event: KeyboardEvent): void {
    const direction = directions[event.key];
    if (direction !== undefined && !event.ctrlKey && !event.altKey && !event.metaKey) {
      this.#show(this.#changed(direction, event.shiftKey));
      announce(this.#words());
    } else if (event.key === 'Enter') this.#apply();
    else if (event.key === 'Escape') {
      this.#show(undefined);
      announce('No box is drawn');
    } else return;
    event.preventDefault();
  }

  /** The box after a keyboard step, limited to the map. */
  #changed([across, down]: readonly [number, number], isSized: boolean): Drawn {
    const frame = this.#frame;
    const box = this.#box ?? this.#firstBox();
    const size = (frame.right - frame.left) * step;
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    if (isSized) {
      return {
        ...box,
        right: between(box.right + across * size, box.left + size, frame.right),
        bottom: between(box.bottom + down * size, box.top + size, frame.bottom),
      };
    }
    const left = between(box.left + across * size, frame.left, frame.right - width);
    const top = between(box.top + down * size, frame.top, frame.bottom - height);
    return { left, top, right: left + width, bottom: top + height };
  }

  /** The box of the search if the map shows all of it, otherwise a quarter of the map. */
  #firstBox(): Drawn {
    const box = this.#boxOfSearch();
    if (box !== undefined) return box;
    const { left, top, right, bottom } = this.#frame;
    const [width, height] = [(right - left) / 4, (bottom - top) / 4];
    return {
      left: left + width * 1.5,
      top: top + height * 1.5,
      right: right - width * 1.5,
      bottom: bottom - height * 1.5,
    };
  }

  #boxOfSearch(): Drawn | undefined {
    const texts = ['south', 'west', 'north', 'east'].map(
      (name) => requireField(this.#form, name)?.value,
    );
    const [south = 0, west = 0, north = 0, east = 0] = texts.map(Number);
    const frame = this.#frame;
    const first = (west - this.#west) * 2;
    const left = first < frame.left ? first + 720 : first;
    const right = left + ((east - west + 360) % 360) * 2;
    const [top, bottom] = [(90 - north) * 2, (90 - south) * 2];
    const isSeen = right <= frame.right && top >= frame.top && bottom <= frame.bottom;
    return right > left && bottom > top && isSeen ? { left, top, right, bottom } : undefined;
  }

  #show(box: Drawn | undefined): void {
    this.#box = box;
    const { left, top, right, bottom } = box ?? this.#frame;
    const path = box === undefined ? '' : `M${left} ${top}H${right}V${bottom}H${left}z`;
    this.#rectangle.setAttribute('d', path);
  }

  /** South, west, north and east, rounded to a pixel. */
  #edges(): readonly (readonly [name: string, degrees: number])[] {
    const frame = this.#frame;
    const { left, top, right, bottom } = this.#box ?? frame;
    const factor = frame.right - frame.left >= 360 ? 10 : 100;
    const rounded = (degrees: number): number => Math.round(degrees * factor) / factor;
    const longitude = (x: number): number => {
      const degrees = x / 2 + this.#west;
      return rounded(degrees > 180 ? degrees - 360 : degrees);
    };
    return [
      ['south', rounded(90 - bottom / 2)],
      ['west', longitude(left)],
      ['north', rounded(90 - top / 2)],
      ['east', longitude(right)],
    ];
  }

  #words(): string {
    return this.#edges()
      .map(([name, degrees]) => `${name} ${degrees}°`)
      .join(', ');
  }

  #apply(): void {
    if (this.#box === undefined) return;
    for (const [name, degrees] of this.#edges()) {
      const input = requireField(this.#form, name);
      if (input !== undefined) input.value = String(degrees);
    }
    this.#form.requestSubmit();
  }
}

const directions: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function within(part: number): number {
  return between(part, 0, 1);
}
