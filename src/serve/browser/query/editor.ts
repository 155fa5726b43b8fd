import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, Prec, type Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { sparql } from 'codemirror-lang-sparql';
import { requireElement } from '../result-links.ts';
import {
  isNameBeginning,
  type NameOffers,
  type OfferedName,
  placeInQuery,
  startOfName,
} from './completion-names.ts';

/** The editor in the place of a textarea, which keeps the text for the form. */
export interface QueryEditor {
  readonly text: () => string;
  readonly focus: () => void;
  /** Puts another query into the editor; undoing it restores the former one. */
  readonly replaceText: (text: string) => void;
  /** Adds a text at the start of the query. */
  readonly insertAtStart: (text: string) => void;
  /** Marks a mistake, and puts the cursor there. Line and column are from 1. */
  readonly markMistake: (line: number, column: number, message: string) => void;
  readonly clearMistakes: () => void;
}

interface EditorOptions {
  readonly textarea: HTMLTextAreaElement;
  readonly onRun: () => void;
  readonly onChange: () => void;
  /** Loaded when the first completion is asked for. */
  readonly offers: () => Promise<NameOffers>;
}

/**
 * Mounts the editor in a shadow root: there the style sheets of CodeMirror are adopted, not inline,
 * as the content security policy requires.
 */
export function mountEditor(options: EditorOptions): QueryEditor {
  const { textarea } = options;
  const host = requireElement('div', { class: 'editor-host' });
  const root = host.attachShadow({ mode: 'open' });
  textarea.after(host);
  const state = EditorState.create({ doc: textarea.value, extensions: extensionsOf(options) });
  const view = new EditorView({ root, parent: root, state });
  textarea.hidden = true;
  // A hidden field that must be filled in would keep the form from being sent, without a word.
  textarea.required = false;
  document
    .querySelector(`label[for="${textarea.id}"]`)
    ?.addEventListener('click', () => view.focus());
  return {
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    replaceText: (insert) => {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
    },
    insertAtStart: (text) => {
      view.dispatch({ changes: { from: 0, insert: text } });
    },
    markMistake: (line, column, message) => markMistake(view, { line, column, message }),
    clearMistakes: () => view.dispatch(setDiagnostics(view.state, [])),
  };
}

function extensionsOf({ textarea, onRun, onChange, offers }: EditorOptions): Extension {
  return [
    Prec.highest(
      keymap.of([
        {
          key: 'Mod-Enter',
          run: (view) => {
            closeCompletion(view);
            onRun();
            return true;
          },
        },
      ]),
    ),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({
      override: [async (context) => completions(context, offers)],
      icons: false,
      // Enter is a new line until the reader has chosen a name with the arrow keys.
      selectOnOpen: false,
      maxRenderedOptions: 60,
    }),
    sparql(),
    syntaxHighlighting(highlighting),
    // Tab stays the way out of the editor.
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': 'SPARQL query',
      tabindex: '0',
      autocapitalize: 'off',
      autocorrect: 'off',
    }),
    EditorView.domEventHandlers({ beforeinput: replaceSelected }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (!docChanged) return;
      textarea.value = state.doc.toString();
      onChange();
    }),
    theme,
  ];
}

