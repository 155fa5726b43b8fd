import { xmlElement, xmlText } from '../../text/xml-text.ts';

/** A check, with its XML where it did not pass. */
export interface JunitCase {
  /** Where it is: programs join cases of one class and name, whatever their suite. */
  readonly className: string;
  readonly name: string;
  readonly fault?: JunitFault;
}

/** The element of a check that did not pass. */
export interface JunitFault {
  readonly element: 'error' | 'failure';
  readonly xml: string;
}

/** What is said of a test suite before its cases. */
export interface JunitSuiteHead {
  readonly name: string;
  readonly place: string;
  /** From 0. */
  readonly id: number;
  readonly startedAt: Date;
  readonly counts: Readonly<Record<'tests' | 'failures' | 'errors', number>>;
  readonly properties: readonly (readonly [name: string, value: string])[];
}

/** The text before the first test suite, and the one after the last. */
export const junitFrame = {
  start: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n',
  end: '</testsuites>\n',
};

/** The start of a suite: what the schema of Ant requires, and nothing else. */
export function junitSuiteStart(suite: JunitSuiteHead): string {
  const { name, place, id, startedAt, counts, properties } = suite;
  // The schema of Ant has no time zone.
  const timestamp = startedAt.toISOString().slice(0, 19);
  return [
    `<testsuite name="${tokenText(name)}" package="${tokenText(place)}" ` +
      `id="${id}" timestamp="${timestamp}" hostname="localhost" tests="${counts.tests}" ` +
      `failures="${counts.failures}" errors="${counts.errors}" time="0">`,
    '<properties>',
    ...properties.map(
      ([key, value]) => `<property name="${tokenText(key)}" value="${xmlText(value)}"/>`,
    ),
    '</properties>\n',
  ].join('\n');
}

/** A case, which stands between the start and the end of its suite. */
export function junitCase({ className, name, fault }: JunitCase): string {
  const start = `<testcase classname="${tokenText(className)}" name="${tokenText(name)}" time="0"`;
  return fault === undefined ? `${start}/>\n` : `${start}>${fault.xml}</testcase>\n`;
}

/** The end of a suite. @param notes what is told beside the results */
export function junitSuiteEnd(notes: string): string {
  const output = xmlElement('system-out', notes);
  return `${output}\n<system-err></system-err>\n</testsuite>\n`;
}

/** @param lines the first is the message */
export function junitFault(
  element: JunitFault['element'],
  type: string,
  [message = '', ...lines]: readonly string[],
): JunitFault {
  const text = lines.join('\n');
  const attributes = `type="${xmlText(type)}" message="${xmlText(message)}"`;
  return { element, xml: `<${element} ${attributes}>${xmlText(text)}</${element}>` };
}

/** A name that is not empty. */
function tokenText(text: string): string {
  return xmlText(text.trim() === '' ? '-' : text);
}
