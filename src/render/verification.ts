import { damages, type Damage, type Verification } from '../model/verification.ts';
import { printable } from '../text/printable.ts';
import { amount, grouped } from '../text/amounts.ts';

/** What was compared, and what is wrong with what mends it, for people. */
export function verification(found: Verification): string {
  const { entries, quads } = found;
  const counts = [
    amount(entries['facts'] ?? 0, 'record'),
    amount(quads, 'statement'),
    amount(entries['documents'] ?? 0, 'document'),
    amount(entries['outcomes'] ?? 0, 'URL'),
    amount(entries['names'] ?? 0, 'name'),
  ];
  const verdict = found.whole ? 'Nothing is wrong.' : 'Something is wrong with this catalogue.';
  return [
    `Compared as of change ${grouped(found.change)}: ${counts.join(', ')}`,
    ...engineLines(found),
    verdict,
    ...damageLines(found),
    '',
  ].join('\n');
}

function engineLines({ engine }: Verification): string[] {
  if (engine === 'not-asked') return [];
  if (engine === 'compared') return ['The engine that answers queries was filled and compared.'];
  return [`The engine was not compared: ${printable(engine.skipped)}`];
}

function damageLines({ counts, findings }: Verification): string[] {
  // Written by the program alone, so its keys are kinds of damage.
  return (Object.keys(counts) as Damage[]).flatMap((damage) => {
    const { means, mend } = damages[damage];
    const told = findings.filter((each) => each.damage === damage);
    const more = (counts[damage] ?? 0) - told.length;
    const heading = ['', `${means} (${damage}): ${grouped(counts[damage] ?? 0)}`];
    const lines = told.map(({ where, found }) => `  ${printable(where)}: ${printable(found)}`);
    return heading.concat(lines, more > 0 ? `  and ${grouped(more)} more` : [], `  ${mend}`);
  });
}
