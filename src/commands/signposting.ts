import { Option } from 'commander';
import type { ExitCode } from '../model/fault.ts';
import { textParts } from '../render/layout.ts';
import { escapeControls } from '../text/printable.ts';
import { formatCount } from '../text/amounts.ts';
import {
  linkElements,
  linkFieldValue,
  type LinkSet,
  linksetJson,
  linksetText,
  linkValue,
  missingRelations,
  signpostingJson,
  type SignpostingRecord,
} from '../views/signposting/link-sets.ts';
import { signpostingRecord } from '../views/signposting/read-signposting.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import {
  addViewOptions,
  printViews,
  type ViewFormat,
  type ViewOptions,
  type ViewPrinting,
} from './view-command.ts';

interface SignpostingOptions extends ViewOptions {
  readonly format?: SignpostingFormat;
}

/** How links are written, a line a format. */
const formats = {
  link: { text: (record) => record.sets.map((set) => headerText(set, record)).join('') },
  html: { text: (record) => record.sets.map((set) => htmlText(set, record)).join('') },
  linkset: { all: linksetTexts },
  'linkset+json': { lines: ({ sets }) => [linksetJson(sets)] },
  json: { lines: (record) => [signpostingJson(record)] },
} as const satisfies Record<string, ViewFormat<SignpostingRecord>>;

type SignpostingFormat = keyof typeof formats;
const formatNames = Object.keys(formats) as readonly SignpostingFormat[]; // its own names

/** Defines `cdif-graph signposting`. */
export const defineSignposting: DefineCommand = (command, run) => {
  command
    .description(
      "Shows which typed links a resource's landing page, each content and each metadata " +
        'document should send according to the record (FAIR Signposting profile, level 1; the ' +
        'mapping of CDIF): as HTTP fields, as elements for the head of a page, or as a linkset ' +
        '(RFC 9264). Names the links that level 1 requires and the record does not give. Exits ' +
        'with code 1 if a name has no record.',
    )
    .addOption(
      new Option(
        '--format <format>',
        'linkset+json and json write a JSON line per resource (default: link; json for ' +
          'several names or a source)',
      ).choices(formatNames),
    );
  addViewOptions(command).action(run(signposting));
};

async function signposting(
  context: CommandContext,
  name: string | undefined,
  options: SignpostingOptions,
): Promise<ExitCode> {
  const counts = { pages: 0, withoutAddress: 0, longFields: 0 };
  const missing: Record<string, number> = {};
  const printing: ViewPrinting<SignpostingRecord> = {
    makeView: signpostingRecord,
    format: (isOneName) => formats[options.format ?? (isOneName ? 'link' : 'json')],
    onView: ({ sets }) => {
      for (const set of sets) {
        const isPage = set.sender === 'landing page';
        counts.pages += Number(isPage);
        counts.withoutAddress += Number(isPage && set.anchor === undefined);
        counts.longFields += Number(linkFieldValue(set).length > maxFieldBytes);
        for (const rel of missingRelations(set)) missing[rel] = (missing[rel] ?? 0) + 1;
      }
    },
  };
  const exitCode = await printViews(printing, name, options, context);
  for (const text of notesOf(counts, missing)) context.stderr.write(`cdif-graph: ${text}\n`);
  return exitCode;
}

function headerText(set: LinkSet, record: SignpostingRecord): string {
  const fields = set.links.map((link) => `Link: ${linkValue(link)}\n`);
  return `# ${titleOf(set, record)}\n${fields.join('')}\n`;
}

function htmlText(set: LinkSet, record: SignpostingRecord): string {
  // Two hyphens may end a comment.
  const title = titleOf(set, record).replaceAll('--', '-%2D');
  const hint =
    set.sender === 'landing page' ? '' : ': for its own head where it is HTML, else Link fields';
  return `<!-- ${title}${hint} -->\n${linkElements(set)}\n`;
}

/**
 * Names the record, too, since several can describe one resource; one in the page needs no name.
 */
function titleOf({ sender, anchor }: LinkSet, { graph, iri = graph }: SignpostingRecord): string {
  const place = anchor ?? `of ${iri}, whose address is not known`;
  const isOwn = sender !== 'landing page' || graph === (anchor ?? iri);
  return escapeControls(`${titles[sender]} ${place}${isOwn ? '' : `, by the record ${graph}`}`);
}

const titles = {
  'landing page': 'Landing page',
  content: 'Content',
  metadata: 'Metadata',
} as const;

/** All in one linkset. */
async function* linksetTexts(records: AsyncIterable<SignpostingRecord>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const { sets } of records) {
    const text = linksetText(sets).trimEnd();
    if (text === '') continue;
    yield isFirst ? text : `,\n${text}`;
    isFirst = false;
  }
  yield isFirst ? '' : '\n';
}

/** The size of all fields of a response that many servers accept. */
const maxFieldBytes = 8192;

interface LinkCounts {
  /** Landing pages. */
  readonly pages: number;
  readonly withoutAddress: number;
  /** Link fields that are longer than many servers accept. */
  readonly longFields: number;
}

/** The notes after all links: what is missing, and what may not work. */
function notesOf(
  { pages, withoutAddress, longFields }: LinkCounts,
  missing: Readonly<Record<string, number>>,
): readonly string[] {
  const required = 'which level 1 of FAIR Signposting requires of a landing page';
  const names = Object.keys(missing);
  const each = Object.entries(missing).map(([rel, count]) => `${rel} for ${count}`);
  const page = pages === 1 ? 'the landing page' : `${withoutAddress} of these landing pages`;
  return textParts(
    names.length > 0 &&
      (pages === 1
        ? `the record gives no ${names.join(' and no ')}, ${required}`
        : `of ${pages} landing pages the records give no ${each.join(', no ')}, ${required}`),
    withoutAddress > 0 && `no address of ${page} is known, so a linkset cannot contain its links`,
    longFields > 0 &&
      `${formatCount(longFields, 'Link field')} of more than ${maxFieldBytes} bytes, which many ` +
        'servers refuse: send a linkset (--format linkset+json) and a link to it',
  );
}
