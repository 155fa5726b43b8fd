import type { Child } from 'hono/jsx';
import { isWebAddress } from '../../export/schema-org.ts';
import { textForReader } from '../../facts/text/text-languages.ts';
import type { Text } from '../../model/search-facts.ts';
import { isLanguageTag } from '../negotiation.ts';

/**
 * The text of a result in the language of the reader, for records in several languages.
 * @param usual the text that a search shows
 */
export function resultText(
  usual: string | undefined,
  texts: readonly Text[],
  languages: readonly string[],
): Text | undefined {
  if (usual === undefined) return textForReader(texts, languages);
  const known = texts.find(({ text }) => text === usual) ?? { text: usual };
  return texts.length < 2 ? known : textForReader(texts, languages, known);
}

interface LiteralProps {
  readonly text: string;
  /** As published. */
  readonly language?: string | undefined;
}

/** A text of a publisher, marked with its own direction and language. */
export function Literal({ text, language }: LiteralProps) {
  return (
    <bdi lang={isLanguageTag(language) ? language : undefined} dir="auto">
      {text}
    </bdi>
  );
}

interface WebLinkProps {
  /** The text as published. Anything but a Web URL is shown without a link. */
  readonly href: string;
  readonly class?: string;
  readonly children: Child;
}

/** A link to another site that does not send a referrer. */
export function WebLink({ href, children, ...props }: WebLinkProps) {
  if (!isWebAddress(href)) return <span>{children}</span>;
  return (
    <a {...props} href={href} rel="noreferrer">
      {children}
    </a>
  );
}
