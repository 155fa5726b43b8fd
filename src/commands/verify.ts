import { exitCodes, type ExitCode } from '../model/exit-code.ts';
import { verification } from '../render/verification.ts';
import { damages, type Verification } from '../model/verification.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './catalogue-option.ts';
import type { CommandContext, DefineCommand } from './command.ts';
import { printJson } from './print.ts';

interface VerifyCommandOptions extends CatalogueOption {
  readonly engine?: true;
  readonly json?: true;
}

export const defineVerify: DefineCommand = (command, run) => {
  command
    .description(
      'Reads the whole catalogue as it is now, also while an ingest runs, and compares it with itself: the texts of the documents with their hashes, the statements of each record with what is known of it, records with their documents and with the looks that gave them, names and totals with what they are made of. Each graph is read by the engine that answers queries. Ends with exit code 1 when something is wrong, and says what mends it. Changes nothing.',
    )
    .option(
      '--engine',
      'also fill the engine from the catalogue, as a query does, and compare what it holds',
    )
    .option('--json', 'print it as one JSON document');
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
  if (options.json === true) printJson(withRemedies(found), context);
  else context.stdout.write(verification(found));
  return found.whole ? exitCodes.done : exitCodes.failed;
}

/** A program that reads one finding is told what mends it, too. */
function withRemedies(found: Verification) {
  const findings = found.findings.map((each) => ({ ...each, mend: damages[each.damage].mend }));
  return { ...found, findings };
}
