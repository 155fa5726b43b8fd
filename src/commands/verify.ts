import { exitCodes, type ExitCode } from '../model/fault.ts';
import { formatVerification } from '../render/verification.ts';
import { damages } from '../model/verification.ts';
import { addCatalogueOption, withCatalogue, type CatalogueOption } from './options.ts';
import { type CommandContext, type DefineCommand, printResult } from './command.ts';

interface VerifyCommandOptions extends CatalogueOption {
  readonly engine?: true;
  readonly json?: true;
}

/** Defines `cdif-graph verify`. */
export const defineVerify: DefineCommand = (command, run) => {
  command
    .description(
      'Checks the integrity of the catalogue, also while an ingest runs: every entry can be decoded, documents match their hashes, the statements of each record parse and are as many as recorded, every entry refers to a record or URL that exists, and the totals are the sums of the entries. Changes nothing. Exits with 1 when the catalogue is damaged, and prints a remedy for each kind of damage.',
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
