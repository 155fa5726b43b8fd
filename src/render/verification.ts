import { damages, type Damage, type Verification } from '../model/verification.ts';
import { printable } from '../text/printable.ts';
import { amount, grouped } from '../text/amounts.ts';

/** The result of an integrity check as text: what was checked, the findings and their remedies. */
export function verification(found: Verification): string {
  const { entries, quads, engine, whole } = found;
  const counts = [
    amount(entries['facts'] ?? 0, 'record'),
    amount(quads, 'statement'),
    amount(entries['documents'] ?? 0, 'document'),
    amount(entries['outcomes'] ?? 0, 'URL'),
    amount(entries['names'] ?? 0, 'name'),
  ];
  const lines = [`Checked as of change ${grouped(found.change)}: ${counts.join(', ')}`];
  if (engine === 'compared') lines.push('The graphs in the SPARQL engine were compared.');
  else if (engine !== 'not-asked') {
    lines.push(`The SPARQL engine was not compared: ${printable(engine.skipped)}`);
  }
  lines.push(whole ? 'The catalogue is intact.' : 'The catalogue is damaged.');
  return [...lines, ...damageLines(found), ''].join('\n');
}

function damageLines({ counts, findings }: Verification): string[] {
  // Only the integrity check writes these keys.
  return (Object.keys(counts) as Damage[]).flatMap((damage) => {
    const { means, mend } = damages[damage];
    const shown = findings.filter((each) => each.damage === damage);
    const more = (counts[damage] ?? 0) - shown.length;
    const heading = ['', `${means} (${damage}): ${grouped(counts[damage] ?? 0)}`];
    const lines = shown.map(({ where, found }) => `  ${printable(where)}: ${printable(found)}`);
    return heading.concat(lines, more > 0 ? `  and ${grouped(more)} more` : [], `  ${mend}`);
  });
}
