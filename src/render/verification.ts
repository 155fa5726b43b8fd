import { damages, type Damage, type Verification } from '../model/verification.ts';
import { escapeControls } from '../text/printable.ts';
import { formatCount, groupDigits } from '../text/amounts.ts';

/** The result of an integrity check as text: what was checked, the findings and their remedies. */
export function formatVerification(found: Verification): string {
  const { entries, quads, engine, whole } = found;
  const counts = [
    formatCount(entries['facts'] ?? 0, 'record'),
    formatCount(quads, 'statement'),
    formatCount(entries['documents'] ?? 0, 'document'),
    formatCount(entries['outcomes'] ?? 0, 'URL'),
    formatCount(entries['names'] ?? 0, 'name'),
  ];
  const lines = [`Checked as of change ${groupDigits(found.change)}: ${counts.join(', ')}`];
  if (engine === 'compared') lines.push('The graphs in the SPARQL engine were compared.');
  else if (engine !== 'not-asked') {
    lines.push(`The SPARQL engine was not compared: ${escapeControls(engine.skipped)}`);
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
    const heading = ['', `${means} (${damage}): ${groupDigits(counts[damage] ?? 0)}`];
    const lines = shown.map(
      ({ where, found }) => `  ${escapeControls(where)}: ${escapeControls(found)}`,
    );
    return heading.concat(lines, more > 0 ? `  and ${groupDigits(more)} more` : [], `  ${mend}`);
  });
}
