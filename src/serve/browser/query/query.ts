import { formatCount } from '../../../text/amounts.ts';
import { announce } from '../result-links.ts';
import { geometryColumns } from './answer-geometry.ts';
import { PrefixTable, tableCsv } from './answer-texts.ts';
import { askEndpoint, type EndpointProblem } from './ask-endpoint.ts';
import { type CatalogueNames, declaredPrefixes, NameOffers } from './completion-names.ts';
import { mountEditor, type QueryEditor } from './editor.ts';
import { actionButton, type AnswerView, chosenView, filledElement, saveFile } from './elements.ts';
import { fillInParameters, markEditedText, outdatedParameterForm } from './fill-in-parameters.ts';
import type { GraphAnswer, QueryAnswer, TableAnswer } from './read-answer.ts';
import { graphView, turtleView } from './show-graph.ts';
import { mapView } from './show-map.ts';
import { tableView } from './show-table.ts';

// The SPARQL editor: CodeMirror in the place of the textarea, and answers on the page.

/** As in `site.ts`: fast answers come without a bar. */
const patienceMs = 300;
/** After this time the page says why. */
const longMs = 4000;
/** A longer link would exceed the request line that the server takes. */
const maxLinkCharacters = 8000;

function startEditor(asking: HTMLFormElement, source: HTMLTextAreaElement): void {
  const usual = usualPrefixes();
  const offers = offersOf(asking.dataset['terms'] ?? '', usual);
  const page = new QueryPage(asking, usual);
  const editor = mountEditor({
    textarea: source,
    onRun: () => asking.requestSubmit(),
    onChange: () => page.onChange(),
    offers,
  });
  page.attach(editor);
  offerPrefixes(editor);
}

/** From the list on the page. */
function usualPrefixes(): ReadonlyMap<string, string> {
  const listed = document.querySelectorAll<HTMLElement>('[data-prefix]');
  return new Map(
    Array.from(listed, ({ dataset }) => [dataset['prefix'] ?? '', dataset['namespace'] ?? '']),
  );
}

/** Loads the names once; without them, variables, prefixes and keywords are completed. */
function offersOf(url: string, usual: ReadonlyMap<string, string>): () => Promise<NameOffers> {
  const none = { classes: [], properties: [], terms: [], own: [], graphs: [], isEstimate: false };
  const load = async (): Promise<NameOffers> => {
    try {
      const response = await fetch(url);
      // The server of this script made it.
      const names = response.ok ? ((await response.json()) as CatalogueNames) : none;
      return new NameOffers(names, usual);
    } catch {
      return new NameOffers(none, usual);
    }
  };
  let offers: Promise<NameOffers> | undefined;
  return async () => (offers ??= load());
}

/** A button for each usual prefix that declares it in the query. */
function offerPrefixes(editor: QueryEditor): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-prefix]')) {
    const { prefix = '', namespace = '' } = row.dataset;
    const button = actionButton('Declare', () => {
      if (!declaredPrefixes(editor.text()).has(prefix)) {
        editor.insertAtStart(`PREFIX ${prefix}: <${namespace}>\n`);
      }
      announce(`${prefix}: is declared`);
    });
    button.setAttribute('aria-label', `Declare ${prefix}: in the query`);
    row.append(button);
  }
}

class QueryPage {
  readonly #form: HTMLFormElement;
  readonly #usual: ReadonlyMap<string, string>;
  readonly #status = requirePart('[data-status]');
  readonly #answer = requirePart('[data-answer]');
  readonly #cancel: HTMLButtonElement | null;
  #editor: QueryEditor | undefined;
  /** The query that the server put into the page. */
  #given: { readonly query: string; readonly href: string } | undefined;
  #running: AbortController | undefined;

  constructor(asking: HTMLFormElement, usual: ReadonlyMap<string, string>) {
    this.#form = asking;
    this.#usual = usual;
    this.#cancel = asking.querySelector('button[data-cancel]');
  }

