import type { Severity } from '../../model/problem.ts';
import { formatCount, groupDigits } from '../../text/amounts.ts';
import { markup, type Markup } from './html-page.ts';

const severityNames = {
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
} as const satisfies Record<Severity, string>;

/** The word for a severity, in its colour. */
export function severityMark(severity: Severity): Markup {
  return markup`<b class="severity ${severity}">${severityNames[severity]}</b>`;
}

/** A name and a value of a list of pairs (`dl`). */
export function pair(name: string, value: Markup): Markup {
  return markup`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

/** Texts of the catalogues have code between backticks. */
export function withCode(text: string): Markup {
  const parts = text.split('`');
  // A backtick without its partner is text.
  if (parts.length % 2 === 0) return markup`${text}`;
  const marked = parts.map((part, at) =>
    at % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`,
  );
  return markup`${marked}`;
}

/** A share, from 0 to 1; undefined of nothing. */
export function shareOf(count: number, all: number): number | undefined {
  return all === 0 ? undefined : count / all;
}

interface FigureParts {
  readonly share?: number | undefined;
  readonly note?: string;
}

/** A number with its name, for a list of figures (`dl`). */
export function figure(
  name: string,
  value: string,
  { share, note = '' }: FigureParts = {},
): Markup {
  return markup`<div>
    <dt>${name}</dt>
    <dd>
      ${value}${share !== undefined && bar(share)}${
        note !== '' && markup`<span class="soft">${note}</span>`
      }
    </dd>
  </div>`;
}

/** A bar that shows a share, from 0 to 1. */
export function bar(share: number): Markup {
  const width = Math.round(share * 100);
  return markup`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect width="${width}" height="4" />
  </svg>`;
}

/** A link to a page of the Web; another URL is only shown. @param text what is shown */
export function webLink(url: string, text = url): Markup {
  return /^https?:/iu.test(url)
    ? markup`<a href="${url}">${text}</a>`
    : markup`<code>${text}</code>`;
}

/** What to do first: a change, and how much it helps. */
export interface ChangeParts {
  readonly severity: Severity;
  readonly title: string;
  readonly text: Markup | string;
  /** How many of how many it helps. */
  readonly helped: number;
  readonly of: number;
  readonly noun: string;
}

/** An item of the list of what to do first. */
export function changeItem({ severity, title, text, helped, of, noun }: ChangeParts): Markup {
  return markup`<li>
    <div>
      <b>${severityMark(severity)} ${title}</b>
      <p>${text}</p>
    </div>
    <p class="share">${groupDigits(helped)} of ${formatCount(of, noun)}${bar(helped / of)}</p>
  </li> `;
}
