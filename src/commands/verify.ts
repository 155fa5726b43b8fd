import { exitCodes, type ExitCode } from '../model/fault.ts';
import { type Damage, damages, type Verification } from '../model/verification.ts';
import { formatCount, groupDigits } from '../text/amounts.ts';
import { textParts } from '../render/layout.ts';
import { escapeControls } from '../text/printable.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './options.ts';
import { type CommandContext, type DefineCommand, printResult } from './command.ts';

interface VerifyCommandOptions extends CatalogueOption {
  readonly engine?: true;
}

/** Defines `cdif-graph verify`. */
export const defineVerify: DefineCommand = (command, run) => {
  command
    .description(
      'Checks the integrity of the catalogue, also while an ingest runs: every entry can be ' +
        'decoded, documents match their hashes, the statements of each record parse and are as ' +
        'many as recorded, every entry refers to a record or URL that exists, and the totals ' +
        'are the sums of the entries. Changes nothing. Exits with 1 when the catalogue is ' +
        'damaged, and prints a remedy for each kind of damage.',
    )
    .option('--engine', 'also load the SPARQL engine and compare its graphs with the catalogue')
    .option('--json', 'print the result as one JSON document');
  addCatalogueOption(command).action(run(verify));
};

async function verify(context: CommandContext, options: VerifyCommandOptions): Promise<ExitCode> {
  const { signal } = context;
  const found = await withCatalogue(options, context, async (store) => {
    const verified = await store.verify(signal);
    if (options.engine !== true) return verified;
    const { verifyEngine } = await import('../engine/verify-engine.ts');
    return verifyEngine(store, verified, { signal });
  });
  const findings = found.findings.map((each) => ({ ...each, mend: damages[each.damage].mend }));
  printResult(context, options, {
    value: { ...found, findings },
    text: formatVerification(found),
  });
  return found.whole ? exitCodes.done : exitCodes.failed;
}

/** The result as text: what was checked, the findings and their remedies. */
function formatVerification(found: Verification): string {
  const { change, entries, quads, engine, whole } = found;
  const counts = [
    formatCount(entries['facts'] ?? 0, 'record'),
    formatCount(quads, 'statement'),
    formatCount(entries['documents'] ?? 0, 'document'),
    formatCount(entries['outcomes'] ?? 0, 'URL'),
    formatCount(entries['names'] ?? 0, 'name'),
  ];
  return textParts(
    `Checked as of change ${groupDigits(change)}: ${counts.join(', ')}`,
    engine === 'compared' && 'The graphs in the SPARQL engine were compared.',
    typeof engine === 'object' &&
      `The SPARQL engine was not compared: ${escapeControls(engine.skipped)}`,
    whole ? 'The catalogue is intact.' : 'The catalogue is damaged.',
    damageLines(found),
    '',
  ).join('\n');
}

function damageLines({ counts, findings }: Verification): string[] {
  // Only the integrity check writes these keys.
  return (Object.keys(counts) as Damage[]).flatMap((damage) => {
    const { means, mend } = damages[damage];
    const count = counts[damage] ?? 0;
    const shown = findings.filter((each) => each.damage === damage);
    const more = count - shown.length;
    return textParts(
      '',
      `${means} (${damage}): ${groupDigits(count)}`,
      shown.map(({ where, found }) => `  ${escapeControls(where)}: ${escapeControls(found)}`),
      more > 0 && `  and ${groupDigits(more)} more`,
      `  ${mend}`,
    );
  });
}