  attach(editor: QueryEditor): void {
    this.#editor = editor;
    this.#given = { query: editor.text(), href: location.pathname + location.search };
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#run(editor);
    });
    this.#cancel?.addEventListener('click', () => this.#running?.abort());
    this.onChange();
  }

  /** Keeps the link to the query. */
  onChange(): void {
    markEditedText(this.#isEdited());
    const link = this.#form.querySelector<HTMLAnchorElement>('[data-link]');
    const instead = this.#form.querySelector<HTMLElement>('[data-no-link]');
    const href = this.#href();
    if (link === null || instead === null) return;
    link.hidden = href === undefined;
    instead.hidden = href !== undefined;
    if (href !== undefined) link.href = href;
  }

  #isEdited(): boolean {
    return this.#editor?.text() !== this.#given?.query;
  }

  /** The address of the page as long as it gave the text, such as that of a bundled query. */
  #href(): string | undefined {
    const query = this.#editor?.text() ?? '';
    if (query === this.#given?.query) return this.#given.href;
    const href = `${location.pathname}?${new URLSearchParams({ query }).toString()}`;
    return href.length > maxLinkCharacters ? undefined : href;
  }

  async #run(editor: QueryEditor): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    editor.clearMistakes();
    const end = this.#showRunning();
    try {
      if (!(await this.#fillIn(editor, running.signal))) return;
      // Without parameters if the query is too long for them.
      history.replaceState(null, '', this.#href() ?? location.pathname);
      const started = performance.now();
      const query = editor.text();
      const outcome = await askEndpoint(this.#request(query), running.signal);
      const seconds = elapsedText(performance.now() - started);
      if (outcome.kind === 'problem') this.#showProblem(outcome.problem, editor);
      else this.#showAnswer(outcome.answer, { query, seconds });
    } catch (error) {
      if (!running.signal.aborted) throw error;
      if (this.#running === running) this.#status.textContent = 'The query was cancelled.';
    } finally {
      if (this.#running === running) end();
    }
  }

  /** Puts changed values of the form into the text; false if they cannot be used. */
  async #fillIn(editor: QueryEditor, signal: AbortSignal): Promise<boolean> {
    const form = outdatedParameterForm(this.#isEdited());
    if (form === undefined) return true;
    const filled = form.reportValidity() ? await fillInParameters(form, signal) : 'incomplete';
    if (typeof filled === 'object' && !filled.isRefused) {
      this.#given = { query: filled.text, href: filled.href };
      editor.replaceText(filled.text);
      this.onChange();
      return true;
    }
    markEditedText(this.#isEdited());
    this.#answer.replaceChildren();
    this.#status.textContent =
      filled === undefined
        ? 'The query was not run: the server did not fill in the values.'
        : 'The query was not run: a value above is wrong.';
    return false;
  }

  #request(query: string) {
    const timeout = this.#timeout()?.value ?? '10';
    return { url: this.#form.action, query, timeout };
  }

  #timeout(): HTMLSelectElement | null {
    return this.#form.querySelector<HTMLSelectElement>('select[name=timeout]');
  }

  /** The former answer stays until there is a new one. */
  #showRunning(): () => void {
    const bar = document.querySelector<HTMLElement>('body > .progress');
    const timers = [
      setTimeout(() => {
        this.#status.textContent = 'The query is running…';
        if (bar !== null) bar.hidden = false;
      }, patienceMs),
      setTimeout(() => {
        this.#status.textContent =
          'The query is running… The first one after a change of the catalogue takes longer.';
      }, longMs),
    ];
    if (this.#cancel !== null) this.#cancel.disabled = false;
    return () => {
      timers.forEach(clearTimeout);
      if (bar !== null) bar.hidden = true;
      // A disabled button loses the focus.
      if (document.activeElement === this.#cancel) this.#editor?.focus();
      if (this.#cancel !== null) this.#cancel.disabled = true;
    };
  }

  #showAnswer(answer: QueryAnswer, { query, seconds }: AskedQuery): void {
    const prefixes = new PrefixTable(new Map([...declaredPrefixes(query), ...this.#usual]));
    this.#status.textContent = answerSentence(answer, seconds);
    this.#answer.replaceChildren(...answerParts(answer, { prefixes, query }));
  }

  #showProblem(problem: EndpointProblem, editor: QueryEditor): void {
    const { title, detail, place, retryAfter, status } = problem;
    this.#status.textContent = 'There is no answer.';
    const where = place === undefined ? '' : `Line ${place.line}, column ${place.column}: `;
    const box = filledElement('section', [filledElement('h3', title)], {
      class: 'empty fault',
      role: 'alert',
    });
    const words = detailSentence(detail, place !== undefined);
    if (words !== '' || where !== '') box.append(filledElement('p', where + words));
    if (place !== undefined) {
      const show = (): void => {
        editor.markMistake(place.line, place.column, detail === '' ? title : detail);
      };
      show();
      box.append(
        filledElement('p', [
          actionButton('Go to the place', () => {
            show();
            editor.focus();
          }),
        ]),
      );
    }
    if (status === 503) box.append(this.#nextStep(retryAfter));
    this.#answer.replaceChildren(box);
  }

  /** After a timeout or while the engines are busy: wait longer, or try again. */
  #nextStep(retryAfter: number | undefined): HTMLElement {
    const wait =
      retryAfter === undefined
        ? ''
        : `Wait ${formatCount(retryAfter, 'second')} before the next query, as the server asks.`;
    const select = this.#timeout();
    const longest = select?.options[select.options.length - 1]?.value ?? '';
    const again = actionButton('Run again', () => this.#form.requestSubmit());
    if (select === null || select.value === longest) return filledElement('p', [again, ' ', wait]);
    const longer = actionButton(`Run with ${longest} seconds`, () => {
      select.value = longest;
      this.#form.requestSubmit();
    });
    return filledElement('p', [longer, ' ', wait]);
  }
}

function elapsedText(milliseconds: number): string {
  return milliseconds < 100 ? 'less than 0.1 s' : `${(milliseconds / 1000).toFixed(1)} s`;
}

interface AskedQuery {
  readonly query: string;
  /** How long the answer took. */
  readonly seconds: string;
}

/**
 * Details of problems begin in lower case, and end without a full stop.
 * @param isOfText whether the detail is about a place in the text, whose words it may begin with
 */
function detailSentence(detail: string, isOfText: boolean): string {
  if (detail === '') return '';
  const start = isOfText ? detail.charAt(0) : detail.charAt(0).toUpperCase();
  return `${start}${detail.slice(1)}${/[.!?…]$/u.test(detail) ? '' : '.'}`;
}

function requirePart(selector: string): HTMLElement {
  const part = document.querySelector<HTMLElement>(selector);
  if (part === null) throw new TypeError(`the page has no ${selector}`);
  return part;
}

function answerSentence(answer: QueryAnswer, seconds: string): string {
  switch (answer.kind) {
    case 'boolean':
      return `${answer.value ? 'Yes: the pattern has a match' : 'No: the pattern has no match'} (${seconds}).`;
    case 'table':
      return `${formatCount(answer.rows.length, 'row')} in ${seconds}.`;
    case 'graph':
      return `${formatCount(answer.statements.length, 'statement')} in ${seconds}.`;
  }
}

interface AnswerTools {
  readonly prefixes: PrefixTable;
  readonly query: string;
}

function answerParts(answer: QueryAnswer, tools: AnswerTools): readonly Node[] {
  switch (answer.kind) {
    case 'boolean':
      return [filledElement('p', answer.value ? 'Yes' : 'No', { class: 'verdict' })];
    case 'table':
      return answer.rows.length === 0 ? [nothingFound(tools.query)] : tableParts(answer, tools);
    case 'graph':
      return answer.statements.length === 0
        ? [nothingFound(tools.query)]
        : graphParts(answer, tools);
  }
}

/** The catalogue has another spelling of the namespace than many queries. */
const otherSchemaOrg = /https:\/\/(?:www\.)?schema\.org\/|http:\/\/www\.schema\.org\//u;

function nothingFound(query: string): Node {
  const [spelling] = otherSchemaOrg.exec(query) ?? [];
  const hint =
    spelling === undefined
      ? 'Leave out a part of the pattern to see which one has no match.'
      : `The query has ${spelling}: the catalogue has http://schema.org/ for that.`;
  return filledElement(
    'section',
    [filledElement('h3', 'Nothing matches'), filledElement('p', hint)],
    {
      class: 'empty',
    },
  );
}

function tableParts(answer: TableAnswer, { prefixes }: AnswerTools): readonly Node[] {
  const columns = geometryColumns(answer);
  const views: AnswerView[] = [{ name: 'Table', make: () => tableView(answer, prefixes) }];
  if (columns.length > 0) {
    views.push({ name: 'Map', make: () => mapView(answer, columns, { prefixes, mapOf }) });
  }
  const csv = actionButton('Download CSV', () =>
    saveFile('answer.csv', 'text/csv;charset=utf-8', tableCsv(answer)),
  );
  return [chosenView(views), filledElement('p', [csv])];
}

function mapOf(middle: 0 | 180): SVGSVGElement {
  const template = document.querySelector<HTMLTemplateElement>(`template[data-map="${middle}"]`);
  const map = template?.content.querySelector('svg')?.cloneNode(true);
  if (!(map instanceof SVGSVGElement)) throw new TypeError('the page has no map');
  return map;
}

function graphParts(answer: GraphAnswer, { prefixes }: AnswerTools): readonly Node[] {
  const drawing = graphView(answer, prefixes);
  const { text, make } = turtleView(answer, prefixes);
  const views: readonly AnswerView[] = [
    ...(drawing === undefined ? [] : [{ name: 'Graph', make: () => drawing }]),
    { name: 'Turtle', make },
  ];
  const save = actionButton('Download Turtle', () => saveFile('answer.ttl', 'text/turtle', text));
  const remark = `The graph has too many nodes for a drawing, so it is shown as Turtle.`;
  return [
    ...(drawing === undefined ? [filledElement('p', remark, { class: 'soft' })] : []),
    chosenView(views),
    filledElement('p', [save]),
  ];
}

// The class above is not defined before.
const form = document.querySelector<HTMLFormElement>('form.query-form');
const textarea = form?.querySelector('textarea');
if (form && textarea) startEditor(form, textarea);