/**
 * Types over a selection. Chromium itself would keep the style of the replaced text in a style
 * attribute, which the content security policy refuses.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const { inputType, data } = event;
  const { from, to, empty } = view.state.selection.main;
  if (inputType !== 'insertText' || data === null || empty) return false;
  event.preventDefault();
  const insert = (): Transaction =>
    view.state.update(view.state.replaceSelection(data), {
      userEvent: 'input.type',
      scrollIntoView: true,
    });
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
  return true;
}

interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

function markMistake(view: EditorView, { line, column, message }: Mistake): void {
  const { doc } = view.state;
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  // Columns count code points.
  const before = Array.from(at.text)
    .slice(0, Math.max(0, column - 1))
    .join('');
  const from = Math.min(at.from + before.length, at.to);
  const [word = ''] = /^(?:[\w:?$-]+|.)/u.exec(doc.sliceString(from, at.to)) ?? [];
  // A mark of no length would be invisible: at the end of a line the character before it.
  const start = word === '' ? Math.max(at.from, from - 1) : from;
  view.dispatch(
    setDiagnostics(view.state, [
      { from: start, to: from + word.length, severity: 'error', message },
    ]),
    { selection: { anchor: from }, scrollIntoView: true },
  );
}

async function completions(
  context: CompletionContext,
  offers: EditorOptions['offers'],
): Promise<CompletionResult | null> {
  const query = context.state.doc.toString();
  const from = startOfName(query.slice(0, context.pos));
  const typed = query.slice(from, context.pos);
  if (typed === '' ? !context.explicit : !isNameBeginning(typed)) return null;
  const place = placeInQuery(query.slice(0, from));
  if (place === undefined) return null;
  const names = await offers();
  if (context.aborted) return null;
  const others = query.slice(0, from) + query.slice(context.pos);
  const options = names.at(place, others, typed).map(completionOf);
  // Names are spelled otherwise after `<`.
  const validFor = typed.startsWith('<') ? /^<[^\s<>]*$/u : /^(?:[?$a-z_:][\w:-]*)?$/iu;
  return { from, options, validFor };
}

function completionOf({ label, text, detail, kind }: OfferedName, at: number): Completion {
  return {
    label,
    ...(text !== undefined && { apply: text }),
    detail: detail === undefined ? kind : `${kind} ${detail}`,
    type: kind,
    // Among equal matches the more frequent one; variables are first.
    boost: kind === 'variable' ? 50 : Math.max(-50, -at / 10),
  };
}

/** In the colours of the site, which follow the theme of the browser. */
const highlighting = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--note)', fontWeight: '600' },
  { tag: tags.variableName, color: 'var(--selected)' },
  { tag: [tags.string, tags.annotation], color: 'var(--good)' },
  { tag: [tags.integer, tags.float, tags.bool], color: 'var(--warning)' },
  { tag: [tags.url, tags.namespace], color: 'var(--link)' },
  { tag: tags.typeName, color: 'var(--visited)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
]);

const theme = EditorView.theme({
  '&': {
    minHeight: 'var(--editor-height)',
    maxHeight: '36rem',
    border: '1px solid var(--control)',
    borderRadius: '4px',
    background: 'var(--page)',
    color: 'var(--ink)',
    fontSize: '0.875rem',
  },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': {
    overflow: 'auto',
    fontFamily:
      "ui-monospace, 'SF Mono', Consolas, 'Noto Sans Mono', 'DejaVu Sans Mono', monospace",
    lineHeight: '1.5',
  },
  '.cm-content, .cm-gutter': { minHeight: 'calc(var(--editor-height) - 0.5rem)' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.5rem 0' },
  '.cm-cursor': { borderLeft: '2px solid var(--ink)' },
  '.cm-gutters': {
    border: 'none',
    background: 'var(--surface)',
    color: 'var(--soft)',
  },
  '.cm-activeLine': { background: 'transparent' },
  '.cm-activeLineGutter': { background: 'transparent', color: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'color-mix(in srgb, var(--accent) 30%, transparent)' },
  '&.cm-focused .cm-matchingBracket': {
    background: 'transparent',
    outline: '1px solid var(--accent)',
  },
  '&.cm-focused .cm-nonmatchingBracket': {
    background: 'transparent',
    outline: '1px solid var(--error)',
  },
  // The pictures of the package are data: URLs, which the security policy refuses.
  '.cm-lintRange-error, .cm-lintRange-active': {
    backgroundImage: 'none',
    background: 'color-mix(in srgb, var(--error) 18%, transparent)',
    textDecoration: 'underline wavy var(--error)',
    textUnderlineOffset: '0.2em',
  },
  '.cm-tooltip': {
    border: '1px solid var(--control)',
    borderRadius: '4px',
    background: 'var(--page)',
    color: 'var(--ink)',
  },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--error)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '16rem',
    maxWidth: 'min(44rem, 92vw)',
    fontFamily: 'inherit',
    fontSize: '0.875rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '1rem',
    padding: '0.2rem 0.5rem',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionLabel': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': { textDecoration: 'underline', fontWeight: '600' },
  '.cm-completionDetail': {
    flex: 'none',
    maxWidth: '60%',
    marginLeft: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: 'var(--soft)',
    fontStyle: 'normal',
    fontVariantNumeric: 'tabular-nums',
  },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
});
