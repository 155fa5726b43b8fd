import { Option } from 'commander';
import type { ExitCode } from '../model/fault.ts';
import { escapeControls } from '../text/printable.ts';
import { formatCount } from '../text/amounts.ts';
import {
  linkElements,
  linkFieldValue,
  linksetJson,
  linksetText,
  linkValue,
  signpostingJson,
} from '../views/signposting/link-formats.ts';
import { signpostingRecord } from '../views/signposting/read-signposting.ts';
import {
  missingRelations,
  type LinkSet,
  type SignpostingRecord,
} from '../views/signposting/link-sets.ts';
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
      "Shows which typed links a resource's landing page, each content and each metadata document should send according to the record (FAIR Signposting profile, level 1; the mapping of CDIF): as HTTP fields, as elements for the head of a page, or as a linkset (RFC 9264). Names the links that level 1 requires and the record does not give. Exits with code 1 if a name has no record.",
    )
    .addOption(
      new Option(
        '--format <format>',
        'linkset+json and json write a JSON line per resource (default: link; json for several names or a source)',
      ).choices(formatNames),
    );
  addViewOptions(command).action(run(signposting));
};

async function signposting(
  context: CommandContext,
  name: string | undefined,
  options: SignpostingOptions,
): Promise<ExitCode> {
  const notes = new Notes();
  const printing: ViewPrinting<SignpostingRecord> = {
    makeView: signpostingRecord,
    format: ({ kind }) => formats[options.format ?? (kind === 'name' ? 'link' : 'json')],
    onView: ({ sets }) => {
      for (const set of sets) notes.add(set);
    },
  };
  const exitCode = await printViews(printing, name, options, context);
  for (const text of notes.texts) context.stderr.write(`cdif-graph: ${text}\n`);
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
  const of = anchor ?? `of ${iri}, whose address is not known`;
  const isSaid = sender !== 'landing page' || graph === (anchor ?? iri);
  return escapeControls(`${titles[sender]} ${of}${isSaid ? '' : `, by the record ${graph}`}`);
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

/** The notes after all links: what is missing, and what may not work. */
class Notes {
  readonly #lacking: Record<string, number> = {};
  #pages = 0;
  #unplaced = 0;
  #long = 0;

  add(set: LinkSet): void {
    if (set.sender === 'landing page') {
      this.#pages += 1;
      if (set.anchor === undefined) this.#unplaced += 1;
    }
    for (const rel of missingRelations(set)) this.#lacking[rel] = (this.#lacking[rel] ?? 0) + 1;
    if (linkFieldValue(set).length > maxFieldBytes) this.#long += 1;
  }

  get texts(): readonly string[] {
    return [this.#lackingText, this.#unplacedText, this.#longText].filter((text) => text !== '');
  }

  get #lackingText(): string {
    const names = Object.keys(this.#lacking);
    if (names.length === 0) return '';
    const wanted = 'which level 1 of FAIR Signposting requires of a landing page';
    if (this.#pages === 1) return `the record gives no ${names.join(' and no ')}, ${wanted}`;
    const each = Object.entries(this.#lacking).map(([rel, count]) => `${rel} for ${count}`);
    return `of ${this.#pages} landing pages the records give no ${each.join(', no ')}, ${wanted}`;
  }

  get #unplacedText(): string {
    if (this.#unplaced === 0) return '';
    const of = this.#pages === 1 ? 'the landing page' : `${this.#unplaced} of these landing pages`;
    return `no address of ${of} is known, so a linkset cannot contain its links`;
  }

  get #longText(): string {
    if (this.#long === 0) return '';
    return `${formatCount(this.#long, 'Link field')} of more than ${maxFieldBytes} bytes, which many servers refuse: send a linkset (--format linkset+json) and a link to it`;
  }
}
